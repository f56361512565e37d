"""A force of your own: an electromagnet draws a curtain with iron in its threads, and NumPy computes how it pulls.

Before every step the force is computed from ``sim.positions`` and set with ``sim.external_forces``. It is explicit:
within a step it is constant, whatever the method. So it must be soft. A force that pulls a particle of mass m [kg] back
with the stiffness K [N/m], the largest change of the force per way, is stable for steps below 2 sqrt(m / K), and
accurate only well below that. One that brakes with c [N s/m], force per speed, is stable for steps below 2 m / c.

    python3 custom_force.py            # custom_force.png, a quarter of a minute on one core
    python3 custom_force.py --small    # the same of a coarse net, in some seconds
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


def magnet(sim: tulle.Simulation) -> np.ndarray:
    """(n, 3) [N]: STRENGTH m d / (|d|^2 + REACH^2)^(3/2), d from the particle to the magnet, while it is on."""
    strength = STRENGTH if ON <= sim.time < OFF else 0.0
    d = MAGNET - sim.positions
    softened = np.einsum("ij,ij->i", d, d) + REACH**2
    return d * (strength * sim.masses / softened**1.5)[:, np.newaxis]


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", action="store_true", help="a coarse net")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("."), help="folder for the picture")
    arguments = parser.parse_args(argv)

    particles = 13 if arguments.small else 41
    size, samples = ((100, 100), 4) if arguments.small else ((310, 310), 24)
    sim = tulle.Simulation(curtain(particles))
    without = tulle.Simulation(curtain(particles))  # the same and no force, to compare times with

    # The force changes most in the middle of the magnet: K = STRENGTH m / REACH^3, of every particle.
    limit = 2 * np.sqrt(REACH**3 / STRENGTH)
    print(f"steps of {sim.dt:g} s; the force is stable for steps below {limit:.3f} s")
    if sim.dt > limit:
        raise SystemExit("the force is too strong for this step: lower STRENGTH or integrator.dt, or raise REACH")

    steps = round(END / sim.dt)
    moments = [round(part / sim.dt) for part in (0.5, OFF, 1.3)]
    force_time, step_time, other_time = 0.0, 0.0, 0.0
    largest_pull = 0.0
    pictures = []
    # Step by step in turn, so that whatever else the machine does meets both alike.
    for step in range(1, steps + 1):
        begin = time.perf_counter()
        sim.external_forces = magnet(sim)
        middle = time.perf_counter()
        sim.step()
        end = time.perf_counter()
        without.step()
        other_time += time.perf_counter() - end
        force_time += middle - begin
        step_time += end - middle
        largest_pull = max(largest_pull, np.linalg.norm(sim.external_forces.sum(axis=0)))
        if step in moments:
            picture = sim.render(*size, samples=samples, texture="checked", view=(35, 12))
            pictures.append((f"{sim.time:.1f} s, magnet {'on' if ON <= sim.time - sim.dt < OFF else 'off'}", picture))

    per_step = 1e3 / steps
    print(f"{len(sim.positions)} particles, {steps} steps; milliseconds per step:")
    print(f"  {force_time * per_step:8.3f}  the force, computed in NumPy and set")
    print(f"  {step_time * per_step:8.3f}  the step of the cloth that it draws")
    print(f"  {other_time * per_step:8.3f}  the step of the same cloth left alone, which hardly moves")
    print(f"the force takes {force_time / (force_time + step_time):.2%} of the time")
    print(f"it pulls with up to {largest_pull / (sim.masses.sum() * 9.81):.2f} times the weight of the cloth")

    figure, axes = plt.subplots(1, len(pictures), figsize=(9.6, 3.5), layout="constrained")
    for axis, (title, picture) in zip(axes, pictures):
        axis.imshow(picture)
        axis.set_title(title)
        axis.axis("off")
    arguments.output.mkdir(parents=True, exist_ok=True)
    figure.savefig(arguments.output / "custom_force.png", dpi=100)


if __name__ == "__main__":
    main()
