"""Studies: which steps are stable, and what fabrics do in the tests of a laboratory.

Results are dicts: what the command line prints with ``--json``.
"""

from __future__ import annotations

import json
import os
from typing import Any, Mapping, Sequence, Union

from . import _core
from .scene import PathLike, Scene, as_scene


def stability(scene: Union[Scene, Mapping[str, Any], PathLike]) -> dict[str, Any]:
    """Longest stable steps [s] of every method, what limits them and what would lengthen them.

    As ``tulle analyze stability`` (docs/analyze.md).
    """
    return json.loads(_core.study_stability(as_scene(scene)._core))


def fabric(name: PathLike) -> dict[str, Any]:
    """The numbers of a fabric, by name or file, with their units and sources (docs/fabrics.md)."""
    return json.loads(_core.fabric_card(os.fspath(name)))


def test_kes(fabric: PathLike, cells: Sequence[int] = (5, 10)) -> dict[str, Any]:
    """The tensile, shear and bending tests of the Kawabata system on a simulated specimen, at several resolutions."""
    return json.loads(_core.test_kes(os.fspath(fabric), [int(cell) for cell in cells]))


def test_cantilever(fabric: PathLike, cells: int = 40) -> dict[str, Any]:
    """The bending length of strips that hang over an edge (41.5 degrees), warp and weft."""
    return json.loads(_core.test_cantilever(os.fspath(fabric), int(cells)))


def test_drape(
    fabric: PathLike,
    rings: Sequence[int] = (12, 18),
    *,
    runs: int = 3,
    specimen: float = 0.30,
    support: float = 0.18,
) -> dict[str, Any]:
    """Cusick's drape test: a disc of ``specimen`` [m] diameter over one of ``support`` [m], ``runs`` per resolution."""
    return json.loads(_core.test_drape(os.fspath(fabric), [int(ring) for ring in rings], int(runs), specimen, support))


# pytest collects what is named test_... in the modules of users, too; these are none.
for _function in (test_kes, test_cantilever, test_drape):
    _function.__test__ = False  # type: ignore[attr-defined]
