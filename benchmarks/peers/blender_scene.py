"""A scene of Tulle's in Blender's Cloth modifier, without its window: free cloths on balls and planes.

blender --background --factory-startup --threads 1 --python blender_scene.py -- --quality 10 --scene JSON

The scene is what scene_for_blender.py makes of a file. All cloths are one object of loose parts, as Blender's cloths
meet themselves but not each other.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import bmesh
import bpy
import mathutils
import numpy

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import blender_cloth as blender  # noqa: E402

# Blender keeps 8/9 of the sum of two distances: the cloth's and the obstacle's, or twice the cloth's own.
KEPT = 8 / 9
FRICTION = 100.0  # Blender's unit, of Coulomb's coefficient
BALL_SUBDIVISIONS = 5  # 5 120 triangles; the longest edge is a twelfth of the radius
PLANE_HALF = 2.0  # m


def grid_points(grid):
    """Row by row, as grid_faces has them."""
    columns, rows = grid["particles"]
    (width, depth), (x, y, z) = grid["size"], grid["center"]
    return [(x + width * (a / (columns - 1) - 0.5), y + depth * (b / (rows - 1) - 0.5), z)
            for b in range(rows) for a in range(columns)]


def add_cloths(scene, description):
    vertices, faces = [], []
    for grid in description["grids"]:
        faces += blender.grid_faces(*grid["particles"], first=len(vertices))
        vertices += grid_points(grid)
    return blender.add_object(scene, "cloths", vertices, faces)


def set_cloth(cloth, description, arguments, frames, rest):
    fabric = description["fabric"]
    mass = fabric["areal_density"] * sum(grid["size"][0] * grid["size"][1] for grid in description["grids"])
    springs = [(fabric[f"{kind}_stiffness"], fabric[f"{kind}_damping"] * blender.DAMPING_OF_NEWTON_SECOND_PER_METRE)
               for kind in ("stretch", "shear")]
    modifier = blender.add_cloth_modifier(cloth, frames, arguments.quality, mass, float(rest.mean()), *springs)
    collision = modifier.collision_settings
    collision.use_collision = True
    collision.distance_min = fabric["thickness"] / KEPT / 2
    own = description["self_contact"]
    if own:
        collision.use_self_collision = True
        collision.self_distance_min = own["thickness"] / KEPT / 2
        collision.self_friction = own["friction"] * FRICTION
    return modifier


def add_obstacle(scene, obstacle, modifier, thickness):
    if obstacle["shape"] == "sphere":
        mesh = bpy.data.meshes.new("ball")
        shape = bmesh.new()
        bmesh.ops.create_icosphere(shape, subdivisions=BALL_SUBDIVISIONS, radius=obstacle["radius"],
                                   matrix=mathutils.Matrix.Translation(obstacle["center"]))
        shape.to_mesh(mesh)
        shape.free()
        thing = bpy.data.objects.new("ball", mesh)
        scene.collection.objects.link(thing)
    else:
        turn = mathutils.Vector((0, 0, 1)).rotation_difference(mathutils.Vector(obstacle["normal"]))
        corners = [(-PLANE_HALF, -PLANE_HALF), (PLANE_HALF, -PLANE_HALF), (PLANE_HALF, PLANE_HALF),
                   (-PLANE_HALF, PLANE_HALF)]
        vertices = [turn @ mathutils.Vector((x, y, 0)) + mathutils.Vector(obstacle["point"]) for x, y in corners]
        thing = blender.add_object(scene, "plane", vertices, [(0, 1, 2, 3)])
    kept = (thickness + obstacle["thickness"]) / KEPT
    blender.add_collision(thing, kept - modifier.collision_settings.distance_min, obstacle["friction"] * FRICTION)


def depth_in(x, obstacle):
    """[m], of the particle that is deepest in the bare obstacle."""
    if obstacle["shape"] == "sphere":
        return obstacle["radius"] - float(numpy.linalg.norm(x - obstacle["center"], axis=1).min())
    normal = numpy.array(obstacle["normal"], float)
    return -float(((x - obstacle["point"]) @ (normal / numpy.linalg.norm(normal))).min())


class Watch:
    """What is seen of the cloths after every frame, by Tulle's measures."""

    def __init__(self, cloth, description):
        self.cloth = cloth
        self.obstacles = description["obstacles"]
        self.grids = description["grids"]
        self.density = description["fabric"]["areal_density"]
        self.rest = self.lengths(numpy.array([point for grid in self.grids for point in grid_points(grid)]))
        self.on_the_way = self.at_the_end = -1.0
        self.deepest = 0.0
        self.iterations = []
        self.x = None

    def parts(self, x):
        first = 0
        for grid in self.grids:
            columns, rows = grid["particles"]
            yield grid, x[first : first + columns * rows]
            first += columns * rows

    def lengths(self, x):
        return numpy.concatenate([lengths for grid, part in self.parts(x)
                                  for lengths in blender.edge_lengths(part, *grid["particles"])])

    def look(self):
        self.x = blender.positions_of(self.cloth)
        self.at_the_end = float((self.lengths(self.x) / self.rest).max()) - 1.0
        self.on_the_way = max(self.on_the_way, self.at_the_end)
        self.deepest = max([self.deepest] + [depth_in(self.x, obstacle) for obstacle in self.obstacles])
        solved = blender.evaluated(self.cloth).modifiers["Cloth"].solver_result
        if solved:
            self.iterations.append(solved.avg_iterations)

    def gravity_energy(self):
        """J. Every cell gives a quarter of its mass to each of its corners, as in Tulle."""
        total = 0.0
        for grid, part in self.parts(self.x):
            columns, rows = grid["particles"]
            shares = [numpy.r_[0.5, numpy.ones(count - 2), 0.5] / (count - 1) for count in (rows, columns)]
            mass = self.density * grid["size"][0] * grid["size"][1] * numpy.outer(*shares).ravel()
            total += blender.GRAVITY * float(mass @ part[:, 2])
        return total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quality", type=int, default=10)  # steps per frame
    parser.add_argument("--scene", type=json.loads, required=True)
    arguments = parser.parse_args(blender.own_arguments())
    description = arguments.scene
    frames = max(1, round(description["duration"] * blender.FRAMES_PER_SECOND))

    setup_start = time.perf_counter()
    scene = blender.empty_scene(frames)
    cloth = add_cloths(scene, description)
    watch = Watch(cloth, description)
    modifier = set_cloth(cloth, description, arguments, frames, watch.rest)
    for obstacle in description["obstacles"]:
        add_obstacle(scene, obstacle, modifier, description["fabric"]["thickness"])
    scene.frame_set(1)
    blender.positions_of(cloth)
    setup = time.perf_counter() - setup_start

    wall, cpu = blender.play(scene, frames, watch.look)
    numbers = {
        "setup_s": setup,
        "wall_s": wall,
        "cpu_s": cpu,
        "simulated_s": frames / blender.FRAMES_PER_SECOND,
        "iterations": float(numpy.mean(watch.iterations)) if watch.iterations else float("nan"),
        "max_stretch": watch.at_the_end,
        "peak_stretch": watch.on_the_way,
        "penetration": watch.deepest,
        "gravity_J": watch.gravity_energy(),
    }
    blender.print_result({"program": "blender", "version": bpy.app.version_string,
                          "steps": frames * arguments.quality}, numbers)


main()
