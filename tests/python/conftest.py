import copy
import os
import pathlib
import subprocess

import pytest

import tulle

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent

HANGING = {
    "simulation": {"duration": 0.4, "fps": 25},
    "integrator": {"method": "backward-euler", "dt": 0.01},
    "cloth": [
        {
            "name": "flag",
            "areal_density": 0.2,
            "grid": {"size": [1, 1], "particles": [8, 8], "center": [0, 0, 1]},
            "pin": [{"corner": "min-min"}, {"corner": "max-min"}],
        }
    ],
}


@pytest.fixture
def hanging():
    """A small cloth that hangs from two corners, as data."""
    return copy.deepcopy(HANGING)


@pytest.fixture
def sim(hanging):
    return tulle.Simulation(hanging)


@pytest.fixture
def program():
    """The command line of the same build; or none."""
    name = os.environ.get("TULLE_PROGRAM", "")
    if not name or not pathlib.Path(name).exists():
        pytest.skip("the program is not built")

    def call(*arguments, check=True):
        return subprocess.run([name, *map(str, arguments)], capture_output=True, text=True, check=check)

    return call
