"""A force of your own: an electromagnet draws a curtain with iron in its threads.

The magnet is a class with an energy, a force and a Jacobian, all computed by NumPy. Implicit steps ask for all three, so the
magnet may be as stiff as it likes. Before the simulation starts, ``Force.check`` compares the three with central differences.

    python3 custom_force.py            # custom_force.png, a quarter of a minute on one core
    python3 custom_force.py --small    # the same of a coarse grid, in some seconds
"""

from __future__ import annotations

import argparse
import pathlib
import time
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tulle

STRENGTH = 1.2  # m^3/s^2: the magnet gives a particle at the distance r >> REACH the acceleration STRENGTH / r^2
REACH = 0.12  # m: nearer than that the pull falls again, down to zero in the middle of the magnet
MAGNET = np.array([-0.1, -0.2, -0.1])  # m; the curtain hangs in the plane y = 0
RADIUS = 0.06  # m, of the magnet
ON, OFF, END = 0.3, 1.1, 2.0  # s


class Magnet(tulle.Force):
    """E = -sum of STRENGTH m / s with s = sqrt(|d|^2 + REACH^2), d from the magnet to the particle, while it is on."""

    def __init__(self, masses: np.ndarray) -> None:
        self.strengths = STRENGTH * masses
        self.seconds = 0.0  # that the functions have taken

    def softened(self, x: np.ndarray, now: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        d = x - MAGNET
        strengths = self.strengths if ON <= now < OFF else np.zeros_like(self.strengths)
        return d, np.sqrt(np.einsum("ij,ij->i", d, d) + REACH**2), strengths

    def energy(self, x: np.ndarray, time: float) -> float:
        _, s, strengths = self.softened(x, time)
        return -np.sum(strengths / s)

    def force(self, x: np.ndarray, v: np.ndarray, time: float) -> np.ndarray:
        begin = clock()
        d, s, strengths = self.softened(x, time)
        f = -d * (strengths / s**3)[:, np.newaxis]
        self.seconds += clock() - begin
        return f

    def jacobian(self, x: np.ndarray, v: np.ndarray, time: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        begin = clock()
        d, s, strengths = self.softened(x, time)
        outer = np.einsum("ni,nj->nij", d, d)
        blocks = 3 * outer / (s**5)[:, None, None] - np.eye(3) / (s**3)[:, None, None]
        every = np.arange(len(x))
        self.seconds += clock() - begin
        return every, every, strengths[:, None, None] * blocks


def clock() -> float:
    return time.perf_counter()


def curtain(particles: int) -> dict[str, Any]:
    """A scene: a cloth that hangs by its upper edge, and a ball in front of it."""
    return {
        "simulation": {"duration": END},
        "cloth": [
            {
                "grid": {"size": [1.0, 1.0], "particles": [particles, particles], "plane": "xz"},
                "areal_density": 0.2,
                "thickness": 0.01,
                "pin": [{"edge": "max-second"}],
            }
        ],
        "obstacle": [{"name": "magnet", "shape": "sphere", "center": MAGNET, "radius": RADIUS}],
        "air": {},
    }


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", action="store_true", help="a coarse grid")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("."), help="folder for the picture")
    arguments = parser.parse_args(argv)

    particles = 13 if arguments.small else 41
    size, samples = ((100, 100), 4) if arguments.small else ((310, 310), 24)
    magnet = Magnet(tulle.Simulation(curtain(particles)).masses)
    sim = tulle.Simulation(curtain(particles), forces=[magnet])
    errors = magnet.check(sim.positions, time=0.5 * (ON + OFF))
    print(f"against central differences: energy {errors.energy:.0e}, Jacobian {errors.by_position:.0e}")

    steps = round(END / sim.dt)
    moments = [round(part / sim.dt) for part in (0.5, OFF, 1.3)]
    largest_pull = 0.0
    pictures = []
    begin, drawing = clock(), 0.0
    magnet.seconds = 0.0
    for step in range(1, steps + 1):
        sim.step()
        pull = magnet.force(sim.positions, sim.velocities, sim.time).sum(axis=0)
        largest_pull = max(largest_pull, float(np.linalg.norm(pull)))
        if step in moments:
            start = clock()
            picture = sim.render(*size, samples=samples, texture="checked", view=(35, 12))
            pictures.append((f"{sim.time:.1f} s, magnet {'on' if ON <= sim.time - sim.dt < OFF else 'off'}", picture))
            drawing += clock() - start
    taken = clock() - begin - drawing

    print(f"{len(sim.positions)} particles, {steps} steps of {1e3 * taken / steps:.1f} ms")
    print(f"NumPy's part of that is {magnet.seconds / taken:.1%}")
    print(f"the magnet pulls with up to {largest_pull / (sim.masses.sum() * 9.81):.2f} times the weight of the cloth")

    figure, axes = plt.subplots(1, len(pictures), figsize=(9.6, 3.5), layout="constrained")
    for axis, (title, picture) in zip(axes, pictures):
        axis.imshow(picture)
        axis.set_title(title)
        axis.axis("off")
    arguments.output.mkdir(parents=True, exist_ok=True)
    figure.savefig(arguments.output / "custom_force.png", dpi=100)


if __name__ == "__main__":
    main()
