"""What the scripts that run in Blender share: a Cloth modifier in SI units, obstacles, frames and the clock.

Blender multiplies gravity by 0.001 and leaves springs alone, so that its unit of time is sqrt(0.001) s, which is one
frame at speed 1: 2 s are 63 frames, whatever the frame rate of the scene is. For the same reason a cloth of 0.2 kg has
a mass of 200 there. Its springs have a stiffness of tension / mean length of the edges.
"""

import json
import sys
import time

import bpy
import numpy

GRAVITY = 9.81  # m/s^2
FRAMES_PER_SECOND = 1000**0.5
MASS_OF_KILOGRAM = 1000.0  # in Blender's unit
DAMPING_OF_NEWTON_SECOND_PER_METRE = FRAMES_PER_SECOND  # in Blender's unit


def own_arguments():
    """The words of the command line that are not Blender's."""
    return sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []


def empty_scene(frames):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.gravity = (0, 0, -GRAVITY)
    scene.frame_start, scene.frame_end = 1, frames + 1
    return scene


def add_object(scene, name, vertices, faces):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    scene.collection.objects.link(thing)
    return thing


def grid_faces(columns, rows, first=0):
    """The cells of a grid whose vertices are counted row by row from `first`."""
    corners = [first + a + b * columns for b in range(rows - 1) for a in range(columns - 1)]
    return [(c, c + 1, c + columns + 1, c + columns) for c in corners]


def add_cloth_modifier(cloth, frames, quality, mass, edge, stretch, shear):
    """`mass` [kg] of all, `edge` [m] the mean length of its edges; `stretch` and `shear` are the stiffness [N/m] of a
    spring and its damping in Blender's unit."""
    modifier = cloth.modifiers.new("Cloth", "CLOTH")
    settings = modifier.settings
    settings.quality = quality
    settings.mass = mass * MASS_OF_KILOGRAM / len(cloth.data.vertices)  # of each vertex
    settings.air_damping = 0.0
    for kind, (stiffness, damping) in (("tension", stretch), ("compression", stretch), ("shear", shear)):
        # The largest allowed value comes first: it would cut off the other.
        setattr(settings, f"{kind}_stiffness_max", stiffness * edge)
        setattr(settings, f"{kind}_stiffness", stiffness * edge)
        setattr(settings, f"{kind}_damping", damping)
    settings.bending_stiffness = 0.5
    settings.bending_damping = 0.5
    collision = modifier.collision_settings
    collision.use_collision = collision.use_self_collision = False
    modifier.point_cache.frame_start, modifier.point_cache.frame_end = 1, frames + 1
    return modifier


def add_collision(thing, thickness, friction):
    """Of an obstacle, friction in Blender's unit."""
    thing.modifiers.new("Collision", "COLLISION")
    thing.collision.thickness_outer = thickness
    thing.collision.cloth_friction = friction


def evaluated(cloth):
    return cloth.evaluated_get(bpy.context.evaluated_depsgraph_get())


def positions_of(cloth):
    mesh = evaluated(cloth).data
    values = numpy.empty(len(mesh.vertices) * 3, numpy.float32)
    mesh.vertices.foreach_get("co", values)
    return values.reshape(-1, 3).astype(float)


def edge_lengths(x, columns, rows):
    """[m], of every edge of a grid: those along its rows and those along its columns."""
    grid = x.reshape(rows, columns, 3)
    return [numpy.linalg.norm(numpy.diff(grid, axis=axis), axis=2).ravel() for axis in (1, 0)]


def play(scene, frames, look):
    """(wall, processor) seconds of all frames after the first; `look` is called after each, and is in neither."""
    wall = cpu = 0.0
    for frame in range(2, frames + 2):
        cpu_start, start = time.process_time(), time.perf_counter()
        scene.frame_set(frame)
        wall += time.perf_counter() - start
        cpu += time.process_time() - cpu_start
        look()
    return wall, cpu


def print_result(result, numbers):
    """Blender's own words are on the console as well; the line that counts begins with RESULT."""
    result = result | {name: value if numpy.isfinite(value) else None for name, value in numbers.items()}
    print("RESULT " + json.dumps(result), flush=True)
