"""User-defined forces: classes that a simulation asks for energy, force and Jacobian."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import number, real_array, vectors


class DerivativeErrors(NamedTuple):
    """Relative differences between what a force says and central differences of it."""

    energy: Optional[float]  # of -dE/dx against the force; None where the energy is 0 everywhere
    by_position: float  # of the Jacobian
    by_velocity: float


class Force:
    """A force of your own: derive from this class and write :meth:`force`; ``Simulation(scene, forces=[...])`` uses it.

    It must depend on nothing but positions x [m], velocities v [m/s] and the time [s]: a step asks several times, and may be
    undone and taken again. x and v are (n, 3) copies. A force on a particle that a rigid body carries has no effect; the four
    particles of the body, which come last, move it. An error that a method raises ends the step in its middle; the simulation
    then refuses steps until a state is restored.
    """

    name: str = "force"  # for messages; that of the class where a class does not set its own

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "name" not in vars(cls):
            cls.name = cls.__name__

    def energy(self, x: np.ndarray, time: float) -> float:
        """Potential energy [J]; 0 for a force that has none, such as drag."""
        return 0.0

    def force(self, x: np.ndarray, v: np.ndarray, time: float) -> npt.ArrayLike:
        """(n, 3) [N] on each particle."""
        raise NotImplementedError(f"{type(self).__name__}.force is not written")

    def couplings(self) -> npt.ArrayLike:
        """(k, 2): pairs of particles whose forces depend on each other; asked once, when the simulation is made."""
        return np.empty((0, 2), dtype=int)

    def jacobian(self, x: np.ndarray, v: np.ndarray, time: float) -> Optional[Tuple[Any, ...]]:
        """Returns (i, j, by_position) or (i, j, by_position, by_velocity), or None when the force is soft.

        i and j are (k,) particles, by_position (k, 3, 3) the blocks df_i/dx_j [N/m], by_velocity df_i/dv_j [N s/m]. Newton's
        method uses the symmetric part; without a Jacobian its iterations may not converge where the force is stiff.
        """
        return None

    def check(
        self, x: npt.ArrayLike, v: Union[npt.ArrayLike, None] = None, time: float = 0.0, h: float = 1e-6
    ) -> DerivativeErrors:
        """Compares energy, force and Jacobian by central differences over h [m, m/s]; right ones differ by about 1e-8."""
        places = real_array(x, "x")
        places = vectors(places, "x", len(places) if places.ndim else 0)
        speeds = np.zeros_like(places) if v is None else vectors(v, "v", len(places))
        return DerivativeErrors(*_core.check_derivatives(self, places, speeds, number(time, "time", "s"), number(h, "h", "m")))
