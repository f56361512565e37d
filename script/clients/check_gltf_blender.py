"""Plays wave.glb of export_sample in Blender and compares the moved vertices with the wave that was written.

    export_sample DIRECTORY && blender --background --factory-startup --python-exit-code 1 \\
        --python script/clients/check_gltf_blender.py -- DIRECTORY
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import wave_sample as wave  # noqa: E402

import bpy  # noqa: E402
import numpy  # noqa: E402

TOLERANCE = 1e-6  # m: glTF and Blender's meshes hold 32-bit floats; coordinates are below 8 m
OBSTACLES = ["ball", "floor", "pole", "table"]


def main(directory):
    # The importer of Blender 3.4 was written for an older NumPy than Debian 12 has beside it.
    if not hasattr(numpy, "bool"):
        numpy.bool = bool
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = wave.FPS
    bpy.ops.import_scene.gltf(filepath=os.path.join(directory, "wave.glb"), merge_vertices=False)
    meshes = {thing.name.replace(" ", "_"): thing for thing in bpy.data.objects if thing.type == "MESH"}
    assert sorted(meshes) == sorted([*wave.CLOTHS, *OBSTACLES]), sorted(meshes)

    for cloth, (columns, rows) in wave.CLOTHS.items():
        thing = meshes[cloth]
        assert len(thing.data.polygons) == wave.face_count(cloth)
        worst = 0.0
        for frame in range(wave.FRAMES):
            bpy.context.scene.frame_set(frame)
            shown = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
            moved = [tuple(shown.matrix_world @ vertex.co) for vertex in shown.to_mesh().vertices]
            worst = max(worst, wave.largest_difference(moved, wave.points(cloth, frame)[0]))
        assert worst <= TOLERANCE, f"{cloth}: {worst}"
        for loop, found in zip(thing.data.loops, thing.data.uv_layers[0].data):
            b, a = divmod(loop.vertex_index, columns)
            expected = (a / (columns - 1), b / (rows - 1))
            assert wave.largest_difference([found.uv], [expected]) <= TOLERANCE, f"{cloth}: uv {tuple(found.uv)}"
        print(f"{cloth}: {columns * rows} vertices, {wave.FRAMES} frames, largest difference {worst:.3g} m")
    print(f"Blender {bpy.app.version_string}: as written")


main(os.path.abspath(sys.argv[sys.argv.index("--") + 1]))
