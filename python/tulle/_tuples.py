"""Named tuples that a simulation returns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Cloth(NamedTuple):
    """One cloth's or body's share of the particles and faces of a simulation."""

    name: str
    particles: slice
    faces: slice


class Contacts(NamedTuple):
    """What touches: the first thing is cloth or a body, the second an obstacle, cloth or a body."""

    points: np.ndarray  # (k, 3) m, of the first thing
    normals: np.ndarray  # (k, 3) away from the second thing
    forces: np.ndarray  # (k,) N, along the normal, without friction
    obstacles: np.ndarray  # (k,) number of the obstacle; -1: the second thing is cloth or a body
    particles: np.ndarray  # (k, 4) of both things; -1 where there are fewer
    shares: np.ndarray  # (k, 4) of the force on those particles: positive on the first thing, negative on the second
