#!/usr/bin/env python3
"""Writes a marble bust on a socle as one closed, smooth mesh: something for a cloth to reveal and to hide.

A head turned to its right, hair gathered in a knot, neck, shoulders with the arms cut off, and a turned socle on a
square plinth; life-size, 0.75 m high and 0.45 m wide. It stands on z = 0 around the z axis and looks along -y. The form
is a set of rounded solids, melted into each other where they meet; their numbers are metres.

A cloth of 1.0 m, let go level at z = 0.80, covers it down to the socle, one of 1.2 m to the floor.

Distances come from square roots and the four operations alone, which every machine rounds alike.
"""
import argparse
import math

from obj_file import write_obj
from surface_nets import surface_net


# Solids: functions of a point that give the distance to the surface (nearly, where exact is dear), negative inside.
def ellipsoid(centre, radii):
    cx, cy, cz = centre
    ax, ay, az = (1 / r for r in radii)
    smallest = min(radii)

    def distance(x, y, z):
        x, y, z = (x - cx) * ax, (y - cy) * ay, (z - cz) * az
        scaled = math.sqrt(x * x + y * y + z * z)
        slope = math.sqrt((x * ax) ** 2 + (y * ay) ** 2 + (z * az) ** 2)
        return scaled * (scaled - 1) / slope if slope > 0 else -smallest
    return distance


def limb(start, start_radius, end, end_radius):
    """A capsule whose radius changes evenly from one end to the other."""
    sx, sy, sz = start
    dx, dy, dz = (e - s for s, e in zip(start, end))
    square = dx * dx + dy * dy + dz * dz

    def distance(x, y, z):
        x, y, z = x - sx, y - sy, z - sz
        t = max(0.0, min(1.0, (x * dx + y * dy + z * dz) / square))
        x, y, z = x - t * dx, y - t * dy, z - t * dz
        return math.sqrt(x * x + y * y + z * z) - start_radius - t * (end_radius - start_radius)
    return distance


def block(centre, half, rounding):
    def distance(x, y, z):
        q = [abs(p - c) - h + rounding for p, c, h in zip((x, y, z), centre, half)]
        outside = math.sqrt(sum(max(a, 0.0) ** 2 for a in q))
        return outside + min(max(q), 0.0) - rounding
    return distance


def ring(height, radius, thickness):
    """A torus around the z axis."""
    def distance(x, y, z):
        return math.hypot(math.hypot(x, y) - radius, z - height) - thickness
    return distance


def pair(solid):
    """The solid at x > 0, and its mirror image."""
    return lambda x, y, z: solid(abs(x), y, z)


def melt(a, b, width):
    """The smaller of two distances, rounded where they differ by less than `width`."""
    h = max(width - abs(a - b), 0.0)
    return min(a, b) - h * h / (4 * width)


# Solids in the order they are added, each with the width [m] over which it melts into those before; "-" carves it out.
HEAD = [  # around the middle of the head, before it is turned
    ("+", 0.010, ellipsoid((0, 0.014, 0.034), (0.073, 0.090, 0.080))),               # skull
    ("+", 0.030, ellipsoid((0, -0.034, -0.036), (0.058, 0.058, 0.078))),             # face
    ("+", 0.024, pair(limb((0.051, 0.000, -0.052), 0.017, (0.017, -0.068, -0.096), 0.016))),  # jaw
    ("+", 0.014, ellipsoid((0, -0.081, -0.099), (0.017, 0.013, 0.014))),             # chin
    ("+", 0.024, pair(ellipsoid((0.036, -0.058, -0.050), (0.022, 0.024, 0.034)))),   # cheeks
    ("+", 0.020, pair(ellipsoid((0.043, -0.060, -0.016), (0.017, 0.018, 0.012)))),   # cheekbones
    ("-", 0.014, pair(ellipsoid((0.031, -0.103, 0.004), (0.018, 0.023, 0.0115)))),   # hollows of the eyes
    ("+", 0.016, pair(limb((0.010, -0.087, 0.023), 0.006, (0.045, -0.070, 0.023), 0.006))),   # brows
    ("+", 0.008, pair(ellipsoid((0.031, -0.076, 0.003), (0.0150, 0.0130, 0.0100)))),  # eyes
    ("+", 0.012, limb((0, -0.086, 0.018), 0.006, (0, -0.109, -0.024), 0.0090)),      # nose
    ("+", 0.010, pair(ellipsoid((0.0095, -0.094, -0.028), (0.0080, 0.012, 0.0075)))),  # its wings
    ("+", 0.010, ellipsoid((0, -0.090, -0.055), (0.021, 0.008, 0.0065))),            # upper lip
    ("+", 0.006, ellipsoid((0, -0.090, -0.0715), (0.018, 0.008, 0.0065))),           # lower lip
    ("+", 0.014, pair(ellipsoid((0.069, 0.010, -0.012), (0.014, 0.018, 0.030)))),    # ears
    ("-", 0.008, pair(ellipsoid((0.086, 0.006, -0.010), (0.007, 0.009, 0.016)))),
]
HAIR = [
    ("+", 0.010, ellipsoid((0, 0.032, 0.050), (0.083, 0.093, 0.081))),
    ("+", 0.016, pair(ellipsoid((0.054, 0.000, 0.048), (0.033, 0.054, 0.046)))),     # swept back over the temples
    ("+", 0.012, ellipsoid((0, 0.128, 0.024), (0.040, 0.034, 0.036))),               # knot
    ("+", 0.020, ellipsoid((0, 0.086, -0.036), (0.050, 0.034, 0.040))),              # nape
]
BODY = [
    ("+", 0.010, ellipsoid((0, 0.012, 0.285), (0.160, 0.095, 0.170))),               # chest
    ("+", 0.040, pair(ellipsoid((0.074, -0.046, 0.278), (0.068, 0.042, 0.060)))),
    ("+", 0.050, pair(limb((0.060, 0.020, 0.392), 0.050, (0.176, 0.014, 0.372), 0.046))),     # shoulders
    ("+", 0.040, pair(ellipsoid((0.186, 0.010, 0.335), (0.056, 0.060, 0.080)))),
    ("+", 0.050, pair(limb((0.020, 0.036, 0.470), 0.034, (0.120, 0.026, 0.410), 0.026))),     # from neck to shoulders
    ("+", 0.040, limb((0, 0.022, 0.380), 0.058, (-0.004, 0.008, 0.560), 0.050)),     # neck
    ("+", 0.030, pair(limb((0.012, -0.054, 0.410), 0.007, (0.050, 0.004, 0.550), 0.013))),    # its muscles
    ("+", 0.030, pair(limb((0.020, -0.060, 0.402), 0.008, (0.140, -0.010, 0.412), 0.009))),   # collarbones
    ("-", 0.024, ellipsoid((0, -0.082, 0.418), (0.012, 0.018, 0.014))),              # hollow of the throat
]
OUTLINE = ellipsoid((0, 0.0, 0.425), (0.228, 0.200, 0.255))  # what is outside of it is cut off: arms and waist
SOCLE = [
    ("+", 0.010, block((0, 0, 0.020), (0.100, 0.100, 0.020), 0.005)),
    ("+", 0.012, ring(0.050, 0.068, 0.016)),
    ("+", 0.020, limb((0, 0, 0.074), 0.054, (0, 0, 0.130), 0.040)),
    ("+", 0.010, ring(0.138, 0.042, 0.011)),
    ("+", 0.012, limb((0, 0, 0.150), 0.044, (0, 0.004, 0.200), 0.058)),
]

