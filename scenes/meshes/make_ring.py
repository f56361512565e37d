#!/usr/bin/env python3
"""Writes ring.obj: a round bar bent to a ring that lies level around the origin, one closed solid."""
import argparse
import math

from obj_file import Mesh, write_generated


def ring(radius: float, bar: float, around: int, across: int) -> Mesh:
    mesh = Mesh()
    for i in range(around):
        a = 2 * math.pi * i / around
        for k in range(across):
            b = 2 * math.pi * k / across
            reach = radius + bar * math.cos(b)
            mesh.point(reach * math.cos(a), reach * math.sin(a), bar * math.sin(b))

    def corner(i: int, k: int) -> int:
        return (i % around) * across + k % across

    for i in range(around):
        for k in range(across):
            here, ahead, above, beyond = corner(i, k), corner(i + 1, k), corner(i, k + 1), corner(i + 1, k + 1)
            mesh.faces += [(here, ahead, beyond), (here, beyond, above)]
    return mesh


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", default="-", help="OBJ file to write (default: standard output)")
    parser.add_argument("--radius", type=float, default=0.09, help="to the middle of the bar [m] (default: 0.09)")
    parser.add_argument("--bar", type=float, default=0.012, help="radius of the bar [m] (default: 0.012)")
    parser.add_argument("--around", type=int, default=40, help="parts around the ring (default: 40)")
    parser.add_argument("--across", type=int, default=12, help="parts around the bar (default: 12)")
    options = parser.parse_args()
    if not 0 < options.bar < options.radius or options.around < 3 or options.across < 3:
        parser.error("--bar must be positive and below --radius, --around and --across at least 3")
    values = vars(options)
    output = values.pop("output")
    write_generated(output, "A ring", "make_ring.py", ring(**values), values)


if __name__ == "__main__":
    main()
