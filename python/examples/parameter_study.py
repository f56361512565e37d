"""A parameter study: how far cloth lengthens under its own weight, over its stiffness and the fineness of its grid.

Two square cloths of 1 m hang until they rest, one by its upper edge, one by its two upper corners, for every stretch
stiffness and every number of particles. The first has a formula to compare with: a cloth of height L [m], areal density
rho [kg/m^2] and stiffness k [N/m] lengthens by rho g L^2 / (2 k), whatever the grid. The second has none: all the
weight goes through two corners, and the finer the grid, the fewer threads are there to carry it.

    python3 parameter_study.py            # parameter_study.png, a quarter of a minute on one core
    python3 parameter_study.py --small    # the same of coarse grids, in a second
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

SIDE = 1.0  # m
AREAL_DENSITY = 0.2  # kg/m^2
GRAVITY = 9.81  # m/s^2
SHEAR, BENDING = 0.02, 0.001  # stiffnesses of the other springs, relative to stretch_stiffness
# What carries weight in a column of the grid: its stretch spring, two shear springs at 45 degrees, which count half,
# and two bending springs, which are twice as long, so that each is lengthened twice as much.
CARRYING = 1 + SHEAR + 4 * BENDING

EDGE = [{"edge": "max-second"}]
CORNERS = [{"corner": "min-max"}, {"corner": "max-max"}]


def hanging(pins: list[dict[str, Any]], stiffness: float, particles: int) -> dict[str, Any]:
    """A scene: the cloth hangs in the plane of x and z."""
    return {
        # Backward Euler damps what swings, so that long steps come to rest soon; the way there is not of interest.
        "integrator": {"method": "backward-euler", "dt": 0.02},
        "cloth": [
            {
                "grid": {"size": [SIDE, SIDE], "particles": [particles, particles], "plane": "xz"},
                "areal_density": AREAL_DENSITY,
                "stretch_stiffness": stiffness,
                "shear_stiffness": SHEAR * stiffness,
                "bending_stiffness": BENDING * stiffness,
                "pin": pins,
            }
        ],
    }


def sag(scene: dict[str, Any]) -> float:
    """How far the lowest particle sinks [m], once the cloth rests."""
    sim = tulle.Simulation(scene)
    start = sim.positions[:, 2].min()
    weight = float(sim.masses.sum()) * GRAVITY

    def moves(sim: tulle.Simulation) -> bool:
        # It rests when its motion could not lift it by 0.01 nm. That is little because a cloth that swings is
        # slow, too, wherever it turns round.
        return sim.time < 0.2 or sim.energies.kinetic > 1e-11 * weight

    sim.run(5.0, on_frame=moves)
    return float(start - sim.positions[:, 2].min())


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", action="store_true", help="coarse grids and few values")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("."), help="folder for the picture")
    arguments = parser.parse_args(argv)

    sizes = (6, 11) if arguments.small else (11, 21, 41)
    stiffnesses = np.geomspace(100, 3200, 3 if arguments.small else 6)  # N/m
    by_edge = np.array([[sag(hanging(EDGE, k, n)) for k in stiffnesses] for n in sizes])
    by_corners = np.array([[sag(hanging(CORNERS, k, n)) for k in stiffnesses] for n in sizes])
    formula = AREAL_DENSITY * GRAVITY * SIDE**2 / (2 * CARRYING * stiffnesses)

    print("sag in mm of a cloth that hangs by its upper edge; formula: rho g L^2 / (2 k), k of all springs")
    print("      k [N/m] " + "".join(f"{k:9.0f}" for k in stiffnesses))
    print("      formula " + "".join(f"{1e3 * s:9.3f}" for s in formula))
    for n, row in zip(sizes, by_edge):
        print(f"{n:3d} particles " + "".join(f"{1e3 * s:9.3f}" for s in row))
    print("by its two upper corners")
    for n, row in zip(sizes, by_corners):
        print(f"{n:3d} particles " + "".join(f"{1e3 * s:9.3f}" for s in row))
    print(f"largest difference from the formula: {np.abs(by_edge / formula - 1).max():.2%}")

    figure, axes = plt.subplots(1, 2, figsize=(9.6, 4.0), sharey=True, layout="constrained")
    for n, edge, corners in zip(sizes, by_edge, by_corners):
        axes[0].loglog(stiffnesses, 1e3 * edge, "o-", label=f"{n} x {n} particles")
        axes[1].loglog(stiffnesses, 1e3 * corners, "o-", label=f"{n} x {n} particles")
    axes[0].loglog(stiffnesses, 1e3 * formula, "k--", label=r"$\rho g L^2 / (2k)$")
    axes[0].set_title("held by the upper edge")
    axes[1].set_title("held by two corners")
    axes[0].set_ylabel("sag of the lowest particle [mm]")
    for axis in axes:
        axis.set_xlabel("stretch_stiffness [N/m]")
        axis.grid(True, which="both", alpha=0.3)
        axis.legend()
    arguments.output.mkdir(parents=True, exist_ok=True)
    figure.savefig(arguments.output / "parameter_study.png", dpi=100)


if __name__ == "__main__":
    main()
