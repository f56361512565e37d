"""Tulle: cloth and other deformable things, simulated as particles.

>>> import tulle
>>> sim = tulle.Simulation("tablecloth")
>>> sim.run(0.5)
>>> sim.positions.mean(axis=0)

SI units throughout, Z up. docs/python.md is the guide, docs/scene-format.md tells what scenes may say.
"""

import pathlib as _pathlib

from . import _core

_data = _pathlib.Path(__file__).parent / "data"
if _data.is_dir():
    _core.set_data_folder(_data)

from ._arguments import whole as _whole
from ._picture import picture_options
from .errors import InputError, ScenePlausibilityWarning, SimulationError
from .force import DerivativeErrors, Force
from .runs import Frame, Run, open, resume, run
from .scene import Mesh, Scene, fabrics, integrators, load, scenes
from .simulation import Cloth, Contacts, Simulation
from .studies import fabric, stability, test_cantilever, test_drape, test_kes

__version__: str = _core.version


def set_threads(count: int = 0) -> None:
    """Limits the threads of everything that follows; 0 means all cores. Results do not depend on it."""
    _core.set_threads(_whole(count, "count", 0, 1024))


def thread_count() -> int:
    """Threads that are used now."""
    return _core.thread_count()


__all__ = [
    "Cloth",
    "Contacts",
    "DerivativeErrors",
    "Force",
    "Frame",
    "InputError",
    "Mesh",
    "Run",
    "Scene",
    "ScenePlausibilityWarning",
    "Simulation",
    "SimulationError",
    "fabric",
    "fabrics",
    "integrators",
    "load",
    "open",
    "picture_options",
    "resume",
    "run",
    "scenes",
    "set_threads",
    "stability",
    "test_cantilever",
    "test_drape",
    "test_kes",
    "thread_count",
]
