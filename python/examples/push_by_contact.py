"""An obstacle moved at run time: a ball pushes a hanging cloth until the cloth resists with a given force.

In every frame the program reads the contacts, and decides from their forces where the ball goes next.

    python3 push_by_contact.py            # push_by_contact.png, some seconds
    python3 push_by_contact.py --small    # a coarse grid
"""

from __future__ import annotations

import argparse
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tulle

SCENE = {
    "cloth": [
        {
            "grid": {"size": [0.6, 0.6], "center": [0, 0, 0.7], "plane": "xz"},
            "areal_density": 0.2,
            "pin": [{"edge": "max-second"}],
        }
    ],
    "obstacle": [{"name": "ball", "shape": "sphere", "center": [0, -0.12, 0.55], "radius": 0.1, "friction": 0.3}],
}
WANTED = 0.1  # N
ADVANCE = 0.2  # m/s


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", action="store_true", help="a coarse grid")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("."), help="folder for the picture")
    arguments = parser.parse_args(argv)
    side = 13 if arguments.small else 31
    SCENE["cloth"][0]["grid"]["particles"] = [side, side]

    sim = tulle.Simulation(SCENE)
    frame = 1 / sim.scene.fps
    pushed = 0.0

    def push(sim: tulle.Simulation) -> None:
        nonlocal pushed
        if sim.contacts.forces.sum() < WANTED:
            pushed += ADVANCE * frame
        sim.move_obstacle("ball", [0, pushed, 0], duration=frame)

    sim.run(3.0, on_frame=push, progress=False)
    contacts = sim.contacts
    force = np.sum(contacts.forces[:, np.newaxis] * contacts.normals, axis=0)
    print(f"pushed by {pushed:.2f} m; the cloth resists with {np.linalg.norm(force):.2f} N at {len(contacts.forces)} contacts")
    print(f"largest stretch {sim.field('stretch').max():.2%}")
    size, samples = ((160, 120), 4) if arguments.small else ((480, 360), 32)
    arguments.output.mkdir(parents=True, exist_ok=True)
    plt.imsave(arguments.output / "push_by_contact.png", sim.render(*size, samples=samples, texture="checked", view=(60, 10)))


if __name__ == "__main__":
    main()
