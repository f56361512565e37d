"""Pick and fold: a gripper takes one edge of a cloth on a table, lays it over onto the other, and lets go.

The gripper is a loop in Python: before every step it tells where the particles that it holds are to be at the end of
the step (``sim.pin``), and at last it lets go of them (``sim.unpin``). The scene has ``self_contact``, so that the
upper layer comes to lie on the lower one.

    python3 pick_and_fold.py            # pick_and_fold.png, a quarter of a minute on one core
    python3 pick_and_fold.py --small    # the same of a coarse grid, in some seconds
"""

from __future__ import annotations

import argparse
import pathlib
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tulle

SIDE = 0.3  # m
THICKNESS = 0.004  # m, kept between layers, and between the cloth and the table
MOVE = 1.5  # s, from one edge to the other
WAIT = 1.0  # s, after letting go


def napkin(particles: int) -> dict[str, Any]:
    """A scene: a square cloth that lies on a table, whose top is at z = 0."""
    return {
        "cloth": [
            {
                "name": "napkin",
                "grid": {"size": [SIDE, SIDE], "particles": [particles, particles], "center": [0, 0, THICKNESS]},
                "thickness": THICKNESS,
                "areal_density": 0.2,
                "stretch_stiffness": 500,
                "shear_stiffness": 50,
                "bending_stiffness": 0.1,
            }
        ],
        "obstacle": [{"name": "table", "shape": "plane", "friction": 0.6}],
        "self_contact": {"friction": 0.4},
    }


def grip_path(start: np.ndarray, part: float) -> np.ndarray:
    """Where the held edge is when ``part`` of the move (0 to 1) is over: on an arc about the middle of the cloth."""
    smooth = part**3 * (10 - 15 * part + 6 * part**2)  # at rest at both ends
    angle = np.pi * smooth
    landing = 1.5 * THICKNESS  # not lower: pins are stronger than contacts, and would press the layers together
    place = start.copy()
    # A little less than the length of the cloth, so that the gripper does not pull at it.
    place[:, 0] = start[:, 0] * np.cos(angle)
    place[:, 2] = start[:, 2] + 0.9 * 0.5 * SIDE * np.sin(angle) + landing * smooth
    return place


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", action="store_true", help="a coarse grid")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("."), help="folder for the picture")
    arguments = parser.parse_args(argv)

    particles = 11 if arguments.small else 25
    size, samples = ((120, 90), 4) if arguments.small else ((340, 255), 24)
    sim = tulle.Simulation(napkin(particles))
    # Particle (a, b) of a grid is a + b * particles: a goes along x, and the last of every row is at the edge to pick.
    numbers = np.arange(particles**2).reshape(particles, particles)
    held = numbers[:, -1]
    start = sim.positions[held].copy()

    pictures = []

    def take_picture(title: str) -> None:
        picture = sim.render(*size, samples=samples, texture="checked", view=(-30, 25))
        pictures.append((f"{title}, {sim.time:.2f} s", picture))

    steps = round(MOVE / sim.dt)
    for step in range(1, steps + 1):
        sim.pin(held, grip_path(start, step / steps))
        sim.step()
        if step == round(0.35 * steps):
            take_picture("picked")
        elif step == round(0.65 * steps):
            take_picture("laid over")
    take_picture("down")
    sim.unpin(held)
    sim.run(WAIT)
    take_picture("let go")

    x = sim.positions
    # Folded exactly, every particle of the moved half lies above its mirror image in the half that stayed.
    half = particles // 2
    apart = x[numbers[:, ::-1][:, :half], :2] - x[numbers[:, :half], :2]
    distance = np.linalg.norm(apart, axis=-1)
    edge = np.linalg.norm(x[held, :2] - x[numbers[:, 0], :2], axis=-1)
    width = np.ptp(x[:, 0])
    print(f"{len(x)} particles, {steps} steps with the gripper and {WAIT:g} s without it")
    mean, most = 1e3 * distance.mean(), 1e3 * distance.max()
    print(f"layers are {mean:.1f} mm beside each other on average, {most:.1f} mm at most")
    print(f"edges are {1e3 * edge.mean():.1f} mm beside each other")
    height = x[:, 2].max()
    print(f"the folded cloth is {1e3 * width:.0f} mm wide (half: {500 * SIDE:.0f} mm) and {1e3 * height:.0f} mm high")
    print(f"fastest particle: {1e3 * np.linalg.norm(sim.velocities, axis=1).max():.1f} mm/s")

    figure, axes = plt.subplots(2, 2, figsize=(6.8, 5.5), layout="constrained")
    for axis, (title, picture) in zip(axes.flat, pictures):
        axis.imshow(picture)
        axis.set_title(title)
        axis.axis("off")
    arguments.output.mkdir(parents=True, exist_ok=True)
    figure.savefig(arguments.output / "pick_and_fold.png", dpi=100)


if __name__ == "__main__":
    main()
