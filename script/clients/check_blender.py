"""Plays the point caches of output_sample in Blender and compares the moved vertices with the wave that was written.

    output_sample DIRECTORY && blender --background --factory-startup --python-exit-code 1 \\
        --python script/clients/check_blender.py -- DIRECTORY

Also imports a frame's OBJ and PLY. Needs Blender 3.3 or later (its OBJ importer in C++).
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import wave_sample as wave  # noqa: E402

import bpy  # noqa: E402

TOLERANCE = 1e-6  # m: point caches and Blender's meshes hold 32-bit floats; coordinates are below 8 m


def import_obj(path):
    """Objects of a file, in its order, with vertices in the order of the file; ours is Z up, as Blender is."""
    before = set(bpy.data.objects)
    bpy.ops.wm.obj_import(filepath=path, forward_axis="Y", up_axis="Z")
    return sorted(set(bpy.data.objects) - before, key=lambda o: o.name)


def check(vertices, expected, what):
    difference = wave.largest_difference([tuple(v.co) for v in vertices], expected)
    assert difference <= TOLERANCE, f"{what}: {difference}"
    return difference


def check_cache(directory, cloth):
    (thing,) = import_obj(os.path.join(directory, cloth + ".obj"))
    assert len(thing.data.polygons) == wave.face_count(cloth)
    assert len(thing.data.uv_layers) == 1
    cache = thing.modifiers.new("Tulle", "MESH_CACHE")
    cache.cache_format = "PC2"
    cache.filepath = os.path.join(directory, cloth + ".pc2")
    cache.forward_axis, cache.up_axis = "POS_Y", "POS_Z"  # no conversion
    cache.frame_start = 0
    worst = 0.0
    for frame in range(wave.FRAMES):
        bpy.context.scene.frame_set(frame)
        moved = thing.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
        worst = max(worst, check(moved.vertices, wave.points(cloth, frame)[0], f"{cloth} frame {frame}"))
    print(f"{cloth}.pc2: {len(thing.data.vertices)} points, {wave.FRAMES} frames, largest difference {worst:.3g} m")


def check_frame(directory, frame):
    for cloth, thing in zip(wave.CLOTHS, import_obj(os.path.join(directory, f"frame_{frame:04}.obj"))):
        check(thing.data.vertices, wave.points(cloth, frame)[0], f"{thing.name} in OBJ frame {frame}")
    importer = bpy.ops.wm.ply_import if bpy.app.version >= (3, 6, 0) else bpy.ops.import_mesh.ply
    importer(filepath=os.path.join(directory, f"frame_{frame:04}.ply"))
    together = [p for cloth in wave.CLOTHS for p in wave.points(cloth, frame)[0]]
    check(bpy.context.object.data.vertices, together, f"PLY frame {frame}")
    print(f"frame {frame}: OBJ and PLY hold the same points")


def main(directory):
    bpy.context.scene.render.fps = wave.FPS
    for cloth in wave.CLOTHS:
        check_cache(directory, cloth)
    check_frame(directory, wave.FRAMES - 1)
    print(f"Blender {bpy.app.version_string}: as written")


main(os.path.abspath(sys.argv[sys.argv.index("--") + 1]))