# The head looks to its right and a little down. Its middle [m], and the directions of its axes in space.
HEAD_MIDDLE = (-0.008, -0.012, 0.628)
TURN_SINE, NOD_SINE = 0.36, 0.10
TURN_COSINE, NOD_COSINE = math.sqrt(1 - TURN_SINE**2), math.sqrt(1 - NOD_SINE**2)


def to_head(x, y, z):
    x, y, z = x - HEAD_MIDDLE[0], y - HEAD_MIDDLE[1], z - HEAD_MIDDLE[2]
    x, y = TURN_COSINE * x - TURN_SINE * y, TURN_SINE * x + TURN_COSINE * y
    return x, NOD_COSINE * y - NOD_SINE * z, NOD_SINE * y + NOD_COSINE * z


def together(solids, x, y, z):
    distance = 1.0
    for sign, width, solid in solids:
        if sign == "+":
            distance = melt(distance, solid(x, y, z), width)
        else:
            distance = -melt(-distance, solid(x, y, z), width)
    return distance


def strands(x, y, z):
    """How much the combed hair is raised [m]: waves from the parting back to the knot."""
    along = abs(x) * 40 + z * 30 - y * 8 + 0.5
    saw = along - math.floor(along)
    return 0.0035 * (1 - 16 * (saw * (1 - saw)) ** 2)


def statue(x, y, z):
    body = together(BODY, x, y, z)
    body = -melt(-body, -OUTLINE(x, y, z), 0.016)
    if z > 0.44:
        head = to_head(x, y, z)
        body = melt(body, together(HEAD, *head), 0.024)
        body = melt(body, together(HAIR, *head) + strands(*head), 0.010)
    if z < 0.24:
        body = melt(body, together(SOCLE, x, y, z), 0.010)
    return body


def grid_lines(low, high, fine, coarse, *fine_ranges):
    """From `low` to `high` in steps that grow from `fine`, within the ranges, to `coarse` far from them."""
    lines = [low]
    while lines[-1] < high:
        away = min(max(start - lines[-1], lines[-1] - end, 0.0) for start, end in fine_ranges)
        lines.append(lines[-1] + min(coarse, fine + 0.15 * away))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", default="-", help="OBJ file to write (default: standard output)")
    parser.add_argument("--cell", type=float, default=0.0084, help="edge of the triangles in the face [m]; those of "
                        "the body are up to 2.4 times as long (default: 0.0084)")
    options = parser.parse_args()
    if not 0.002 <= options.cell <= 0.02:
        parser.error("--cell must be from 0.002 to 0.02")
    fine, coarse = options.cell, 2.4 * options.cell
    lines = [grid_lines(-0.30, 0.30, fine, coarse, (-0.05, 0.05)),
             grid_lines(-0.26, 0.26, fine, coarse, (-0.14, -0.06)),
             grid_lines(-0.05, 0.85, fine, coarse, (0.0, 0.06), (0.50, 0.72))]
    points, faces = surface_net(statue, lines, seed=(0, 0, 0.6), rounds=2)
    if len({(a, b) for face in faces for a, b in zip(face, face[1:] + face[:1])}) != 3 * len(faces):
        parser.error("cells of this size glue parts of the surface together; please take another")
    comment = f"A bust, {len(faces)} faces: scenes/meshes/make_statue.py --cell {options.cell:g}"
    write_obj(options.output, comment, points, faces, digits=5)


if __name__ == "__main__":
    main()
