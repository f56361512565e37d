#!/usr/bin/env python3
"""Writes the meshes of dress20k.toml: a dress without straps, and the figure that walks in it as a sequence of meshes of
one topology (DIR/dress.obj, and DIR/figure_0000.obj and so on, 30 per second).

The dress is an elliptical cylinder around the trunk that goes over into an elliptical cone; a seam at the back closes
both. Either can be unrolled: texture coordinates are metres on the two flat patterns. The figure is that of
scenes/meshes/make_walker.py, with its arms held away from the skirt and its capsules meshed evenly. It stands for a
moment, then walks along x; --keyframes prints how the trunk moves, by which the scene moves the rim of the dress.
"""
import argparse
import math
import sys
from contextlib import redirect_stdout
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scenes" / "meshes"))
from make_walker import capsules, phase_at  # noqa: E402
from obj_file import Mesh, add_capsule, cross, print_woven_faces, write_obj  # noqa: E402

RATE = 30                 # meshes per second
DURATION = 2.0            # s
STANDS = 0.3              # s, before it sets off
CYCLES = 3.0              # of two steps: more than there is time for, so that it still walks at the end
ARMS_OUT = math.radians(32)
SPACING = 0.019           # m, between vertices of the figure

RIM, WAIST, HEM = 1.29, 1.08, 0.56   # m, heights of the dress
TRUNK = 0.005             # m, from the hips along x to the middle of the trunk
WAIST_AXES = 0.140, 0.146  # m, half of them, along x and y
FLARE = 3.1               # how many times as wide as the waist the hem is
BODICE_ROWS, SKIRT_ROWS, SEGMENTS = 26, 73, 200


def figure(time: float):
    """Ends [m] and radius [m] of its capsules."""
    parts, shoulder = [], None
    for name, start, end, radius in capsules(phase_at(max(time - STANDS, 0.0), CYCLES)):
        if name.endswith("upper arm"):
            shoulder = start  # of the forearm as well, which comes next
        if name.endswith("arm"):
            start, end = held_out(start, shoulder), held_out(end, shoulder)
        parts.append((start, end, radius))
    return parts


def held_out(point, shoulder):
    """A point of an arm, turned away from the body about the axis along x through the shoulder."""
    side = math.copysign(1, shoulder[1])
    c, s = math.cos(ARMS_OUT), side * math.sin(ARMS_OUT)
    y, z = point[1] - shoulder[1], point[2] - shoulder[2]
    return point[0], shoulder[1] + c * y - s * z, shoulder[2] + s * y + c * z


def add_limb(mesh: Mesh, start, end, radius: float) -> None:
    """A capsule with triangles of about equal size."""
    length = math.dist(start, end)
    along = [(e - s) / length for s, e in zip(start, end)]
    side = unit(cross(along, (0, 1, 0) if abs(along[1]) < 0.5 else (1, 0, 0)))
    segments = max(8, round(2 * math.pi * radius / SPACING))
    cap_rows = max(2, round(0.5 * math.pi * radius / SPACING))
    rows = max(1, round(length / SPACING))
    rings = [(start, -0.5 * math.pi * (1 - k / cap_rows)) for k in range(1, cap_rows)]
    rings += [([s + k / rows * (e - s) for s, e in zip(start, end)], 0.0) for k in range(rows + 1)]
    rings += [(end, 0.5 * math.pi * k / cap_rows) for k in range(1, cap_rows)]
    add_capsule(mesh, start, end, radius, side, segments, rings)


def unit(a):
    length = math.hypot(*a)
    return [x / length for x in a]


def waist_point(k: int):
    """Of the ring around the waist, beside its middle; the seam is at the back."""
    angle = 2 * math.pi * k / SEGMENTS
    return -WAIST_AXES[0] * math.cos(angle), -WAIST_AXES[1] * math.sin(angle)


