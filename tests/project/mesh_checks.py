"""What can be said of a triangle mesh: whether it is closed, what it encloses, and how its triangles are shaped."""

import math
from collections import Counter


def read_obj(path):
    """Points and faces (from 0) of the OBJ files that scenes/meshes makes."""
    points, faces = [], []
    for line in path.read_text(encoding="ascii").splitlines():
        kind, *rest = line.split()
        if kind == "v":
            points.append(tuple(float(x) for x in rest))
        elif kind == "f":
            faces.append(tuple(int(corner.split("/")[0]) - 1 for corner in rest))
    return points, faces


def directed_edges(faces):
    return Counter((a, b) for face in faces for a, b in zip(face, face[1:] + face[:1]))


def is_closed(faces):
    """Every edge has one face on either side, and these agree on what is outside."""
    edges = directed_edges(faces)
    return all(count == 1 and (b, a) in edges for (a, b), count in edges.items())


def is_manifold(faces):
    """Closed, and the faces around each vertex form one fan."""
    if not is_closed(faces):
        return False
    after = {}
    for a, b, c in faces:
        for corner, start, end in ((a, b, c), (b, c, a), (c, a, b)):
            after.setdefault(corner, {})[start] = end
    for around in after.values():
        first = here = next(iter(around))
        steps = 0
        while steps == 0 or here != first:
            here = around[here]
            steps += 1
        if steps != len(around):
            return False
    return True


def euler_characteristic(points, faces):
    return len(points) - len(directed_edges(faces)) // 2 + len(faces)


def shells(points, faces):
    """The number of connected pieces."""
    parent = list(range(len(points)))

    def root(p):
        while parent[p] != p:
            parent[p] = parent[parent[p]]
            p = parent[p]
        return p

    for a, b, c in faces:
        parent[root(b)] = root(a)
        parent[root(c)] = root(a)
    return len({root(p) for p in range(len(points))})


def cross(u, v):
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def between(p, q):
    return tuple(b - a for a, b in zip(p, q))


def volume(points, faces):
    """Enclosed, positive when faces look outward."""
    terms = []
    for a, b, c in faces:
        normal = cross(points[b], points[c])
        terms.append(sum(x * n for x, n in zip(points[a], normal)) / 6)
    return math.fsum(terms)


def smallest_angle(points, faces):
    """Of all triangles, in degrees."""
    smallest = 180.0
    for face in faces:
        for i in range(3):
            u, v = (between(points[face[i]], points[face[i - k]]) for k in (1, 2))
            angle = math.atan2(math.hypot(*cross(u, v)), sum(a * b for a, b in zip(u, v)))
            smallest = min(smallest, math.degrees(angle))
    return smallest


def extent(points, axis):
    values = [point[axis] for point in points]
    return min(values), max(values)
