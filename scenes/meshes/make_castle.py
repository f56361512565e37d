#!/usr/bin/env python3
"""Writes a model of Castel del Monte as one closed mesh: the obstacle of EWS96, Figure 8.

An octagon of walls around an octagonal courtyard, with an octagonal tower at each corner. In metres of the building:

    main octagon     side 16.50 = 10.30 of free wall + 2 x 3.10, so 39.8 across the walls
    towers           side 3.10; they meet the walls 3.10 from the corners of the main octagon, so that six of their
                     sides are outside and one of their corners is within; 54.6 across two of them
    courtyard        17.74 between opposite walls, side 7.35
    heights          walls 25, towers 26, walls of the courtyard 20.50

Sources give either 25 and 26 m for walls and towers or 20.5 m for the courtyard's walls. All three hold when the roof
falls from the outer walls to the courtyard, and so it does here; --court-height 25 makes it level. The roof ends at the
towers, which stand above it on all eight sides. The courtyard goes right through the solid, to the floor of the scene.

The castle stands on z = 0 around the z axis, walls across the x and y axes. At the scale of 1:50 it is 1.09 m across
and 0.52 m high: a cloth of 1.6 m hangs 0.25 m down its sides, and its corners reach the floor.

Coordinates come from square roots and the four operations alone, which every machine rounds alike.
"""
import argparse
import math

from obj_file import Mesh, write_obj

WALL = 10.30         # m, free wall between two towers
TOWER_SIDE = 3.10    # m
COURT_WIDTH = 17.74  # m, between opposite walls of the courtyard

# Directions to the corners of an octagon with sides across the axes, counterclockwise from 22.5 degrees.
C, S = math.sqrt(2 + math.sqrt(2)) / 2, math.sqrt(2 - math.sqrt(2)) / 2
CORNERS = [(C, S), (S, C), (-S, C), (-C, S), (-C, -S), (-S, -C), (S, -C), (C, -S)]


def faces_of(parts: int, rows: int, court_rows: int) -> int:
    """Triangles when edges are cut into `parts` and the walls into `rows`; counted from `castle` below."""
    roof, floor, tower_top, tower_collar = 8 * 30, 8 * (30 + 8), 8 * 32, 8 * 8 * 3
    columns, court_columns = 8 * (4 + 6), 8 * 2
    walls = columns * rows + court_columns * court_rows
    return parts**2 * (roof + floor + tower_top + tower_collar) + 2 * parts * walls


def divisions(faces: int, wall_height: float, court_height: float) -> tuple[int, int, int]:
    """Parts and rows for at least so many faces: cells near to squares, then as many rows as are missing."""
    def court_rows(rows):
        return max(1, round(rows * court_height / wall_height))

    square = faces_of(1, 8, court_rows(8))  # rows of 3.1 m, like the sides of the towers
    parts = max(1, round(math.sqrt(faces / square)))
    rows = 1
    while faces_of(parts, rows, court_rows(rows)) < faces:
        rows += 1
    return parts, rows, court_rows(rows)


