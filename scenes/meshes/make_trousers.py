#!/usr/bin/env python3
"""Writes trousers.obj: one leg of a pair of trousers, a tube that narrows towards the hem.

It starts as pressed trousers on a hanger, around the z axis with its top at z = 0: each ring is two arcs that meet at the
creases, in front (greatest x) and at the back. Two panels are sewn together at the sides, in the middle of the arcs. Texture
coordinates are metres on the cloth: u down the leg from the top, v across it from the middle of the panel, where the crease
is. The front panel has its middle at v = 0, the back one at v = 1.

    make_trousers.py [rings] [segments] > trousers.obj
"""
import math
import sys

from obj_file import print_woven_faces

TOP = 0.56                # m, around the leg
HEM = 0.40                # m, likewise
LENGTH = 0.78             # m
ARC = math.radians(60)    # by which the cloth turns from crease to crease; at the creases it turns by the rest, 120 degrees


def number(value: float) -> str:
    """Without the sign of zero, which rounding decides."""
    return f"{round(value, 9) + 0.0:.9f}"


def main() -> None:
    rings = int(sys.argv[1]) if len(sys.argv) > 1 else 53
    segments = int(sys.argv[2]) if len(sys.argv) > 2 else 36  # a multiple of four: seams and creases lie on edges
    half = segments // 2

    print("# A trouser leg: scenes/meshes/make_trousers.py", f"{rings} {segments}")
    for ring in range(rings):
        s = ring / (rings - 1)
        around = TOP + s * (HEM - TOP)
        radius = around / 2 / ARC
        for k in range(segments):
            # From the front over one side to the back, and over the other to the front.
            side = 1 if k <= half else -1
            turn = ARC * (0.5 - (k if k <= half else segments - k) / half)
            x, y = radius * math.sin(turn), side * radius * (math.cos(turn) - math.cos(ARC / 2))
            print("v", *(number(value) for value in (x, y, -s * LENGTH)))
    for panel in range(2):
        for ring in range(rings):
            s = ring / (rings - 1)
            around = TOP + s * (HEM - TOP)
            for k in range(half + 1):
                print("vt", number(s * LENGTH), number(around * (k - half / 2) / segments + panel))

    def corner(panel: int, ring: int, k: int) -> str:
        vertex = ring * segments + (k - half // 2 + panel * half) % segments
        return f"{vertex + 1}/{(panel * rings + ring) * (half + 1) + k + 1}"

    for panel in range(2):
        print_woven_faces(rings - 1, half, lambda ring, k, panel=panel: corner(panel, ring, k))


if __name__ == "__main__":
    main()
