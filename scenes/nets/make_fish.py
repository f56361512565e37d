#!/usr/bin/env python3
"""Writes fish.toml: the spring fish of Tu and Terzopoulos (Artificial Fishes, 1994; Tu's thesis, 1996).

Nodes, springs, masses and coefficients are those of the re-implementation vanish87/UnityFishSimulation (FishData.cs,
FishSolver.cs, commit af7bdde), whose units are its own. Here a unit of length is 1 cm and a unit of mass 3 g, which makes
a fish of 26 cm and 0.32 kg, as dense as water, and a unit of time 0.1 s, which lets it beat twice a second as fish of that
size do. So a stiffness of 1 is 3e-3 kg / (0.1 s)^2 = 0.3 N/m, a viscosity of 1 is 0.03 N s/m, and their water coefficient
of 1 is 3e-3 kg / (0.01 m)^3 = 3000 kg/m^3.
"""

import argparse
import pathlib

LENGTH, MASS, TIME = 0.01, 0.003, 0.1  # m, kg and s per unit

RINGS = [(-5, 2), (-10, 3), (-15, 2), (-20, 1), (-22, 0.8)]  # place along the axis, half the side of the square
# Of a ring, in this order: left and up, right and up, right and down, left and down. Head along +x, up along +z.
CORNERS = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
SEGMENTS = ["front", "middle", "rear"]  # between neighbouring rings; the last pair of rings has no muscles


def ring(r, k):
    return 1 + 4 * r + k % 4


def nodes():
    yield (0, 0, 0)
    for x, half in RINGS:
        for side, up in CORNERS:
            yield (x, half * side, half * up)
    yield (-26, 0, 3)
    yield (-26, 0, -3)


def masses():
    of_ring = [6.6, 11.0, 6.6, 1.1, 1.1]
    return [1.1] + [m for m in of_ring for _ in range(4)] + [0.165, 0.165]


def springs():
    groups = {"cross": [], "other": []}
    for segment in SEGMENTS:
        groups["left-" + segment], groups["right-" + segment] = [], []
    other, cross = groups["other"], groups["cross"]
    other += [(0, ring(0, k)) for k in range(4)]
    for r in range(5):
        other += [(ring(r, k), ring(r, k + 1)) for k in range(4)]
        cross += [(ring(r, k), ring(r, k + 2)) for k in range(2)]
    for r in range(4):
        for k in range(4):
            along = (ring(r, k), ring(r + 1, k))
            side = "left-" if CORNERS[k][0] > 0 else "right-"
            (groups[side + SEGMENTS[r]] if r < 3 else other).append(along)
            cross += [(ring(r, k), ring(r + 1, k + 1)), (ring(r, k + 1), ring(r + 1, k))]
    up, down = 21, 22
    other += [(17, up), (18, up), (19, down), (20, down), (up, down)]
    cross += [(17, down), (18, down), (19, up), (20, up)]
    return groups


def faces():
    for r in range(4):
        for k in range(4):
            yield (ring(r, k), ring(r + 1, k), ring(r + 1, k + 1), ring(r, k + 1))
    yield from [(17, 21, 18), (18, 21, 22, 19), (19, 22, 20), (20, 22, 21, 17)]


def number(value):
    return f"{value:.6g}"


def rows(items, per_line, render):
    items = [render(item) for item in items]
    lines = [", ".join(items[i : i + per_line]) for i in range(0, len(items), per_line)]
    return "[\n    " + ",\n    ".join(lines) + ",\n]\n"


def indices(item):
    return "[" + ", ".join(str(i) for i in item) + "]"


def text_of_net():
    groups = springs()
    muscles = sum(len(pairs) for name, pairs in groups.items() if "-" in name)
    assert (len(groups["cross"]), muscles, len(groups["other"])) == (46, 12, 33)
    assert len(list(nodes())) == len(masses()) == 23
    assert len(list(faces())) == 20
    stiffness = {"cross": 38, "other": 30}
    text = "# The fish of Tu and Terzopoulos: 23 nodes, 91 springs, 12 of them muscles. Written by make_fish.py, which names\n"
    text += "# the sources of its numbers and its units.\n\n"
    text += "nodes = " + rows(nodes(), 4, lambda p: "[" + ", ".join(number(LENGTH * c) for c in p) + "]")
    text += "masses = " + rows(masses(), 10, lambda m: number(MASS * m))
    text += "faces = " + rows(faces(), 5, indices)
    text += "# Their water passes over the nose.\n"
    text += "dry_faces = " + rows([(0, ring(0, k), ring(0, k + 1)) for k in range(4)], 5, indices)
    for name, pairs in groups.items():
        text += f'\n[[springs]]\nname = "{name}"\n'
        text += f"stiffness = {number(MASS / TIME**2 * stiffness.get(name, 28))}\n"
        text += f"damping = {number(MASS / TIME * 0.1)}\n"
        text += "between = " + rows(pairs, 8, indices)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("-o", "--output", type=pathlib.Path, help="TOML file to write (default: standard output)")
    output = parser.parse_args().output
    if output is None:
        print(text_of_net(), end="")
    else:
        output.write_text(text_of_net(), encoding="utf-8")


if __name__ == "__main__":
    main()
