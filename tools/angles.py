"""The angles of woven and of triangulated cloth: each as it is defined, and as a program made by hand from that.

A definition is what is meant (docs/theory/computer-algebra.md has the pictures). A program computes the same angle, its
gradient and its Hessian in far fewer operations, by closed forms that were found on paper; derive_angles.py
differentiates the definition and accepts the program only where both agree to 40 digits.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy
from sympy import Matrix, Rational, sqrt

from straight_line import Program

HALF = Rational(1, 2)


@dataclass(frozen=True)
class Angle:
    name: str
    edges: tuple[str, ...]  # names of the edge vectors that it is a function of
    definition: Callable[..., sympy.Expr]
    program: Callable[..., Program]
    is_ahead: bool = False  # an arctangent whose second argument is never negative

    def vectors(self) -> list[Matrix]:
        return [Matrix([sympy.Symbol(f"{edge}_{axis}", real=True) for axis in "xyz"]) for edge in self.edges]

    def variables(self) -> list[sympy.Symbol]:
        return [component for vector in self.vectors() for component in vector]


def norm(v: Matrix) -> sympy.Expr:
    return sqrt(v.dot(v))


def both(a: Matrix, b: Matrix) -> Matrix:
    """a b^T + b a^T."""
    return a * b.T + b * a.T


def levels(value: sympy.Expr, gradient: list[Matrix], blocks: list[list[Matrix]]) -> list[list[sympy.Expr]]:
    """Value; gradient; the Hessian's upper triangle row by row, from its upper blocks."""
    size = len(gradient)
    upper = [blocks[i // 3][j // 3 - i // 3][i % 3, j % 3] for i in range(3 * size) for j in range(i, 3 * size)]
    return [[value], [component for vector in gradient for component in vector], upper]


def edge_definition(e: Matrix) -> sympy.Expr:
    return norm(e)


def edge_program(e: Matrix) -> Program:
    """The length of an edge: no angle, but counted beside them."""
    f = Program()
    l = f.scalar("l", norm(e))
    inverse = f.scalar("il", 1 / l)
    u = f.vector("u", inverse * e)
    f.levels = levels(l, [u], [[inverse * (sympy.eye(3) - u * u.T)]])
    return f


def corner_definition(p: Matrix, r: Matrix) -> sympy.Expr:
    return -sympy.asin(p.dot(r) / (norm(p) * norm(r)))


def corner_program(p: Matrix, r: Matrix) -> Program:
    """With m = p x r, A = |m|, d = p.r, a = p.p, b = r.r the angle is -atan2(d, A), its gradient
    g_p = ((d/a) p - r) / A and g_r likewise, and its Hessian, with M = m m^T / A^3:

        H_pr = -M,   H_pp = (d/a) M - (p g_p^T + g_p p^T) / a,   H_rr likewise.

    A from m and not from a b - d^2: 11 operations more, and exact however nearly parallel p and r are.
    """
    f = Program()
    m = f.vector("m", p.cross(r))
    m2 = f.scalar("m2", m.dot(m))
    d = f.scalar("d", p.dot(r))
    area = f.scalar("area", sqrt(m2))
    ia = f.scalar("ia", 1 / area)
    ip2, ir2 = f.scalar("ip2", 1 / p.dot(p)), f.scalar("ir2", 1 / r.dot(r))
    kp, kr = f.scalar("kp", d * ip2), f.scalar("kr", d * ir2)
    g_p = f.vector("gp", ia * (kp * p - r))
    g_r = f.vector("gr", ia * (kr * r - p))
    n = f.vector("n", ia * m)
    M = upper_matrix(f, "mm", n * f.vector("na", ia * n).T)
    p_a, r_b = f.vector("pa", ip2 * p), f.vector("rb", ir2 * r)
    f.levels = levels(-sympy.atan2(d, area), [g_p, g_r],
                      [[kp * M - both(p_a, g_p), -M], [kr * M - both(r_b, g_r)]])
    return f


def upper_matrix(f: Program, name: str, value: Matrix) -> Matrix:
    """A symmetric matrix as six steps."""
    parts = {(i, j): f.scalar(f"{name}_{'xyz'[i]}{'xyz'[j]}", value[i, j]) for i in range(3) for j in range(i, 3)}
    return Matrix(3, 3, lambda i, j: parts[min(i, j), max(i, j)])


def bend_definition(e1: Matrix, e2: Matrix, t: Matrix) -> sympy.Expr:
    u1, u2 = e1 / norm(e1), e2 / norm(e2)
    w = u1 + u2
    n = w.cross(t)
    return 2 * sympy.atan2((u2 - u1).dot(n) / norm(n), norm(w))


def bend_program(e1: Matrix, e2: Matrix, t: Matrix) -> Program:
    """In the frame of w, b and n, the thread, what lies across it and the normal, all lengths being taken out,

        e1 ~ (1, -z, -s),   e2 ~ (1, z, s),   t ~ (k, 1, 0):   angle = 2 atan s.

    There every block of the Hessian has a few coefficients in k, s and z, for the vectors a_i and b_i: n and b made
    perpendicular to e_i, over the length of e_i along w. With Q = 1 + s^2, R = Q + 2 z^2, and p_i for the projection
    to the plane perpendicular to e_i:

        H_12 Q^2 = (a_1, b_1) C (a_2, b_2)^T,   2 C = | -k^2 s R       k (k z Q + R) |
                                                     | k (k z Q - R)  -s R          |
        H_11 = (a_1, b_1) of the same with C_21 in both corners, + (z/Q)(a_1 b_1^T + b_1 a_1^T) + 2 s z^2/Q^2 b_1 b_1^T
               + (k s z/Q) p_1 / |e1|^2 - (e1 g_1^T + g_1 e1^T) / |e1|^2,
        H_22 likewise with C_12, and -k in the term of p_2.
    """
    f = Program()
    i1, i2 = f.scalar("i1", 1 / norm(e1)), f.scalar("i2", 1 / norm(e2))
    u1, u2 = f.vector("u1", i1 * e1), f.vector("u2", i2 * e2)
    w, v = f.vector("w", u1 + u2), f.vector("v", u2 - u1)
    m = f.vector("m", w.cross(t))
    w2, m2 = f.scalar("w2", w.dot(w)), f.scalar("m2", m.dot(m))
    height, root = f.scalar("height", v.dot(m)), f.scalar("root", sqrt(w2 * m2))
    value = 2 * sympy.atan2(height, root)

    ir = f.scalar("ir", 1 / root)
    ir2 = f.scalar("ir2", ir * ir)
    im2, iw2 = f.scalar("im2", w2 * ir2), f.scalar("iw2", m2 * ir2)
    wt, vt = f.scalar("wt", w.dot(t)), f.scalar("vt", v.dot(t))
    s, kz = f.scalar("s", height * ir), f.scalar("kz", wt * vt * im2)
    Q = f.scalar("q", 1 + s * s)
    iq = f.scalar("iq", 1 / Q)
    twice = f.scalar("iq2", 2 * iq)
    along_m, along_w = f.scalar("along_m", twice * ir), f.scalar("along_w", twice * s * iw2)
    along_u = f.scalar("along_u", s * kz * iq)
    m_1, m_2 = f.scalar("m_1", along_m * (kz - 1)), f.scalar("m_2", along_m * (kz + 1))
    m_t = f.scalar("m_t", -along_m * vt * im2 * w2)
    shared = f.vector("gw", along_w * w)
    g_1 = f.vector("g1", i1 * (m_1 * m + along_u * u1 - shared))
    g_2 = f.vector("g2", i2 * (m_2 * m - along_u * u2 - shared))
    g_t = f.vector("gt", m_t * m)

    size = f.scalar("size", sqrt(w2))  # |w|
    im, iw = f.scalar("im", size * ir), f.scalar("iw", size * iw2)
    k, z = f.scalar("k", wt * im), f.scalar("z", vt * im)
    n, along = f.vector("n", im * m), f.vector("wu", iw * w)
    b = f.vector("b", n.cross(along))
    half = f.scalar("half", HALF * size)
    ns, bs = f.scalar("ns", half * s), f.scalar("bs", half * z)
    x1, x2 = f.scalar("x1", 2 * i1 * iw), f.scalar("x2", 2 * i2 * iw)
    a_1, a_2 = f.vector("a1", x1 * (n + ns * u1)), f.vector("a2", x2 * (n - ns * u2))
    b_1, b_2 = f.vector("b1", x1 * (b + bs * u1)), f.vector("b2", x2 * (b - bs * u2))
    # Coefficients; those of t carry 1/h, h = |m| / |w| being how far t reaches across the thread.
    iqq = f.scalar("iqq", iq * iq)
    zq, zz = f.scalar("zq", z * iq), f.scalar("zz", z * z)
    R = f.scalar("r", iqq * (Q + 2 * zz))
    sr, kr = f.scalar("sr", s * R), f.scalar("kr", k * R)
    kzq = f.scalar("kzq", k * k * zq)
    C_aa, C_bb = f.scalar("caa", -HALF * k * k * sr), f.scalar("cbb", -HALF * sr)
    C_12, C_21 = f.scalar("cab", HALF * (kzq + kr)), f.scalar("cba", HALF * (kzq - kr))
    D_bb = f.scalar("dbb", C_bb + 2 * s * zz * iqq)
    D_1, D_2 = f.scalar("d1", C_21 + zq), f.scalar("d2", C_12 + zq)
    bow = f.scalar("bow", s * k * zq)

    def diagonal(name: str, a: Matrix, b: Matrix, D: sympy.Expr, u: Matrix, g: Matrix, i: sympy.Expr, bow: sympy.Expr):
        first, second = f.vector(f"{name}a", C_aa * a + D * b), f.vector(f"{name}b", D * a + D_bb * b)
        around = f.scalar(f"{name}o", bow * i * i)
        lean = f.vector(f"{name}u", i * g + HALF * around * u)
        return a * first.T + b * second.T - both(u, lean) + around * sympy.eye(3)

    ih = f.scalar("ih", size * im)
    zs = f.scalar("zs", s * zq)
    n_h = f.vector("nh", ih * n)
    turn = f.vector("turn", ih * zq * (along - k * b))
    to_1 = f.vector("t1", (k * sr - zs) * a_1 + (R - zq * (z + k)) * b_1)
    to_2 = f.vector("t2", (k * sr + zs) * a_2 - (R - zq * (z - k)) * b_2)
    lean = f.vector("lean", -sr * n_h + 2 * zq * ih * b)
    f.levels = levels(value, [g_1, g_2, g_t], [
        [diagonal("h1", a_1, b_1, D_1, u1, g_1, i1, bow),
         a_1 * f.vector("e", C_aa * a_2 + C_12 * b_2).T + b_1 * f.vector("f", C_21 * a_2 + C_bb * b_2).T,
         to_1 * n_h.T + a_1 * turn.T],
        [diagonal("h2", a_2, b_2, D_2, u2, g_2, i2, -bow), to_2 * n_h.T + a_2 * turn.T],
        [both(n_h, lean)]])
    return f


def hinge_definition(e: Matrix, d1: Matrix, d2: Matrix) -> sympy.Expr:
    n1, n2 = e.cross(d1), d2.cross(e)
    return sympy.atan2(norm(e) * n1.dot(d2), n1.dot(n2))


def hinge_program(e: Matrix, d1: Matrix, d2: Matrix) -> Program:
    """The angle is the difference of two azimuths around e, so no second derivative joins d1 and d2. For a side with
    n = e x d, k = d.e/e.e, c = d - k e and S = |e|^3 (n c^T + c n^T) / |n|^4 it adds to the gradient and to the Hessian

        g_d = |e| n / |n|^2,   g_e = -k g_d,
        H_dd = -S,   H_ed = k S - n e^T / (|n|^2 |e|),
        H_ee = -(k^2 + |n|^2/(2 |e|^4)) S + k (n e^T + e n^T) / (|n|^2 |e|),

    and for the other side the negative of that.
    """
    f = Program()
    n1, n2 = f.vector("n1", e.cross(d1)), f.vector("n2", d2.cross(e))
    ee = f.scalar("ee", e.dot(e))
    l = f.scalar("l", sqrt(ee))
    value = sympy.atan2(l * n1.dot(d2), n1.dot(n2))

    ie = f.scalar("ie", 1 / ee)
    half = f.scalar("half", HALF * ie * ie)
    # The second side's n is d x e, so that all of its products with n have the other sign.
    blocks, gradients = [], []
    for side, n, d in (("1", n1, d1), ("2", n2, d2)):
        nn = f.scalar(f"nn{side}", n.dot(n))
        inn = f.scalar(f"inn{side}", 1 / nn)
        k = f.scalar(f"k{side}", d.dot(e) * ie)
        g = f.vector(f"g{side}", l * inn * n)
        gradients.append((g, k))
        c = f.vector(f"s{side}", f.scalar(f"es{side}", ee * inn) * (d - k * e))
        S = upper_matrix(f, f"ss{side}", both(g, c))
        g_e = f.vector(f"ge{side}", ie * g)
        bow = f.scalar(f"bow{side}", k * k + nn * half)
        blocks.append((S, k * S - g_e * e.T, -bow * S, k * g_e))
    (g_1, k1), (g_2, k2) = gradients
    (S1, ed1, ee1, y1), (S2, ed2, ee2, y2) = blocks
    both_y = f.vector("y", y1 + y2)
    f.levels = levels(value, [-k1 * g_1 - k2 * g_2, g_1, g_2],
                      [[ee1 + ee2 + both(both_y, e), ed1, ed2], [-S1, sympy.zeros(3)], [-S2]])
    return f


EDGE = Angle("edge_length", ("e",), edge_definition, edge_program)
CORNER = Angle("corner_angle", ("p", "r"), corner_definition, corner_program, is_ahead=True)
BEND = Angle("bend_angle", ("e1", "e2", "t"), bend_definition, bend_program, is_ahead=True)
HINGE = Angle("hinge_angle", ("e", "d1", "d2"), hinge_definition, hinge_program)
