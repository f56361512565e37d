"""Peer: Blender's Cloth modifier, without its window.

blender --background --factory-startup --threads 1 --python blender.py -- --workload hanging --side 52 --quality 10
"""

import argparse
import sys
import time
from pathlib import Path

import numpy

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import blender_cloth as blender  # noqa: E402

MASS = 0.2  # kg, of the whole cloth
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
    return parser.parse_args(blender.own_arguments())


def add_cloth(scene, arguments, frames):
    side = arguments.side
    spacing = 1.0 / (side - 1)
    height = START_GAP + THICKNESS if arguments.workload == "table" else 0.0
    vertices = [(a * spacing - 0.5, b * spacing - 0.5, height) for b in range(side) for a in range(side)]
    cloth = blender.add_object(scene, "cloth", vertices, blender.grid_faces(side, side))
    springs = (arguments.k, arguments.damping)
    modifier = blender.add_cloth_modifier(cloth, frames, arguments.quality, MASS, spacing, springs, springs)
    if arguments.workload == "hanging":
        held = cloth.vertex_groups.new(name="held")
        held.add([0, side - 1], 1.0, "REPLACE")
        modifier.settings.vertex_group_mass = "held"
    collision = modifier.collision_settings
    collision.use_collision = arguments.workload == "table"
    collision.distance_min = THICKNESS
    collision.friction = 5.0
    return cloth


def add_table(scene):
    sides = (-TABLE_HALF, TABLE_HALF)
    vertices = [(x, y, z) for z in (-TABLE_DEPTH, 0.0) for y in sides for x in sides]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    table = blender.add_object(scene, "table", vertices, faces)
    blender.add_collision(table, THICKNESS, 5.0)


def main():
    arguments = parse_arguments()
    frames = round(DURATION * blender.FRAMES_PER_SECOND)
    setup_start = time.perf_counter()
    scene = blender.empty_scene(frames)
    cloth = add_cloth(scene, arguments, frames)
    if arguments.workload == "table":
        add_table(scene)
    scene.frame_set(1)
    blender.positions_of(cloth)
    setup = time.perf_counter() - setup_start

    side = arguments.side
    peak, lowest = -1.0, 0.0
    x = stretch = None

    def look():
        nonlocal peak, lowest, x, stretch
        x = blender.positions_of(cloth)
        stretch = numpy.concatenate(blender.edge_lengths(x, side, side)) * (side - 1) - 1.0
        peak = max(peak, float(stretch.max()))
        lowest = min(lowest, float(x[:, 2].min()))

    wall, cpu = blender.play(scene, frames, look)
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
    blender.print_result({"program": "blender", "workload": arguments.workload, "side": side,
                          "steps": frames * arguments.quality}, numbers)


main()
