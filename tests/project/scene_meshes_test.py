#!/usr/bin/env python3
"""The meshes that scenes ask for are what their generators make, and are the solids that they should be.

usage: scene_meshes_test.py [unittest's arguments]
"""

import math
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from mesh_checks import (euler_characteristic, extent, is_closed, is_manifold, read_obj, shells, smallest_angle, volume)

MESHES = Path(__file__).resolve().parents[2] / "scenes/meshes"
sys.path.insert(0, str(MESHES))


def make(name, output, *arguments):
    return subprocess.run([sys.executable, "-B", MESHES / f"make_{name}.py", "-o", output, *arguments], text=True,
                          capture_output=True, check=False)


class MeshTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tulle-meshes-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def made(self, name, *arguments):
        """Points and faces of what the generator writes, which is one file with nothing beside it."""
        path = self.folder / "mesh.obj"
        run = make(name, path, *arguments)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertEqual([path], list(self.folder.iterdir()))
        return read_obj(path)

    def expect_committed_as_made(self, name):
        self.made(name)
        self.assertEqual((self.folder / "mesh.obj").read_bytes(), (MESHES / f"{name}.obj").read_bytes())

    def expect_refused(self, name, *arguments):
        run = make(name, self.folder / "mesh.obj", *arguments)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual([], list(self.folder.iterdir()))


class Nets(unittest.TestCase):
    def test_the_fish_is_as_made(self):
        nets = MESHES.parent / "nets"
        made = subprocess.run([sys.executable, "-B", nets / "make_fish.py"], text=True, capture_output=True, check=True)
        self.assertEqual(made.stdout, (nets / "fish.toml").read_text(encoding="utf-8"))


class Checks(unittest.TestCase):
    """The checks themselves can fail."""

    POINTS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]

    def test_a_tetrahedron_is_a_closed_solid(self):
        self.assertTrue(is_manifold(self.FACES))
        self.assertEqual(euler_characteristic(self.POINTS, self.FACES), 2)
        self.assertEqual(shells(self.POINTS, self.FACES), 1)
        self.assertAlmostEqual(volume(self.POINTS, self.FACES), 1 / 6)
        self.assertAlmostEqual(smallest_angle(self.POINTS, self.FACES), 45)

    def test_missing_turned_and_repeated_faces_are_found(self):
        self.assertFalse(is_closed(self.FACES[1:]))
        self.assertFalse(is_closed([(0, 1, 2), *self.FACES[1:]]))
        self.assertFalse(is_closed(self.FACES + self.FACES))

    def test_solids_that_touch_in_a_point_are_no_manifold(self):
        both = self.FACES + [tuple(0 if p == 0 else p + 3 for p in face) for face in self.FACES]
        self.assertTrue(is_closed(both))
        self.assertFalse(is_manifold(both))


class Skirt(unittest.TestCase):
    def test_is_committed_as_it_is_made(self):
        made = subprocess.run([sys.executable, "-B", MESHES / "make_skirt.py"], capture_output=True, check=True).stdout
        self.assertEqual(made, (MESHES / "skirt.obj").read_bytes())


class Trousers(unittest.TestCase):
    def test_are_committed_as_they_are_made(self):
        made = subprocess.run([sys.executable, "-B", MESHES / "make_trousers.py"], capture_output=True, check=True).stdout
        self.assertEqual(made, (MESHES / "trousers.obj").read_bytes())

    def test_are_a_tube_that_faces_outward(self):
        points, faces = read_obj(MESHES / "trousers.obj")
        self.assertEqual(shells(points, faces), 1)
        for a, b, c in faces:
            p, q, r = points[a], points[b], points[c]
            d, e = [q[i] - p[i] for i in range(3)], [r[i] - p[i] for i in range(3)]
            normal = (d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2])
            self.assertGreater(normal[0] * (p[0] + q[0] + r[0]) + normal[1] * (p[1] + q[1] + r[1]), 0)


