#!/usr/bin/env python3
"""Writes a wire mesh, wires as thin prisms: what a fast cloth passes unless contact is looked for along the way.

Wires run along x and along y in the plane z = 0, around the z axis, and cross through each other: each is a closed
shell of its own. Their cross section is a regular polygon around a circle of the given diameter.
"""
import argparse
import math

from obj_file import Mesh, write_generated


def wire_mesh(size: float, count: int, diameter: float, sides: int) -> Mesh:
    mesh = Mesh()
    for axis in range(2):
        for n in range(count):
            offset = (n / (count - 1) - 0.5) * size
            ends = []
            for along in (-size / 2 - diameter, size / 2 + diameter):
                ring = []
                for k in range(sides):
                    angle = 2 * math.pi * (k + 0.5) / sides
                    radius = diameter / 2 / math.cos(math.pi / sides)
                    across, up = offset + radius * math.cos(angle), radius * math.sin(angle)
                    # Along y the cross section is turned over, so that its faces point outward too.
                    ring.append(mesh.point(along, across, up) if axis == 0 else mesh.point(across, along, -up))
                ends.append(ring)
            first, last = ends
            for k in range(sides):
                after = (k + 1) % sides
                mesh.faces += [(first[k], last[after], last[k]), (first[k], first[after], last[after])]
            for k in range(1, sides - 1):
                mesh.faces += [(last[0], last[k], last[k + 1]), (first[0], first[k + 1], first[k])]
    return mesh


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", default="-", help="OBJ file to write (default: standard output)")
    parser.add_argument("--size", type=float, default=0.5, help="from the first wire to the last [m] (default: 0.5)")
    parser.add_argument("--count", type=int, default=11, help="wires in each direction (default: 11)")
    parser.add_argument("--diameter", type=float, default=0.001, help="of a wire [m] (default: 0.001)")
    parser.add_argument("--sides", type=int, default=6, help="of a wire (default: 6)")
    options = parser.parse_args()
    if options.count < 2 or options.sides < 3:
        parser.error("--count must be at least 2 and --sides at least 3")
    if not 0 < options.diameter < options.size / (options.count - 1):
        parser.error("--diameter must be positive and less than the distance of the wires")
    values = vars(options)
    output = values.pop("output")
    write_generated(output, "A wire mesh", "make_wire_mesh.py", wire_mesh(**values), values)


if __name__ == "__main__":
    main()
