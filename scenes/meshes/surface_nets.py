"""Triangles on the surface f = 0 of a function that is negative inside: surface nets, walked from cell to cell.

Each cell of the grid that the surface passes gets a vertex for each sheet of it, each grid edge that it crosses a
quadrangle between the four cells around. (With one vertex for all sheets, the net would be glued together where they
come close.) Only cells on the surface are visited, starting from one, so the result is one connected shell.
"""
import math

# Of a cell: corners are numbered so that bit i says low or high along axis i; edges are pairs of corners, and faces
# are cycles of corners.
EDGES = [(a, b) for a in range(8) for b in range(8) if a < b and bin(a ^ b).count("1") == 1]
FACES = [[low, low | 1 << (axis + 1) % 3, low | 1 << (axis + 1) % 3 | 1 << (axis + 2) % 3, low | 1 << (axis + 2) % 3]
         for axis in range(3) for low in (0, 1 << axis)]


def surface_net(f, lines, seed, rounds):
    """Points and faces. `lines`: the grid's coordinates along the three axes; `seed`: a point inside, from which the
    first cell is sought upward; `rounds`: how often vertices are spread evenly and set back onto the surface."""
    values = {}  # of f at the grid's points

    def value(i, j, k):
        key = (i, j, k)
        if key not in values:
            values[key] = f(lines[0][i], lines[1][j], lines[2][k])
        return values[key]

    def corners(cell):
        return [value(cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2)) for c in range(8)]

    def crossed(cell):
        inside = [v < 0 for v in corners(cell)]
        return any(inside) and not all(inside)

    start = [max(n for n, x in enumerate(line) if x <= s) for line, s in zip(lines, seed)]
    while not crossed(start):
        start[2] += 1
    waiting, cells = [tuple(start)], {tuple(start)}
    while waiting:
        cell = waiting.pop()
        for axis in range(3):
            for step in (-1, 1):
                beside = cell[:axis] + (cell[axis] + step,) + cell[axis + 1:]
                if beside not in cells and crossed(beside):
                    cells.add(beside)
                    waiting.append(beside)

    points, vertex = [], {}  # vertex[cell, edge of it]
    for cell in sorted(cells):
        box = [(line[c], line[c + 1]) for line, c in zip(lines, cell)]
        for sheet in sheets(f, box, corners(cell)):
            points.append(middle_of_crossings(sheet, box, corners(cell)))
            vertex.update(((cell, edge), len(points) - 1) for edge in sheet)

    quads = []
    for cell in sorted(cells):
        for axis in range(3):
            inside, u, v = value(*cell) < 0, (axis + 1) % 3, (axis + 2) % 3
            if inside == (value(*(c + (i == axis) for i, c in enumerate(cell))) < 0):
                continue
            around = []  # the cells at the grid edge, counterclockwise seen from its end
            for du, dv in ((0, 0), (1, 0), (1, 1), (0, 1)):
                beside = tuple(c - (i == u and du) - (i == v and dv) for i, c in enumerate(cell))
                low = du << u | dv << v
                around.append(vertex[beside, (low, low | 1 << axis)])
            quads.append(around if inside else around[::-1])
    finest = min(b - a for line in lines for a, b in zip(line, line[1:]))
    for _ in range(rounds):
        points = spread(f, points, quads, finest)
    faces = []
    for a, b, c, d in quads:
        shorter = math.dist(points[a], points[c]) <= math.dist(points[b], points[d])
        faces += [(a, b, c), (a, c, d)] if shorter else [(a, b, d), (b, c, d)]
    return points, faces


def sheets(f, box, values):
    """The crossed edges of a cell, in groups: one for each sheet of the surface."""
    group = {(a, b): {(a, b)} for a, b in EDGES if (values[a] < 0) != (values[b] < 0)}

    def join(*edges):
        joined = group[edges[0]] | group[edges[1]]
        for edge in joined:
            group[edge] = joined

    for face in FACES:
        cycle = [(min(a, b), max(a, b)) for a, b in zip(face, face[1:] + face[:1])]
        crossings = [edge for edge in cycle if edge in group]
        if len(crossings) == 2:
            join(*crossings)
        elif len(crossings) == 4:  # opposite corners are alike; the middle of the face belongs to one pair
            ends = [[box[axis][c >> axis & 1] for c in (face[0], face[2])] for axis in range(3)]
            first = 0 if (values[face[0]] < 0) != (f(*(sum(pair) / 2 for pair in ends)) < 0) else 1
            join(cycle[first - 1], cycle[first])  # the edges that cut corner `first` off
            join(cycle[first + 1], cycle[(first + 2) % 4])
    return sorted({tuple(sorted(edges)) for edges in group.values()})


def middle_of_crossings(edges, box, values):
    total = [0.0, 0.0, 0.0]
    for a, b in edges:
        t = values[a] / (values[a] - values[b])
        for axis in range(3):
            start, end = (box[axis][corner >> axis & 1] for corner in (a, b))
            total[axis] += start + t * (end - start)
    return tuple(x / len(edges) for x in total)


def spread(f, points, quads, finest):
    """Moves every vertex half way to the mean of its neighbours and then, along the gradient of f, to the surface."""
    sums = [[0.0, 0.0, 0.0, 0] for _ in points]
    for quad in quads:
        for a, b in zip(quad, quad[1:] + quad[:1]):  # the net is closed: a vertex is `a` once for each neighbour
            for axis in range(3):
                sums[a][axis] += points[b][axis]
            sums[a][3] += 1
    h = 0.05 * finest
    moved = []
    for point, (*total, count) in zip(points, sums):
        p = [0.5 * x + 0.5 * s / count for x, s in zip(point, total)]
        for _ in range(2):
            here = f(*p)
            gradient = [(f(*(x + h if i == axis else x for i, x in enumerate(p))) - here) / h for axis in range(3)]
            slope = math.sqrt(sum(g * g for g in gradient))
            if slope < 0.1:  # of a distance it is 1; less is a crease, where a step would lead far away
                break
            move = max(-finest, min(finest, here / slope))
            p = [x - move * g / slope for x, g in zip(p, gradient)]
        moved.append(tuple(p))
    return moved