class Castle(MeshTest):
    """Lengths are metres of the building; shared facts: main octagon side 16.50, towers 3.10, courtyard 17.74 wide."""

    TAN = math.tan(math.pi / 8)
    WALL, COURT = 16.50 / 2 / TAN, 17.74 / 2  # from the middle to the outer walls and to those of the courtyard
    TOWER_AREA = 2 * 3.10**2 / TAN

    def roof(self, distance, wall, court):
        """Height over a point so far from the middle, measured across the nearest wall."""
        return court + (wall - court) * (distance - self.COURT) / (self.WALL - self.COURT)

    def exact_volume(self, wall, tower, court):
        """Eight towers; and under the roof, eight sectors of the ring, less half a rhombus at both ends of each."""
        inner = (self.WALL / math.cos(math.pi / 8) - 2 * 3.10 * math.sin(math.pi / 8)) * math.cos(math.pi / 8)
        slope = (wall - court) / (self.WALL - self.COURT)
        level, rise = court - slope * self.COURT, slope  # height = level + rise r, width of the sector = 2 TAN r
        sector = 2 * self.TAN * sum(sign * (level * r**2 / 2 + rise * r**3 / 3)
                                    for sign, r in ((1, self.WALL), (-1, self.COURT)))
        half_rhombus = 3.10**2 * math.sin(3 * math.pi / 4) / 2
        mean_height = (2 * wall + self.roof(inner, wall, court)) / 3
        return 8 * (self.TOWER_AREA * tower + sector - 2 * half_rhombus * mean_height)

    def expect_castle(self, points, faces, wall=25.0, tower=26.0, court=20.5, scale=50):
        self.assertTrue(is_manifold(faces))
        self.assertEqual(shells(points, faces), 1)
        self.assertEqual(euler_characteristic(points, faces), 0)  # the courtyard is a hole through it
        exact = self.exact_volume(wall, tower, court)
        self.assertAlmostEqual(volume(points, faces) * scale**3 / exact, 1, delta=1e-9)
        inner = self.WALL / math.cos(math.pi / 8) - 2 * 3.10 * math.sin(math.pi / 8)  # to a tower's nearest corner
        across = 2 * (inner + 3.10 / math.sin(math.pi / 8))
        self.assertAlmostEqual(across, 54.58, delta=0.01)
        self.assertEqual(extent(points, 2), (0, tower / scale))
        for axis in (0, 1):
            for end in extent(points, axis):
                self.assertAlmostEqual(abs(end) * scale, across / 2 * math.cos(math.pi / 8), delta=0.6)
        self.assertAlmostEqual(max(math.hypot(x, y) for x, y, _ in points) * scale, across / 2, delta=1e-6)
        self.assertAlmostEqual(min(math.hypot(x, y) for x, y, _ in points) * scale, self.COURT, delta=1e-6)

    def test_is_committed_as_it_is_made(self):
        self.expect_committed_as_made("castle")

    def test_is_one_closed_solid_of_the_right_size(self):
        points, faces = read_obj(MESHES / "castle.obj")
        self.assertGreaterEqual(len(faces), 4000)
        self.assertLess(len(faces), 4400)
        self.expect_castle(points, faces)
        self.assertGreater(smallest_angle(points, faces), 20)

    def test_is_one_closed_solid_however_fine_and_high(self):
        for count in (1, 7000, 20000):
            with self.subTest(faces=count):
                points, faces = self.made("castle", "--faces", str(count))
                self.assertGreaterEqual(len(faces), count)
                self.assertLess(len(faces), max(1.1 * count, 2500))
                self.expect_castle(points, faces)
        points, faces = self.made("castle", "--court-height", "20", "--wall-height", "20", "--tower-height", "24",
                                  "--scale", "1")
        self.expect_castle(points, faces, wall=20, tower=24, court=20, scale=1)

    def test_upright_lines_meet_floor_and_roof_once(self):
        """No face lies over another: the solid is what is under its roofs, and does not cut itself."""
        points, faces = read_obj(MESHES / "castle.obj")
        flat = [[points[p] for p in face] for face in faces]
        flat = [t for t in flat if abs(self.plan_area(*t)) > 1e-9]  # walls stand upright
        chance = random.Random(1)
        met = 0
        for _ in range(300):
            x, y = chance.uniform(-0.5, 0.5), chance.uniform(-0.5, 0.5)
            heights = sorted(h * 50 for t in flat if (h := self.height_over(t, (x, y, 0))) is not None)
            expected = self.expected_heights(x * 50, y * 50)
            self.assertEqual(len(heights), len(expected), (x, y))
            for height, exact in zip(heights, expected):
                self.assertAlmostEqual(height, exact, delta=1e-6)
            met += bool(heights)
        self.assertGreater(met, 100)

    @staticmethod
    def plan_area(a, b, c):
        return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2

    def height_over(self, triangle, p):
        a, b, c = triangle
        weights = [self.plan_area(p, b, c), self.plan_area(a, p, c), self.plan_area(a, b, p)]
        whole = sum(weights)
        if any(w / whole < 0 for w in weights):
            return None
        return sum(w * q[2] for w, q in zip(weights, triangle)) / whole

    def expected_heights(self, x, y):
        def distance(dx, dy):  # across the walls of an octagon
            return max(abs(dx), abs(dy), (abs(dx) + abs(dy)) * math.sqrt(0.5))

        for k in range(8):
            angle = math.pi / 8 + k * math.pi / 4
            at = (self.WALL / math.cos(math.pi / 8) - 6.20 * math.sin(math.pi / 8) + 1.55 / math.sin(math.pi / 8))
            if distance(x - at * math.cos(angle), y - at * math.sin(angle)) < 1.55 / self.TAN:
                return [0, 26]
        r = distance(x, y)
        return [0, self.roof(r, 25, 20.5)] if self.COURT < r < self.WALL else []

    def test_nonsense_is_refused(self):
        self.expect_refused("castle", "--tower-height", "20")
        self.expect_refused("castle", "--court-height", "0")
        self.expect_refused("castle", "--faces", "0")


