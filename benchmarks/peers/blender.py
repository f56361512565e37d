"""Peer: Blender's Cloth modifier, without its window.

blender --background --factory-startup --threads 1 --python blender.py -- --workload hanging --side 52 --quality 10

Blender multiplies gravity by 0.001 and leaves springs alone, so that its unit of time is sqrt(0.001) s, which is one
frame at speed 1: 2 s are 63 frames, whatever the frame rate of the scene is. For the same reason a cloth of 0.2 kg has
a mass of 200 there. Its springs have a stiffness of tension / mean length of the edges.
"""

import argparse
import json
import sys
import time

import bpy
import numpy

GRAVITY = 9.81  # m/s^2
MASS = 200.0  # of the whole cloth, in Blender's unit: 0.2 kg
FRAMES_PER_SECOND = 1000**0.5
DURATION = 2.0  # s
THICKNESS = 0.005  # m
START_GAP = 0.02  # m
TABLE_HALF, TABLE_DEPTH = 0.25, 1.0  # m


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workload", choices=["hanging", "table"], default="hanging")
    parser.add_argument("--side", type=int, default=52)
    parser.add_argument("--k", type=float, default=1000.0)  # N/m, of edges and diagonals
    parser.add_argument("--quality", type=int, default=10)  # steps per frame
    parser.add_argument("--damping", type=float, default=5.0)  # that of Blender's cotton
    words = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    return parser.parse_args(words)


def add_object(scene, name, vertices, faces):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    scene.collection.objects.link(thing)
    return thing


def add_cloth(scene, arguments, frames):
    side = arguments.side
    spacing = 1.0 / (side - 1)
    height = START_GAP + THICKNESS if arguments.workload == "table" else 0.0
    vertices = [(a * spacing - 0.5, b * spacing - 0.5, height) for b in range(side) for a in range(side)]
    corners = [a + b * side for b in range(side - 1) for a in range(side - 1)]
    cloth = add_object(scene, "cloth", vertices, [(c, c + 1, c + side + 1, c + side) for c in corners])
    modifier = cloth.modifiers.new("Cloth", "CLOTH")
    settings = modifier.settings
    settings.quality = arguments.quality
    settings.mass = MASS / side**2  # of each vertex
    settings.air_damping = 0.0
    tension = arguments.k * spacing
    for kind in ("tension", "compression", "shear"):
        # The largest allowed value comes first: it would cut off the other.
        setattr(settings, f"{kind}_stiffness_max", tension)
        setattr(settings, f"{kind}_stiffness", tension)
        setattr(settings, f"{kind}_damping", arguments.damping)
    settings.bending_stiffness = 0.5
    settings.bending_damping = 0.5
    if arguments.workload == "hanging":
        held = cloth.vertex_groups.new(name="held")
        held.add([0, side - 1], 1.0, "REPLACE")
        settings.vertex_group_mass = "held"
    collision = modifier.collision_settings
    collision.use_collision = arguments.workload == "table"
    collision.distance_min = THICKNESS
    collision.friction = 5.0
    collision.use_self_collision = False
    modifier.point_cache.frame_start, modifier.point_cache.frame_end = 1, frames + 1
    return cloth


def add_table(scene):
    sides = (-TABLE_HALF, TABLE_HALF)
    vertices = [(x, y, z) for z in (-TABLE_DEPTH, 0.0) for y in sides for x in sides]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    table = add_object(scene, "table", vertices, faces)
    table.modifiers.new("Collision", "COLLISION")
    table.collision.thickness_outer = THICKNESS
    table.collision.cloth_friction = 5.0


def positions_of(cloth):
    mesh = cloth.evaluated_get(bpy.context.evaluated_depsgraph_get()).data
    values = numpy.empty(len(mesh.vertices) * 3, numpy.float32)
    mesh.vertices.foreach_get("co", values)
    return values.reshape(-1, 3).astype(float)


def stretch_of(x, side):
    """Of every edge of the grid: length / rest length - 1."""
    grid = x.reshape(side, side, 3)
    lengths = [numpy.linalg.norm(numpy.diff(grid, axis=axis), axis=2).ravel() for axis in (0, 1)]
    return numpy.concatenate(lengths) * (side - 1) - 1.0


def main():
    arguments = parse_arguments()
    frames = round(DURATION * FRAMES_PER_SECOND)
    setup_start = time.perf_counter()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.gravity = (0, 0, -GRAVITY)
    scene.frame_start, scene.frame_end = 1, frames + 1
    cloth = add_cloth(scene, arguments, frames)
    if arguments.workload == "table":
        add_table(scene)
    scene.frame_set(1)
    positions_of(cloth)
    setup = time.perf_counter() - setup_start

    wall = cpu = 0.0
    peak, lowest = -1.0, 0.0
    for frame in range(2, frames + 2):
        cpu_start, start = time.process_time(), time.perf_counter()
        scene.frame_set(frame)
        wall += time.perf_counter() - start
        cpu += time.process_time() - cpu_start
        x = positions_of(cloth)
        stretch = stretch_of(x, arguments.side)
        peak = max(peak, float(stretch.max()))
        lowest = min(lowest, float(x[:, 2].min()))
    depths = [TABLE_HALF - abs(x[:, 0]), TABLE_HALF - abs(x[:, 1]), -x[:, 2], x[:, 2] + TABLE_DEPTH]
    inside = numpy.minimum.reduce(depths)
    ordered = numpy.sort(stretch)
    numbers = {
        "setup_s": setup,
        "wall_s": wall,
        "cpu_s": cpu,
        "max_stretch": float(ordered[-1]),
        "p99_stretch": float(ordered[len(ordered) * 99 // 100]),
        "mean_stretch": float(stretch.mean()),
        "mean_abs_stretch": float(abs(stretch).mean()),
        "peak_stretch": peak,
        "penetration": max(0.0, float(inside.max())) if arguments.workload == "table" else 0.0,
        "lowest": lowest,
    }
    result = {"program": "blender", "workload": arguments.workload, "side": arguments.side,
              "steps": frames * arguments.quality}
    result |= {name: value if numpy.isfinite(value) else None for name, value in numbers.items()}
    print("RESULT " + json.dumps(result), flush=True)


main()
