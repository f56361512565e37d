"""What Blender is to know of a scene file: free cloths of one fabric, as grids, on balls and planes that stand still.

A key that has no counterpart there is refused, so that nothing is left out without a word.
"""

import tomllib

# What Tulle takes where a scene is silent (docs/scene-format.md).
CLOTH = {"thickness": 0.005, "areal_density": 0.2, "stretch_stiffness": 500, "shear_stiffness": 100,
         "stretch_damping": 0.01, "shear_damping": 0.005}
OBSTACLE = {"thickness": 0, "friction": 0.3}
SHAPES = {"sphere": {"center": [0, 0, 0], "radius": None}, "plane": {"point": [0, 0, 0], "normal": [0, 0, 1]}}
GRID = {"size": None, "particles": None, "center": [0, 0, 0]}
# Blender's own limits: it keeps 8/9 of the sum of two distances, and takes none below 1 mm and no friction above 80.
LEAST_KEPT = 1e-3 * 2 * 8 / 9  # m
MOST_FRICTION = 0.8
SELF_CONTACT = {"friction": 0.3, "thickness": None}
# How Tulle solves, and what it writes, is not Blender's business.
OTHERS = {"integrator", "solver", "contact", "output"}


class Unsuitable(Exception):
    """Why Blender is not given a scene."""


def take(table, defaults, where):
    """The values of the table over the defaults."""
    unknown = sorted(set(table) - set(defaults) - {"name"})
    if unknown:
        raise Unsuitable(f"its {where} has {', '.join(unknown)}")
    return defaults | {key: value for key, value in table.items() if key != "name"}


def take_obstacle(table):
    rest = dict(table)
    shape = rest.pop("shape", None)
    if shape not in SHAPES:
        raise Unsuitable(f"an obstacle of it is a {shape}")
    return take(rest, OBSTACLE | SHAPES[shape], shape) | {"shape": shape}


def describe(file, duration=None):
    """What blender_scene.py takes; `duration` [s] instead of the scene's own."""
    scene = tomllib.loads(file.read_text(encoding="utf-8"))
    others = sorted(set(scene) - OTHERS - {"simulation", "cloth", "obstacle", "self_contact"})
    if others:
        raise Unsuitable(f"it has {', '.join(others)}")
    simulation = take(scene.get("simulation", {}), {"duration": 1.0, "fps": 25}, "simulation")
    grids, fabrics = [], []
    for table in scene.get("cloth", []):
        if "grid" not in table:
            raise Unsuitable("a cloth of it is no grid")
        grids.append(take(table["grid"], GRID, "grid"))
        fabrics.append(take({key: value for key, value in table.items() if key != "grid"}, CLOTH, "cloth"))
    if not grids or any(fabric != fabrics[0] for fabric in fabrics):
        raise Unsuitable("its cloths are not all of one kind")
    self_contact = scene.get("self_contact")
    if self_contact is not None:
        self_contact = take(self_contact, SELF_CONTACT, "self_contact")
        self_contact["thickness"] = self_contact["thickness"] or fabrics[0]["thickness"]
    obstacles = [take_obstacle(table) for table in scene.get("obstacle", [])]
    kept = [fabrics[0]["thickness"] + obstacle["thickness"] for obstacle in obstacles]
    frictions = [obstacle["friction"] for obstacle in obstacles]
    if self_contact:
        kept.append(self_contact["thickness"])
        frictions.append(self_contact["friction"])
    if min(kept, default=LEAST_KEPT) < LEAST_KEPT - 1e-9:
        raise Unsuitable(f"it keeps {1e3 * min(kept):g} mm, Blender no less than {1e3 * LEAST_KEPT:.2f} mm")
    if max(frictions, default=0) > MOST_FRICTION:
        raise Unsuitable(f"its friction is {max(frictions):g}, Blender's no more than {MOST_FRICTION}")
    return {"duration": duration or simulation["duration"], "grids": grids, "fabric": fabrics[0],
            "obstacles": obstacles, "self_contact": self_contact}