class Statue(MeshTest):
    def test_is_committed_as_it_is_made(self):
        self.expect_committed_as_made("statue")

    def test_is_one_smooth_closed_shell(self):
        points, faces = read_obj(MESHES / "statue.obj")
        self.assertGreater(len(faces), 6000)
        self.assertLess(len(faces), 12000)
        self.assertTrue(is_manifold(faces))
        self.assertEqual(shells(points, faces), 1)
        self.assertEqual(euler_characteristic(points, faces), 2)
        self.assertGreater(smallest_angle(points, faces), 10)
        self.assertGreater(volume(points, faces), 0.02)
        low, high = extent(points, 2)
        self.assertAlmostEqual(low, 0, delta=1e-3)
        self.assertAlmostEqual(high, 0.755, delta=0.01)
        from make_statue import statue
        far = [p for p in points[::20] if abs(statue(*p)) > 0.001]  # a millimetre off, in creases alone
        self.assertLess(len(far), 0.02 * len(points) / 20)

    def test_nonsense_is_refused(self):
        self.expect_refused("statue", "--cell", "0.1")


class Spikes(MeshTest):
    def expect_spikes(self, points, faces, count, plate):
        self.assertTrue(is_manifold(faces))
        self.assertEqual(shells(points, faces), 1)
        self.assertEqual(euler_characteristic(points, faces), 2)
        tips = [z for _, _, z in points if z > 0]
        self.assertEqual(len(tips), count**2)
        return (volume(points, faces) - plate) / (sum(tips) / 3)  # the area of a spike's foot

    def test_are_committed_as_they_are_made(self):
        self.expect_committed_as_made("spikes")

    def test_are_one_closed_solid_with_sharp_points(self):
        points, faces = read_obj(MESHES / "spikes.obj")
        foot = self.expect_spikes(points, faces, 6, plate=0.6**2 * 0.02)
        self.assertAlmostEqual(foot, 0.04**2 / 2, delta=1e-7)
        self.assertEqual(extent(points, 2), (-0.02, 0.15))

    def test_may_be_needles(self):
        points, faces = self.made("spikes", "--sides", "12", "--width", "0.006", "--count", "3", "--size", "0.3")
        foot = self.expect_spikes(points, faces, 3, plate=0.3**2 * 0.02)
        self.assertAlmostEqual(foot, 3 * 0.003**2, delta=1e-7)

    def test_nonsense_is_refused(self):
        self.expect_refused("spikes", "--sides", "6")
        self.expect_refused("spikes", "--width", "0.2")


class WireMesh(MeshTest):
    def test_is_committed_as_it_is_made(self):
        self.expect_committed_as_made("wire_mesh")

    def test_wires_are_closed(self):
        points, faces = read_obj(MESHES / "wire_mesh.obj")
        self.assertTrue(is_manifold(faces))
        self.assertEqual(shells(points, faces), 22)
        self.assertEqual(euler_characteristic(points, faces), 44)
        hexagon = 2 * math.sqrt(3) * 0.0005**2
        self.assertAlmostEqual(volume(points, faces) / (22 * 0.502 * hexagon), 1, delta=0.005)  # digits are micrometres


