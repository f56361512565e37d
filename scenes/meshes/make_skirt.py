#!/usr/bin/env python3
"""Writes skirt.obj: a flared skirt cut as part of a ring, closed by a seam at the back.

The cloth starts as a cone around the z axis, waist at z = 1 m. Vertices lie in rings from waist to hem; texture
coordinates are metres on the flat pattern, so the seam's vertices have two of them.

    make_skirt.py [rings] [segments] > skirt.obj
"""
import math
import sys

from obj_file import print_woven_faces

WAIST_RADIUS = 0.14  # m
HEM_RADIUS = 0.50    # m, of the cone at the start
LENGTH = 0.60        # m, along the cloth from waist to hem
WAIST_HEIGHT = 1.0   # m


def main() -> None:
    rings = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    segments = int(sys.argv[2]) if len(sys.argv) > 2 else 96
    drop = math.sqrt(LENGTH**2 - (HEM_RADIUS - WAIST_RADIUS) ** 2)
    # The cone unrolls into a ring sector between these distances from its tip.
    tip_to_waist = LENGTH * WAIST_RADIUS / (HEM_RADIUS - WAIST_RADIUS)
    sector = 2 * math.pi * WAIST_RADIUS / tip_to_waist

    print("# A flared skirt: scenes/meshes/make_skirt.py", f"{rings} {segments}")
    for ring in range(rings):
        s = ring / (rings - 1)
        radius = WAIST_RADIUS + s * (HEM_RADIUS - WAIST_RADIUS)
        for k in range(segments):
            angle = 2 * math.pi * k / segments
            print(f"v {radius * math.cos(angle):.9f} {radius * math.sin(angle):.9f} {WAIST_HEIGHT - s * drop:.9f}")
    for ring in range(rings):
        distance = tip_to_waist + LENGTH * ring / (rings - 1)
        for k in range(segments + 1):
            angle = sector * k / segments
            print(f"vt {distance * math.cos(angle):.9f} {distance * math.sin(angle):.9f}")

    def corner(ring: int, k: int) -> str:
        return f"{ring * segments + k % segments + 1}/{ring * (segments + 1) + k + 1}"

    print_woven_faces(rings - 1, segments, corner)


if __name__ == "__main__":
    main()
