"""Opens frames.pvd of output_sample in ParaView and compares what it shows with the wave that was written.

    output_sample DIRECTORY && pvpython script/clients/check_paraview.py DIRECTORY
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import wave_sample as wave  # noqa: E402

import paraview  # noqa: E402
from paraview import servermanager, simple  # noqa: E402
from vtkmodules.util.numpy_support import vtk_to_numpy  # noqa: E402

TOLERANCE = 1e-15  # m and m/s: the files hold doubles; sin and cos of two libraries may differ in the last digit


def main(directory):
    reader = simple.OpenDataFile(os.path.join(directory, "frames.pvd"))
    times = list(reader.TimestepValues)
    assert times == [frame / wave.FPS for frame in range(wave.FRAMES)], times

    worst = 0.0
    for frame, time in enumerate(times):
        reader.UpdatePipeline(time)
        data = servermanager.Fetch(reader)
        positions, velocities, owners = [], [], []
        for index, cloth in enumerate(wave.CLOTHS):
            x, v = wave.points(cloth, frame)
            positions += x
            velocities += v
            owners += [index] * wave.face_count(cloth)
        assert data.GetNumberOfPolys() == data.GetNumberOfCells() == len(owners), data.GetNumberOfCells()

        point_data = data.GetPointData()
        difference = max(
            wave.largest_difference(vtk_to_numpy(data.GetPoints().GetData()).tolist(), positions),
            wave.largest_difference(vtk_to_numpy(point_data.GetArray("velocity")).tolist(), velocities),
        )
        assert difference <= TOLERANCE, difference
        worst = max(worst, difference)
        assert point_data.GetVectors().GetName() == "velocity"
        assert point_data.GetTCoords().GetName() == "uv" and point_data.GetTCoords().GetNumberOfComponents() == 2
        assert vtk_to_numpy(data.GetCellData().GetArray("cloth")).tolist() == owners
        assert data.GetFieldData().GetArray("TimeValue").GetValue(0) == time
        bounds = reader.GetDataInformation().GetBounds()
        expected = [limit(p[axis] for p in positions) for axis in range(3) for limit in (min, max)]
        assert wave.largest_difference([bounds], [expected]) <= TOLERANCE, bounds
        print(f"time {time} s: {data.GetNumberOfPoints()} points, {len(owners)} triangles, bounds {bounds}")

    print(f"ParaView {paraview.__version__}: times {times}, largest difference {worst:.3g}: as written")


main(sys.argv[1])