class Walker(MeshTest):
    def setUp(self):
        super().setUp()
        self.paths = sorted((MESHES / "walker").iterdir())
        self.keys = [read_obj(path) for path in self.paths]

    def test_is_committed_as_it_is_made(self):
        self.assertEqual(make("walker", self.folder).returncode, 0)
        made = sorted(self.folder.iterdir())
        self.assertEqual([path.name for path in made], [path.name for path in self.paths])
        for path, committed in zip(made, self.paths):
            self.assertEqual(path.read_bytes(), committed.read_bytes(), path.name)

    def test_all_meshes_have_one_topology_of_closed_shells(self):
        points, faces = self.keys[0]
        self.assertTrue(is_closed(faces))
        self.assertEqual(shells(points, faces), 15)
        whole = volume(points, faces)
        for points, other in self.keys:
            self.assertEqual(other, faces)
            self.assertAlmostEqual(volume(points, other) / whole, 1, delta=2e-3)  # stiff, to a tenth of a millimetre

    def test_walks_ahead_on_the_floor(self):
        ends = [extent(points, 0) for points, _ in (self.keys[0], self.keys[-1])]
        self.assertAlmostEqual(ends[1][0] - ends[0][0], 1.0, delta=1e-9)
        for points, _ in self.keys:
            self.assertAlmostEqual(extent(points, 2)[0], 0, delta=0.004)  # inscribed in the capsules
            self.assertGreaterEqual(extent(points, 2)[0], 0)
            self.assertAlmostEqual(extent(points, 2)[1], 1.74, delta=0.03)

    def test_starts_and_ends_at_rest(self):
        def fastest(a, b):  # m/s
            return max(math.dist(p, q) for p, q in zip(self.keys[a][0], self.keys[b][0])) * 20

        self.assertLess(fastest(0, 1), 0.25)
        self.assertLess(fastest(-1, -2), 0.25)
        for n in range(len(self.keys) - 1):
            self.assertLess(fastest(n, n + 1), 5)

    def test_feet_stand_where_they_stand(self):
        from make_walker import foot
        for u in (0.13, 0.2, 0.3, 0.36):
            for point, at_rest in zip(foot(u), foot(0.25)):
                self.assertLess(math.dist(point, at_rest), 1e-12)


class Dress(unittest.TestCase):
    """The meshes of benchmarks/scenes/dress20k.toml, which are not kept."""

    SCENES = MESHES.parents[1] / "benchmarks/scenes"

    @classmethod
    def run_generator(cls, *arguments):
        return subprocess.run([sys.executable, "-B", cls.SCENES / "make_dress.py", *arguments], text=True,
                              capture_output=True, check=True).stdout

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="tulle-meshes-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.run_generator("-o", cls.folder)

    def test_the_patterns_are_the_cloth_laid_flat(self):
        path = self.folder / "dress.obj"
        points, faces = read_obj(path)
        self.assertEqual(len(points), 20000)
        lines = [line.split() for line in path.read_text(encoding="ascii").splitlines()]
        flat = [tuple(map(float, rest)) for kind, *rest in lines if kind == "vt"]
        corners = [[int(corner.split("/")[1]) - 1 for corner in rest] for kind, *rest in lines if kind == "f"]
        for face, on_pattern in zip(faces, corners):
            for k in range(3):
                length = math.dist(points[face[k]], points[face[k - 1]])
                self.assertAlmostEqual(math.dist(flat[on_pattern[k]], flat[on_pattern[k - 1]]), length, delta=1e-8)

    def test_the_figure_is_of_closed_shells_of_one_topology(self):
        paths = sorted(self.folder.glob("figure_*.obj"))
        self.assertEqual(len(paths), 61)
        points, faces = read_obj(paths[0])
        self.assertTrue(is_closed(faces))
        self.assertEqual(shells(points, faces), 15)
        whole = volume(points, faces)
        for path in paths[20::20]:
            points, other = read_obj(path)
            self.assertEqual(other, faces)
            self.assertAlmostEqual(volume(points, other) / whole, 1, delta=2e-3)

    def test_the_scene_has_the_keyframes(self):
        self.assertIn(self.run_generator("--keyframes"), (self.SCENES / "dress20k.toml").read_text(encoding="utf-8"))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
