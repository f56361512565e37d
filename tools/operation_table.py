"""Counts of operations as tables: per angle, and per particle of woven cloth beside EWS96 Table 1."""
from __future__ import annotations

import sympy

from angles import BEND, CORNER, EDGE, Angle
from straight_line import KINDS, Operations, Program

LEVELS = ("value", "and gradient", "and Hessian")
FORMS = ("written out", "shared", "closed forms, shared")

# EWS96 Table 1: the force on one particle with four neighbours.
EWS96 = {"EWS96, not optimised": Operations(26079, 49397, 483, 6594),
         "EWS96, optimised": Operations(1243, 2346, 40, 42)}

# What an interior particle owns of a woven grid: how many of each, and which particles its edge vectors join. A bend's
# t joins the neighbours on both sides of the thread.
WOVEN = (
    (EDGE, 2, ((-1, 1),)),
    (CORNER, 4, ((-1, 1, 0), (-1, 0, 1))),
    (BEND, 2, ((-1, 1, 0, 0, 0), (0, -1, 1, 0, 0), (0, 0, 0, -1, 1))),
)


def markdown(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines)


def cells(operations: Operations) -> list[str]:
    return [f"{getattr(operations, kind):,}" for kind in KINDS]


def law(angle: Angle) -> tuple[Operations, Operations]:
    """A moment linear in the angle (EWS96 eq. 3), or a tension quadratic in the length (eq. 5); then its slope."""
    if angle is EDGE:
        return Operations(additions=1, multiplications=2), Operations(multiplications=1)
    return Operations(additions=1, multiplications=1), Operations()


def assembly(angle: Angle, joins: tuple[tuple[int, ...], ...]) -> tuple[Operations, Operations]:
    """From positions to edges and from derivatives to forces added to particles; then the same for stiffness blocks."""
    edges, particles = len(joins), len(joins[0])
    moment, slope = law(angle)
    to_particles = sympy.Matrix(joins).T
    pulls = sympy.Matrix(edges, 3, sympy.symbols(f"f:{3 * edges}"))
    gathered = Program({}, [list(to_particles * pulls)]).shared().count(1)
    forces = Operations(additions=3 * edges) + moment + Operations(multiplications=3 * edges)
    forces += gathered + Operations(additions=3 * particles)

    # slope g g^T + moment H by edges, then by particles: block (i, j) is the sum of those of the edges that they end.
    size = 3 * edges
    entries = size * (size + 1) // 2
    stiffness = slope + Operations(additions=entries, multiplications=size + 2 * entries)
    names = {(i, j): sympy.Symbol(f"k_{i}_{j}") for i in range(size) for j in range(i, size)}
    K = sympy.Matrix(size, size, lambda i, j: names[min(i, j), max(i, j)])
    spread = sympy.kronecker_product(to_particles, sympy.eye(3))
    blocks = (spread * K * spread.T).applyfunc(sympy.expand)
    upper = [blocks[i, j] for i in range(3 * particles) for j in range(i, 3 * particles) if blocks[i, j] != 0]
    stiffness += Program({}, [upper]).shared().count(1) + Operations(additions=len(upper))
    return forces, stiffness


def operation_tables(derived: list[tuple[Angle, Program]]) -> str:
    counts = {}
    rows = []
    for angle, raw in derived:
        forms = (raw, raw.shared(), angle.program(*angle.vectors()).shared())
        counts[angle.name] = [[form.count(level) for form in forms] for level in (1, 2, 3)]
        for level, of_forms in zip(LEVELS, counts[angle.name]):
            name = f"`{angle.name}`" if level == LEVELS[0] else ""
            rows.append([name, level, *(" + ".join(cells(count)) for count in of_forms)])
    text = "Additions + multiplications + divisions + functions\n\n" + markdown(["", "", *FORMS], rows)

    rows = [[name, *cells(count), f"{count.total():,}"] for name, count in EWS96.items()]
    for what, level in (("forces", 1), ("forces and Jacobian", 2)):
        for form, form_name in enumerate(FORMS):
            total = Operations()
            for angle, times, joins in WOVEN:
                forces, stiffness = assembly(angle, joins)
                rest = forces + stiffness if level == 2 else forces
                total += (counts[angle.name][level][form] + rest) * times
            rows.append([f"{what}, {form_name}", *cells(total), f"{total.total():,}"])
    return text + "\n\nPer particle with four neighbours\n\n" + markdown(["", *KINDS, "in all"], rows)
