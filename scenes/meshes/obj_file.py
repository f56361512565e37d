"""What the mesh generators of this folder share: a triangle mesh being built, and its OBJ file."""
import math
import os
import sys
import tempfile
from pathlib import Path


class Mesh:
    """Points [m] and triangles, counterclockwise seen from outside."""

    def __init__(self):
        self.points = []
        self.faces = []
        self._chains = {}  # what `chain` made, so that panels with a common edge have common points

    def point(self, x, y, z) -> int:
        self.points.append((x, y, z))
        return len(self.points) - 1

    def chain(self, a: int, b: int, parts: int) -> list[int]:
        """The points that cut the edge from `a` to `b` into equal parts, ends included."""
        if a > b:
            return self.chain(b, a, parts)[::-1]
        key = (a, b, parts)
        if key not in self._chains:
            between = [self.point(*self.blend((a, 1 - i / parts), (b, i / parts))) for i in range(1, parts)]
            self._chains[key] = [a, *between, b]
        return self._chains[key]

    def blend(self, *weighted):
        """The weighted sum of points, given as (point, weight)."""
        return tuple(sum(self.points[p][axis] * w for p, w in weighted) for axis in range(3))

    def triangle(self, a: int, b: int, c: int, parts: int = 1) -> None:
        """A triangle cut into parts^2 triangles of its own shape."""
        left, right, below = self.chain(a, c, parts), self.chain(b, c, parts), self.chain(a, b, parts)
        for row in range(parts):  # from the edge ab up to c
            width = parts - row - 1  # of the row above
            if row + 1 == parts:
                above = [c]
            else:
                inner = [self.point(*self.blend((left[row + 1], 1 - i / width), (right[row + 1], i / width)))
                         for i in range(1, width)]
                above = [left[row + 1], *inner, right[row + 1]]
            for i in range(width + 1):
                self.faces.append((below[i], below[i + 1], above[i]))
            for i in range(width):
                self.faces.append((below[i + 1], above[i + 1], above[i]))
            below = above

    def rectangle(self, a: int, b: int, c: int, d: int, columns: int, rows: int) -> None:
        """The four-sided panel a b c d (a, b below, d above a), its cells cut along alternating diagonals."""
        left, right = self.chain(a, d, rows), self.chain(b, c, rows)
        below = self.chain(a, b, columns)
        for row in range(1, rows + 1):
            if row == rows:
                above = self.chain(d, c, columns)
            else:
                inner = [self.point(*self.blend((left[row], 1 - i / columns), (right[row], i / columns)))
                         for i in range(1, columns)]
                above = [left[row], *inner, right[row]]
            for i in range(columns):
                p, q, r, s = below[i], below[i + 1], above[i + 1], above[i]
                self.faces += [(p, q, r), (p, r, s)] if (row + i) % 2 else [(p, q, s), (q, r, s)]
            below = above


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def add_capsule(mesh: Mesh, start, end, radius: float, side, segments: int, rings) -> None:
    """A closed shell around the segment from start to end. Its rings, from (middle, latitude), have vertices from the
    direction `side` on, a unit vector across the segment."""
    length = math.dist(start, end)
    along = [(e - s) / length for s, e in zip(start, end)]
    third = cross(along, side)

    def ring(middle, latitude):
        reach, out = radius * math.sin(latitude), radius * math.cos(latitude)
        angles = [2 * math.pi * k / segments for k in range(segments)]
        return [mesh.point(*(c + reach * a + out * (math.cos(t) * s + math.sin(t) * n)
                             for c, a, s, n in zip(middle, along, side, third))) for t in angles]

    first = mesh.point(*(s - radius * a for s, a in zip(start, along)))
    rings = [ring(*where) for where in rings]
    last = mesh.point(*(e + radius * a for e, a in zip(end, along)))
    for k in range(segments):
        after = (k + 1) % segments
        mesh.faces += [(first, rings[0][after], rings[0][k]), (last, rings[-1][k], rings[-1][after])]
        for below, above in zip(rings, rings[1:]):
            mesh.faces += [(below[k], below[after], above[after]), (below[k], above[after], above[k])]


def print_woven_faces(rows: int, columns: int, corner) -> None:
    """Two triangles per cell; corner(row, column) names a vertex as OBJ does. Diagonals alternate, so that the cloth shears
    alike to both sides; faces point outward."""
    for row in range(rows):
        for k in range(columns):
            a, b = corner(row, k), corner(row, k + 1)
            c, d = corner(row + 1, k), corner(row + 1, k + 1)
            if (row + k) % 2 == 0:
                print(f"f {a} {c} {d}\nf {a} {d} {b}")
            else:
                print(f"f {a} {c} {b}\nf {b} {c} {d}")


def write_obj(path, comment: str, points, faces, digits: int = 6) -> None:
    """Writes an OBJ file with `digits` after the point; aside first, so that no half of one ever has the name. Points
    that no face has are left out. The path "-" is the standard output."""
    number = {}
    for face in faces:
        for corner in face:
            number[corner] = 0
    lines = [f"# {comment}"]
    for count, point in enumerate(sorted(number), start=1):
        number[point] = count
        # Adding zero turns -0 into 0.
        lines.append("v " + " ".join(f"{round(x, digits) + 0.0:.{digits}f}" for x in points[point]))
    lines += ["f " + " ".join(str(number[corner]) for corner in face) for face in faces]
    text = "\n".join(lines) + "\n"
    if str(path) == "-":
        sys.stdout.write(text)
        return
    target = Path(path)
    handle, aside = tempfile.mkstemp(prefix=target.name + ".", suffix=".part", dir=target.parent)
    try:
        with open(handle, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)  # a file made aside is for its owner alone
        os.umask(mask)
        os.chmod(aside, 0o666 & ~mask)
        os.replace(aside, target)
    except BaseException:
        os.unlink(aside)
        raise


def write_generated(path, title, script, mesh, options):
    """Writes a mesh with a first line that says what it is and which command makes it again."""
    arguments = " ".join(f"--{name} {value:g}" for name, value in options.items())
    write_obj(path, f"{title}, {len(mesh.faces)} faces: scenes/meshes/{script} {arguments}", mesh.points, mesh.faces)