def castle(parts: int, rows: int, court_rows: int, wall_height: float, tower_height: float,
           court_height: float) -> Mesh:
    """The castle in metres of the building."""
    mesh = Mesh()
    wall_distance = (WALL + 2 * TOWER_SIDE) * C / S / 2  # from the middle to the main octagon's sides
    tower_radius = TOWER_SIDE / S / 2                    # to its corners
    court_radius = COURT_WIDTH / C / 2
    inner_distance = wall_distance / C - 2 * TOWER_SIDE * S  # to the towers' corners within the building
    slope = (wall_height - court_height) / (wall_distance - COURT_WIDTH / 2)
    inner_height = court_height + slope * (inner_distance * C - COURT_WIDTH / 2)

    def octagon(x, y, radius, heights):
        return [mesh.point(x + radius * c, y + radius * s, z) for (c, s), z in zip(CORNERS, heights)]

    def strip(inner, outer, flip):
        """Between two rows of points of which one has a point more; counterclockwise seen from above, or below."""
        for i in range(len(inner) - 1):
            j = i + 1 if len(outer) > len(inner) else i
            triangle(inner[i], outer[j], inner[i + 1], flip)
        for i in range(len(outer) - 1):
            triangle(inner[i if len(outer) > len(inner) else i + 1], outer[i], outer[i + 1], flip)

    def triangle(a, b, c, flip=False):
        mesh.triangle(*((a, c, b) if flip else (a, b, c)), parts)

    court = [octagon(0, 0, court_radius, [z] * 8) for z in (0, court_height)]
    # towers[level][k][i]: corner i of tower k, i = 0 the outermost and i = 4 the one within the building; on the
    # ground, at the height of the walls or the roof, and on top.
    towers, centres = [[], [], []], []
    for k in range(8):
        x, y = (coordinate * (inner_distance + tower_radius) for coordinate in CORNERS[k])
        middle = [inner_height if (i - k) % 8 == 4 else wall_height for i in range(8)]
        for level, heights in enumerate(([0] * 8, middle, [tower_height] * 8)):
            ring = octagon(x, y, tower_radius, heights)
            towers[level].append(ring[k:] + ring[:k])
        centres.append((x, y))
    ground, middle, top = towers

    for k in range(8):
        after = (k + 1) % 8
        for level, flip in ((1, False), (0, True)):  # the roof from this tower to the next, and the floor below it
            here, there = towers[level][k], towers[level][after]
            sides = [mesh.chain(court[level][k], here[4], 3), mesh.chain(court[level][after], there[4], 3)]
            lines = [mesh.chain(a, b, 2 + i) for i, (a, b) in enumerate(zip(*sides))]
            lines.append(mesh.chain(here[3], there[5], 4))
            for inner, outer in zip(lines, lines[1:]):
                strip(inner, outer, flip)

        below, above = mesh.chain(ground[k][3], ground[after][5], 4), mesh.chain(middle[k][3], middle[after][5], 4)
        for i in range(4):
            mesh.rectangle(below[i], below[i + 1], above[i + 1], above[i], parts, rows)
        below, above = (mesh.chain(court[level][after], court[level][k], 2) for level in (0, 1))
        for i in range(2):
            mesh.rectangle(below[i], below[i + 1], above[i + 1], above[i], parts, court_rows)

        for i in (5, 6, 7, 0, 1, 2):
            j = (i + 1) % 8
            mesh.rectangle(ground[k][i], ground[k][j], middle[k][j], middle[k][i], parts, rows)
        x, y = centres[k]
        ring = octagon(x, y, 0.54 * tower_radius, [tower_height] * 8)
        ring = ring[k:] + ring[:k]
        tip, foot = mesh.point(x, y, tower_height), mesh.point(x, y, 0)
        for i in range(8):
            j = (i + 1) % 8
            half = mesh.chain(top[k][i], top[k][j], 2)[1]  # the collar is low: halves make its triangles less flat
            triangle(middle[k][i], middle[k][j], half)
            triangle(middle[k][i], half, top[k][i])
            triangle(middle[k][j], top[k][j], half)
            triangle(ring[i], top[k][i], half)
            triangle(ring[i], half, ring[j])
            triangle(half, top[k][j], ring[j])
            triangle(tip, ring[i], ring[j])
            triangle(foot, ground[k][i], ground[k][j], flip=True)
    return mesh


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], epilog="Lengths are metres of the building.")
    parser.add_argument("-o", "--output", default="-", help="OBJ file to write (default: standard output)")
    parser.add_argument("--faces", type=int, default=4000, help="number of triangles, at least (default: 4000)")
    parser.add_argument("--scale", type=float, default=50, help="N of the scale 1:N (default: 50)")
    parser.add_argument("--wall-height", type=float, default=25.0)
    parser.add_argument("--tower-height", type=float, default=26.0)
    parser.add_argument("--court-height", type=float, default=20.5)
    options = parser.parse_args()
    if not 0 < options.court_height <= options.wall_height < options.tower_height:
        parser.error("heights must rise from the courtyard's walls to the outer walls and on to the towers")
    if options.faces < 1 or not options.scale > 0:
        parser.error("--faces and --scale must be positive")
    cuts = divisions(options.faces, options.wall_height, options.court_height)
    mesh = castle(*cuts, options.wall_height, options.tower_height, options.court_height)
    points = [tuple(x / options.scale for x in point) for point in mesh.points]
    comment = (f"Castel del Monte, 1:{options.scale:g}, {len(mesh.faces)} faces: scenes/meshes/make_castle.py "
               f"--faces {options.faces} --scale {options.scale:g} --wall-height {options.wall_height:g} "
               f"--tower-height {options.tower_height:g} --court-height {options.court_height:g}")
    write_obj(options.output, comment, points, mesh.faces, digits=9)


if __name__ == "__main__":
    main()
