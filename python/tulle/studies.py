"""Studies: which steps are stable, and what fabrics do in the tests of a laboratory.

Results are dicts: what the command line prints with ``--json``.
"""

from __future__ import annotations

import json
import os
from typing import Any, Mapping, Sequence, Union

import numpy as np

from . import _core
from ._arguments import number, whole
from .scene import PathLike, Scene, as_scene


def stability(scene: Union[Scene, Mapping[str, Any], PathLike]) -> dict[str, Any]:
    """Longest stable steps [s] of every method, what limits them and what would lengthen them.

    As ``tulle analyze stability`` (docs/analyze.md).
    """
    return json.loads(_core.study_stability(as_scene(scene)._core))


def fabric(name: PathLike) -> dict[str, Any]:
    """The numbers of a fabric, by name or file, with their units and sources (docs/fabrics.md)."""
    return json.loads(_core.fabric_card(_name(name)))


def test_kes(fabric: PathLike, cells: Sequence[int] = (5, 10)) -> dict[str, Any]:
    """The tensile, shear and bending tests of the Kawabata system on a simulated specimen, at several resolutions."""
    return json.loads(_core.test_kes(_name(fabric), _counts(cells, "cells", 2, 100)))


def test_cantilever(fabric: PathLike, cells: int = 40) -> dict[str, Any]:
    """The bending length of strips that hang over an edge (41.5 degrees), warp and weft."""
    return json.loads(_core.test_cantilever(_name(fabric), whole(cells, "cells", 4, 400)))


def test_drape(
    fabric: PathLike,
    rings: Sequence[int] = (12, 18),
    *,
    runs: int = 3,
    specimen: float = 0.30,
    support: float = 0.18,
) -> dict[str, Any]:
    """Cusick's drape test: a disc of ``specimen`` [m] diameter over one of ``support`` [m], ``runs`` per resolution."""
    resolutions, runs = _counts(rings, "rings", 3, 100), whole(runs, "runs", 1, 100)
    support = number(support, "support", "m", least=0.01, most=1)
    specimen = number(specimen, "specimen", "m", least=0.01, most=2)
    if not support < specimen:
        raise ValueError(f"specimen: expected more than the support of {support} m; found {specimen}")
    return json.loads(_core.test_drape(_name(fabric), resolutions, runs, specimen, support))


def _name(fabric: PathLike) -> str:
    if not isinstance(fabric, (str, os.PathLike)):
        raise TypeError(f"fabric: expected the name of a fabric or its file; found {type(fabric).__name__}")
    return os.fspath(fabric)


def _counts(values: Sequence[int], name: str, least: int, most: int) -> list[int]:
    counts = [whole(value, name, least, most) for value in np.atleast_1d(np.asarray(values))]
    if not counts:
        raise ValueError(f"{name}: expected one number or more")
    return counts


# pytest collects what is named test_... in the modules of users, too; these are none.
for _function in (test_kes, test_cantilever, test_drape):
    _function.__test__ = False  # type: ignore[attr-defined]
