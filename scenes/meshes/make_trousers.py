#!/usr/bin/env python3
"""Writes trousers.obj: one leg of a pair of trousers, a tube that narrows towards the hem.

The cloth starts round, about the z axis, the top at z = 0. It is sewn of two panels, one in front and one at the back,
with seams at the inner and the outer side. Texture coordinates are metres on the flat pattern: u down the leg from the
top, along the middle of each panel, where the crease is; v across it. The front panel has its middle at v = 0, the back
one at v = 1.

    make_trousers.py [rings] [segments] > trousers.obj
"""
import math
import sys

TOP = 0.56     # m, around the leg
HEM = 0.40     # m, likewise
LENGTH = 0.78  # m, along the cloth


def main() -> None:
    rings = int(sys.argv[1]) if len(sys.argv) > 1 else 53
    segments = int(sys.argv[2]) if len(sys.argv) > 2 else 36  # a multiple of four: seams and creases lie on edges
    drop = math.sqrt(LENGTH**2 - ((TOP - HEM) / (2 * math.pi)) ** 2)
    half = segments // 2
    tip = LENGTH * HEM / (TOP - HEM)  # the cone unrolls about a point so far below the hem
    sector = HEM / tip                # rad

    print("# A trouser leg: scenes/meshes/make_trousers.py", f"{rings} {segments}")
    for ring in range(rings):
        s = ring / (rings - 1)
        radius = (TOP + s * (HEM - TOP)) / (2 * math.pi)
        for k in range(segments):
            angle = 2 * math.pi * k / segments
            print(f"v {radius * math.cos(angle):.9f} {radius * math.sin(angle):.9f} {-s * drop:.9f}")
    # The front is where x is greatest: its panel reaches from a quarter turn before it to a quarter turn behind.
    for panel in range(2):
        for ring in range(rings):
            distance = tip + LENGTH * (1 - ring / (rings - 1))
            for k in range(half + 1):
                angle = sector * (k - half / 2) / segments
                u, v = tip + LENGTH - distance * math.cos(angle), distance * math.sin(angle) + panel
                print(f"vt {u:.9f} {v:.9f}")

    def corner(panel: int, ring: int, k: int) -> str:
        vertex = ring * segments + (k - half // 2 + panel * half) % segments
        return f"{vertex + 1}/{(panel * rings + ring) * (half + 1) + k + 1}"

    for panel in range(2):
        for ring in range(rings - 1):
            for k in range(half):
                a, b = corner(panel, ring, k), corner(panel, ring, k + 1)
                c, d = corner(panel, ring + 1, k), corner(panel, ring + 1, k + 1)
                # Diagonals alternate, so that the cloth shears alike to both sides; faces point outward.
                if (ring + k) % 2 == 0:
                    print(f"f {a} {c} {d}\nf {a} {d} {b}")
                else:
                    print(f"f {a} {c} {b}\nf {b} {c} {d}")


if __name__ == "__main__":
    main()
