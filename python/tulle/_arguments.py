"""What was given to a function, as numbers and arrays; what cannot be is refused by its name."""

from __future__ import annotations

import operator
from typing import Any, Optional

import numpy as np


def real_array(values: Any, name: str) -> np.ndarray:
    """Real numbers as an array of doubles; nothing is guessed from text, dates or complex numbers."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ValueError(f"{name}: expected rows of the same length") from None
    if array.dtype.kind not in "iuf":
        found = type(values).__name__ if array.dtype.kind == "O" else str(array.dtype)
        raise TypeError(f"{name}: expected real numbers; found {found}")
    return array.astype(float, copy=False)


def vectors(values: Any, name: str, count: int) -> np.ndarray:
    """(count, 3)"""
    array = real_array(values, name)
    if array.shape != (count, 3):
        raise ValueError(f"{name}: expected an array of shape ({count}, 3); found {array.shape}")
    return array


def vectors_or_one(values: Any, name: str, count: int) -> np.ndarray:
    """(count, 3); one vector or one number stands for all."""
    array = real_array(values, name)
    return np.broadcast_to(array, (count, 3)) if array.shape in ((), (3,)) else vectors(array, name, count)


def vector(values: Any, name: str) -> np.ndarray:
    array = real_array(values, name)
    if array.shape != (3,):
        raise ValueError(f"{name}: expected three numbers; found {'one' if not array.shape else array.shape}")
    return array


def number(value: Any, name: str, unit: str = "", *, least: float = -np.inf, most: float = np.inf) -> float:
    """A real number from `least` to `most`."""
    array = real_array(value, name)
    if array.shape != ():
        raise TypeError(f"{name}: expected a number; found an array of shape {array.shape}")
    real = float(array)
    if not least <= real <= most:
        raise ValueError(f"{name}: expected {_range(least, most, unit)}; found {value}")
    return real


def whole(value: Any, name: str, least: int, most: Optional[int] = None, unit: str = "") -> int:
    """A whole number from `least` to `most`."""
    try:
        integer = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number; found {value!r}") from None
    if integer < least or (most is not None and integer > most):
        raise ValueError(f"{name}: expected {_range(least, np.inf if most is None else most, unit)}; found {integer}")
    return integer


def _range(least: float, most: float, unit: str) -> str:
    after = f" {unit}" if unit else ""
    if np.isinf(most) and np.isinf(least):
        return f"a finite number{after}"
    return f"a number >= {least}{after}" if np.isinf(most) else f"{least} to {most}{after}"


def particle_indices(particles: Any, count: int) -> np.ndarray:
    """Of numbers, a slice, or a mask with a boolean per particle."""
    if isinstance(particles, slice):
        return np.arange(count, dtype=np.intc)[particles]
    values = np.atleast_1d(np.asarray(particles))
    if values.dtype == bool:
        if values.shape != (count,):
            raise ValueError(f"particles: expected a mask of {count} booleans; found {values.shape}")
        return np.flatnonzero(values).astype(np.intc)
    if values.size and not np.issubdtype(values.dtype, np.integer):
        raise TypeError(f"particles: expected integers, a slice, or a mask of booleans; found {values.dtype}")
    if values.ndim != 1:
        raise ValueError(f"particles: expected a list of numbers; found an array of shape {values.shape}")
    if values.size and not (0 <= int(values.min()) and int(values.max()) < count):
        worst = values.min() if values.min() < 0 else values.max()
        raise IndexError(f"particles: expected 0 to {count - 1}; found {worst}")
    return values.astype(np.intc)
