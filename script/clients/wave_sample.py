"""The wave that output_sample writes (tests/output/wavy_cloths.hpp), for the checks in this folder."""

import math

FPS = 25
FRAMES = 3
CLOTHS = {"curtain": (21, 11), "table_cloth": (9, 9)}  # file name: particles along x and y
SPACING, APART, AMPLITUDE = 0.25, 6.0, 0.1  # m


def points(cloth, frame):
    """Positions [m] and velocities [m/s] of a cloth's particles, in the order of the files."""
    columns, rows = CLOTHS[cloth]
    start = APART * list(CLOTHS).index(cloth)
    positions, velocities = [], []
    for b in range(rows):
        for a in range(columns):
            x = start + SPACING * a
            angle = 2 * math.pi * (x + frame / FPS)
            positions.append((x, SPACING * b, AMPLITUDE * math.sin(angle)))
            velocities.append((0.0, 0.0, 2 * math.pi * AMPLITUDE * math.cos(angle)))
    return positions, velocities


def face_count(cloth):
    columns, rows = CLOTHS[cloth]
    return 2 * (columns - 1) * (rows - 1)


def largest_difference(found, expected):
    """Over all coordinates; the two have the same length."""
    assert len(found) == len(expected), f"{len(found)} points, expected {len(expected)}"
    return max(abs(f - e) for p, q in zip(found, expected) for f, e in zip(p, q))
