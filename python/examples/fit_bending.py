"""Fitting a bending rigidity to a drape: what is measured is only the shadow of a cloth on a round table.

A square of 30 cm lies on a table of 18 cm and hangs over it in folds. The stiffer it is, the larger the share of its
area that its shadow covers. One drape is made with a rigidity that the fit is not told. Then SciPy looks for the
rigidity that casts a shadow of the same area; it knows where the cloth was put to a millimetre, as from a photograph.

    python3 fit_bending.py            # fit_bending.png, half a minute on one core
    python3 fit_bending.py --small    # the same of coarse grids, in some seconds
"""

from __future__ import annotations

import argparse
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import scipy.optimize
import tulle

SIDE = 0.30  # m, of the cloth
TABLE = 0.09  # m, radius of the table
TRUE_RIGIDITY = 3e-5  # N m
RIGIDITIES = (1e-5, 1e-4)  # N m, where to look
PIXEL = 0.001  # m, of the shadow
# m, where the middle of the cloth is: a little beside that of the table, as where it is exactly above, chance decides
# where folds come to lie.
ASIDE, ASSUMED_ASIDE = (0.003, 0.002), (0.0035, 0.0015)


def drape(rigidity: float, particles: int, aside: tuple[float, float]) -> tulle.Simulation:
    """The cloth on its table, at rest; ``aside`` [m] is where its middle was put."""
    thickness = 0.006
    sim = tulle.Simulation(
        {
            # Backward Euler damps what swings, so that the cloth comes to rest soon.
            "integrator": {"method": "backward-euler", "dt": 0.02},
            "cloth": [
                {
                    "grid": {
                        "size": [SIDE, SIDE],
                        "particles": [particles, particles],
                        "center": [*aside, 1.01 * thickness],
                    },
                    "thickness": thickness,
                    "areal_density": 0.2,
                    # A sheet: its rigidity is that of the fabric, whatever the grid. That of springs depends on it.
                    "model": "membrane",
                    "membrane": {"modulus": 200, "poisson_ratio": 0.3},
                    "bending_rigidity": rigidity,
                }
            ],
            "obstacle": [
                {"shape": "cylinder", "center": [0, 0, -0.1], "radius": TABLE, "height": 0.2, "friction": 0.5}
            ],
        }
    )
    sim.run(4.0, on_frame=lambda sim: sim.time < 0.5 or sim.energies.kinetic > 1e-8)
    return sim


def shadow(sim: tulle.Simulation) -> np.ndarray:
    """What the cloth covers, seen from above: booleans, a pixel each."""
    corners = sim.positions[sim.faces][:, :, :2]
    # Points all over every triangle, nearer to each other than pixels are.
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max()
    count = int(np.ceil(1.5 * longest / PIXEL))
    i, j = (index.ravel() for index in np.mgrid[: count + 1, : count + 1])
    inside = i + j <= count
    weights = np.stack([i[inside], j[inside], count - i[inside] - j[inside]], axis=1) / count
    points = np.einsum("pc,fcx->fpx", weights, corners).reshape(-1, 2)
    pixels = np.zeros((round(1.1 * SIDE / PIXEL),) * 2, dtype=bool)
    column, row = np.floor(points / PIXEL + len(pixels) / 2).astype(int).T
    pixels[row, column] = True
    return pixels


def covered(pixels: np.ndarray) -> float:
    """Share of the cloth's area."""
    return float(pixels.sum() * PIXEL**2 / SIDE**2)


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", action="store_true", help="coarse grids")
    parser.add_argument("-o", "--output", type=pathlib.Path, default=pathlib.Path("."), help="folder for the picture")
    arguments = parser.parse_args(argv)

    particles = 9 if arguments.small else 21
    measured = shadow(drape(TRUE_RIGIDITY, particles, ASIDE))
    target = covered(measured)

    tried: list[tuple[float, float]] = []

    def excess(log_rigidity: float) -> float:
        rigidity = float(np.exp(log_rigidity))
        share = covered(shadow(drape(rigidity, particles, ASSUMED_ASIDE)))
        tried.append((rigidity, share))
        print(f"  bending_rigidity {rigidity:.3e} N m covers {share:.2%}")
        return share - target

    print(f"measured: the shadow covers {target:.2%} of the cloth's area")
    # A stiffer cloth casts a larger shadow, so the difference passes through zero between the bounds. Logarithms make
    # the tolerance a relative one.
    tolerance = 0.3 if arguments.small else 0.02
    found = float(np.exp(scipy.optimize.brentq(excess, *np.log(RIGIDITIES), xtol=tolerance)))
    fitted = drape(found, particles, ASSUMED_ASIDE)
    error = found / TRUE_RIGIDITY - 1
    print(f"true {TRUE_RIGIDITY:.3e} N m, found {found:.3e} N m, error {error:+.1%}; {len(tried)} drapes")

    figure, axes = plt.subplots(1, 3, figsize=(9.6, 3.4), layout="constrained", width_ratios=(1.15, 1, 1))
    rigidities, shares = np.array(sorted(tried)).T
    axes[0].semilogx(rigidities, 100 * shares, ".-", color="0.6")
    for number, (rigidity, share) in enumerate(tried, start=1):
        beside = (6, -9) if number % 2 else (-10, 6)
        axes[0].annotate(str(number), (rigidity, 100 * share), textcoords="offset points", xytext=beside)
    axes[0].margins(0.12)
    axes[0].axhline(100 * target, color="C3", label="measured")
    axes[0].axvline(TRUE_RIGIDITY, color="C0", linestyle=":", label="true")
    axes[0].plot(found, 100 * covered(shadow(fitted)), "o", color="C3", label="found")
    axes[0].set_xlabel("bending_rigidity [N m]")
    axes[0].set_ylabel("covered by the shadow [%]")
    axes[0].set_title("the search, in order")
    axes[0].legend()
    # Both shadows: light where neither is, dark where both are, coloured where one is.
    both = np.ones((*measured.shape, 3))
    both[measured] -= (0.0, 0.4, 0.4)
    both[shadow(fitted)] -= (0.4, 0.2, 0.0)
    axes[1].imshow(both, origin="lower")
    axes[1].set_title("shadows: measured (red), found (blue)", fontsize=9)
    axes[1].axis("off")
    size, samples = ((64, 64), 4) if arguments.small else ((320, 320), 24)
    axes[2].imshow(fitted.render(*size, samples=samples, texture="checked"))
    axes[2].set_title("the drape that was found", fontsize=9)
    axes[2].axis("off")
    arguments.output.mkdir(parents=True, exist_ok=True)
    figure.savefig(arguments.output / "fit_bending.png", dpi=100)


if __name__ == "__main__":
    main()