def print_dress() -> None:
    print("# A dress without straps: benchmarks/scenes/make_dress.py")
    for row in range(BODICE_ROWS + SKIRT_ROWS + 1):
        part = (row - BODICE_ROWS) / (BODICE_ROWS if row < BODICE_ROWS else SKIRT_ROWS)
        wide = 1 + max(part, 0) * (FLARE - 1)
        z = WAIST + part * (WAIST - RIM if row < BODICE_ROWS else HEM - WAIST)
        for k in range(SEGMENTS):
            x, y = waist_point(k)
            print(f"v {TRUNK + wide * x:.9f} {wide * y:.9f} {z:.9f}")
    print_patterns()
    print_panel(0, BODICE_ROWS, 0)
    print_panel(BODICE_ROWS, SKIRT_ROWS, 1)


def print_patterns() -> None:
    """The cylinder unrolls into a rectangle. The cone has its tip above the waist; distances from it and angles between
    neighbours at it stay what they are."""
    points = [waist_point(k) for k in range(SEGMENTS + 1)]
    around = [0.0]
    for a, b in zip(points, points[1:]):
        around.append(around[-1] + math.dist(a, b))
    for row in range(BODICE_ROWS + 1):
        for u in around:
            print(f"vt {u + 1:.9f} {1 - row / BODICE_ROWS * (RIM - WAIST):.9f}")
    below_tip = (WAIST - HEM) / (FLARE - 1)
    slants = [(x, y, -below_tip) for x, y in points]
    turned = [0.0]
    for a, b in zip(slants, slants[1:]):
        cosine = sum(p * q for p, q in zip(a, b)) / math.hypot(*a) / math.hypot(*b)
        turned.append(turned[-1] + math.acos(cosine))
    for row in range(SKIRT_ROWS + 1):
        times = 1 + row / SKIRT_ROWS * (FLARE - 1)
        for angle, slant in zip(turned, slants):
            distance = times * math.hypot(*slant)
            print(f"vt {distance * math.cos(angle):.9f} {distance * math.sin(angle):.9f}")


def print_panel(first_row: int, rows: int, panel: int) -> None:
    patterns = panel * (BODICE_ROWS + 1) * (SEGMENTS + 1)

    def corner(row: int, k: int) -> str:
        return f"{(first_row + row) * SEGMENTS + k % SEGMENTS + 1}/{patterns + row * (SEGMENTS + 1) + k + 1}"

    print_woven_faces(rows, SEGMENTS, corner)


def print_keyframes() -> None:
    """Every tenth of a second."""
    def hips(time):
        return next(start for name, start, *_ in capsules(phase_at(max(time - STANDS, 0.0), CYCLES)) if name == "trunk")
    at_start = hips(0)
    for k in range(round(10 * STANDS), round(10 * DURATION) + 1):
        x, _, z = (a - b for a, b in zip(hips(k / 10), at_start))
        print(f"    {{ time = {k / 10:.1f}, translation = [{x + 0:.4f}, 0, {z + 0:.4f}] }},")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("-o", "--output", metavar="DIR", type=Path, default=ROOT / "build/benchmarks/dress20k",
                        help="folder for the OBJ files; made if need be (default: build/benchmarks/dress20k)")
    parser.add_argument("--keyframes", action="store_true", help="print how the trunk moves, and write nothing")
    options = parser.parse_args()
    if options.keyframes:
        print_keyframes()
        return
    options.output.mkdir(parents=True, exist_ok=True)
    with (options.output / "dress.obj").open("w", encoding="ascii", newline="\n") as file, redirect_stdout(file):
        print_dress()
    for n in range(math.ceil(DURATION * RATE) + 1):
        mesh = Mesh()
        for start, end, radius in figure(n / RATE):
            add_limb(mesh, start, end, radius)
        comment = f"A walking figure at {n / RATE:.3f} s: benchmarks/scenes/make_dress.py"
        write_obj(options.output / f"figure_{n:04d}.obj", comment, mesh.points, mesh.faces, digits=5)


if __name__ == "__main__":
    main()
