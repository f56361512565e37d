import copy
import pathlib
import subprocess

import pytest

import tulle

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


# The package stands in its build folder, beside the program (python/CMakeLists.txt).
BUILD = pathlib.Path(tulle.__file__).resolve().parent.parent.parent


@pytest.fixture
def build():
    """The folder of the build under test."""
    assert (BUILD / "build.ninja").is_file(), f"{BUILD} is no build: set PYTHONPATH to build/dev/python"
    return BUILD


@pytest.fixture
def program(build):
    """The command line of the same build."""

    def call(*arguments, check=True):
        return subprocess.run([build / "bin" / "tulle", *map(str, arguments)], capture_output=True, text=True, check=check)

    return call
