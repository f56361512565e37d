#!/usr/bin/env python3
"""Writes a plate with a field of spikes as one closed mesh: points that a cloth may lie on, never be pierced by.

The plate lies around the z axis with its top at z = 0, and the spikes stand on it in rows. Each is a pyramid that ends
in a point; their heights differ by --uneven, in a pattern without a period. With --sides 16 --width 0.004 they are
needles.

A cloth of 0.7 m over the plate of 0.6 m, let go level at z = 0.2, comes to lie on the points and sags between them.
"""
import argparse
import math

from obj_file import Mesh, write_generated


def spikes(size: float, thickness: float, count: int, width: float, height: float, uneven: float, sides: int) -> Mesh:
    mesh = Mesh()
    cell = size / count
    marks = [i * cell - size / 2 for i in range(count + 1)]
    top = [[mesh.point(x, y, 0) for x in marks] for y in marks]
    for j in range(count):
        for i in range(count):
            x, y = marks[i] + cell / 2, marks[j] + cell / 2
            # The foot's corner 0 is towards the cell's lower left corner, so that a quarter of it faces each side.
            foot = []
            for n in range(sides):
                angle = 2 * math.pi * n / sides - 0.75 * math.pi
                foot.append(mesh.point(x + width / 2 * math.cos(angle), y + width / 2 * math.sin(angle), 0))
            fraction = (i * 0.7548776662 + j * 0.5698402910) % 1  # spread evenly, and never repeats
            tip = mesh.point(x, y, height * (1 - uneven * fraction))
            corners = [top[j][i], top[j][i + 1], top[j + 1][i + 1], top[j + 1][i]]
            quarter = sides // 4
            for side in range(4):
                a, b = corners[side], corners[(side + 1) % 4]
                middle = side * quarter + quarter // 2
                for n in range(side * quarter, (side + 1) * quarter):
                    here, there = foot[n], foot[(n + 1) % sides]
                    mesh.faces += [(here, there, tip), (a if n < middle else b, there, here)]
                mesh.faces.append((a, b, foot[middle]))
    floor = [mesh.point(*mesh.points[top[j][i]][:2], -thickness)
             for j, i in ((0, 0), (0, count), (count, count), (count, 0))]
    mesh.faces += [(floor[0], floor[2], floor[1]), (floor[0], floor[3], floor[2])]
    edges = [top[0], [row[-1] for row in top], top[-1][::-1], [row[0] for row in top][::-1]]
    for side, edge in enumerate(edges):
        # A fan over the long edge from either lower corner: each takes half of the points above.
        a, b = floor[side], floor[(side + 1) % 4]
        half = len(edge) // 2
        mesh.faces += [(a, q, p) for p, q in zip(edge[:half], edge[1:half + 1])]
        mesh.faces += [(b, q, p) for p, q in zip(edge[half:], edge[half + 1:])]
        mesh.faces.append((a, b, edge[half]))
    return mesh


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", default="-", help="OBJ file to write (default: standard output)")
    parser.add_argument("--size", type=float, default=0.6, help="side of the plate [m] (default: 0.6)")
    parser.add_argument("--thickness", type=float, default=0.02, help="of the plate [m] (default: 0.02)")
    parser.add_argument("--count", type=int, default=6, help="spikes in a row (default: 6)")
    parser.add_argument("--width", type=float, default=0.04,
                        help="of a spike's foot, across its corners [m] (default: 0.04)")
    parser.add_argument("--height", type=float, default=0.15, help="of the highest spike [m] (default: 0.15)")
    parser.add_argument("--uneven", type=float, default=0.3, help="the lowest is lower by this part (default: 0.3)")
    parser.add_argument("--sides", type=int, default=4, help="of a spike, a multiple of 4 (default: 4)")
    options = parser.parse_args()
    if options.sides < 4 or options.sides % 4 or options.count < 1:
        parser.error("--sides must be 4, 8, 12, ..., and --count at least 1")
    if not (0 < options.width < options.size / options.count and options.thickness > 0):
        parser.error("--thickness must be positive, and --width so that the spikes stand apart")
    if not (options.height > 0 and 0 <= options.uneven < 1):
        parser.error("--height must be positive, and --uneven from 0 to below 1")
    values = vars(options)
    output = values.pop("output")
    write_generated(output, "Spikes on a plate", "make_spikes.py", spikes(**values), values)


if __name__ == "__main__":
    main()
