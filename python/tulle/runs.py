"""Whole runs in run directories, as ``tulle run`` makes them; and runs that are there, to look at."""

from __future__ import annotations

import json
import operator
import os
import pathlib
import shutil
from typing import Any, Callable, Iterator, Mapping, NamedTuple, Optional, Union

import numpy as np

from . import _core
from ._picture import picture_options
from .errors import InputError, SimulationError
from .scene import PathLike, Scene, as_scene, load


class Frame(NamedTuple):
    """One frame of a run: its time [s], and (n, 3) arrays of positions [m] and velocities [m/s]."""

    time: float
    positions: np.ndarray
    velocities: np.ndarray


class Metrics(dict):
    """Columns of metrics.csv by name; a name of an older version gives the present one in the error."""

    _renamed = {"rounds": "nonlinear_iterations"}

    def __missing__(self, name: str) -> np.ndarray:
        if name in self._renamed:
            raise KeyError(f"the metric {name} is called {self._renamed[name]} now")
        raise KeyError(f"metrics: expected one of {', '.join(self)}; found {name}")


class Run:
    """The frames that a run has kept, of a directory that :func:`run` or ``tulle run`` has made."""

    def __init__(self, directory: PathLike) -> None:
        self.directory = pathlib.Path(os.fspath(directory))
        self._core = _core.RunFrames(self.directory)

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def fps(self) -> float:
        """Frames per second."""
        return self._core.fps

    @property
    def status(self) -> str:
        """ "running", "finished", "interrupted" or "failed", as run.json says now."""
        return self._record()["status"]

    @property
    def message(self) -> str:
        """Why it failed; otherwise empty."""
        return self._record()["message"]

    def _record(self) -> dict[str, Any]:
        return json.loads((self.directory / "run.json").read_text(encoding="utf-8"))

    def __len__(self) -> int:
        """Frames there are, the start included."""
        return self._core.count

    def _index(self, frame: int) -> int:
        try:
            frame = operator.index(frame)
        except TypeError:
            raise TypeError(f"frame: expected a whole number; found {frame!r}") from None
        index = frame + len(self) if frame < 0 else frame
        if not 0 <= index < len(self):
            raise IndexError(f"frame: expected 0 to {len(self) - 1}, or from the end -1 to -{len(self)}; found {frame}")
        return index

    def positions(self, frame: int) -> np.ndarray:
        """(n, 3) [m]; runs keep them as floats."""
        return self[frame].positions

    def velocities(self, frame: int) -> np.ndarray:
        """(n, 3) [m/s]"""
        return self[frame].velocities

    def field(self, name: str, frame: int) -> np.ndarray:
        """(n,) a number per particle, such as "stretch" or "speed"; see :attr:`fields`."""
        names = list(self.fields)
        if name not in names:
            raise ValueError(f"field: expected one of {', '.join(names)}; found {name}")
        return self._core.field(self._index(frame), names.index(name))

    @property
    def fields(self) -> dict[str, str]:
        """Names of fields, and their units ("1" for ratios)."""
        return dict(self._core.field_names())

    @property
    def metrics(self) -> Metrics:
        """metrics.csv: columns by name, a number per frame (docs/outputs.md has their units)."""
        return Metrics(self._core.metrics())

    def render(self, frame: int = -1, width: int = 960, height: int = 540, **options) -> np.ndarray:
        """A ray-traced picture as (height, width, 3) bytes; see :func:`tulle.picture_options` for the options."""
        return self._core.render(self._index(frame), picture_options(width, height, options))

    def __getitem__(self, frame: int) -> Frame:
        """``run[0]`` is the start, ``run[-1]`` the last frame; ``for frame in run`` goes through all."""
        return Frame(*self._core.read(self._index(frame)))

    def __iter__(self) -> Iterator[Frame]:
        return (self[k] for k in range(len(self)))

    def __reduce__(self):
        return Run, (self.directory.absolute(),)

    def export(self, format: str, folder: PathLike) -> pathlib.Path:  # noqa: A002
        """Writes the frames in another format into a new folder."""
        formats = dict(_core.export_formats())
        if format not in formats:
            raise ValueError(f"format: expected one of {', '.join(formats)}; found {format!r}")
        target = pathlib.Path(os.fspath(folder))
        target.mkdir(parents=True, exist_ok=False)
        self._core.export(format, target)
        return target

    def __repr__(self) -> str:
        return f"<tulle.Run {str(self.directory)!r}: {len(self)} frames>"


# The library knows its formats, so help(tulle.Run.export) lists them from there.
Run.export.__doc__ += "\n\n        ``format`` is one of\n\n" + "".join(
    f'        - "{name}": {description}\n' for name, description in _core.export_formats()
)


def run(
    scene: Union[Scene, Mapping[str, Any], PathLike],
    directory: PathLike = "",
    *,
    certify: bool = False,
    on_progress: Optional[Callable[[int, int, float], Any]] = None,
) -> Run:
    """Simulates a scene into a run directory, file by file as ``tulle run SCENE -o DIRECTORY`` does.

    Without a directory it is ``runs/NAME``, numbered when that is taken. ``on_progress(frame, frames, seconds_left)`` is
    called at every frame. Ctrl-C keeps what is there; ``tulle run -o DIRECTORY --resume`` and :func:`resume` go on.

    Meshes and fabrics that a scene was given as data are kept in a folder DIRECTORY-scene beside the run.
    Raises :class:`SimulationError`, with the reason, for a run that failed; what it has got is kept.
    """
    scene = as_scene(scene)
    target = os.fspath(directory)
    kept: Optional[pathlib.Path] = None
    if scene._given:
        if not target:
            raise ValueError("directory: a scene with meshes or fabrics given as data needs one, to keep them beside it")
        # A directory that is taken is refused below, by its own name.
        if not (os.path.isdir(target) and os.listdir(target)):
            kept = pathlib.Path(f"{target.rstrip('/')}-scene")
            scene = load(scene.save(kept))
    try:
        return _finish(_core.run_scene(scene._core, target, False, bool(certify), on_progress))
    except InputError:
        if kept is not None:
            shutil.rmtree(kept)
        raise


def resume(directory: PathLike, *, on_progress: Optional[Callable[[int, int, float], Any]] = None) -> Run:
    """Goes on with a run that was interrupted, to the bit-identical result."""
    target = os.fspath(directory)
    return _finish(_core.run_scene(_core.read_run_scene(target), target, True, False, on_progress))


def open(directory: PathLike) -> Run:  # noqa: A001
    """A run to look at; it may still be going on."""
    return Run(directory)


def _finish(result: Mapping[str, str]) -> Run:
    if result["status"] == "failed":
        raise SimulationError(f"{result['directory']}: {result['message']}", None)
    return Run(result["directory"])
