"""Scenes: from files, or built as data, with the checks and the words of the command line."""

from __future__ import annotations

import os
import pathlib
import shutil
import sys
import tempfile
import warnings
from typing import Any, Iterable, Mapping, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _core, _toml
from ._arguments import real_array
from .errors import InputError, ScenePlausibilityWarning

PathLike = Union[str, "os.PathLike[str]"]

# Of what was given as data, in the folder of the scene.
_GIVEN = "given"


class Mesh:
    """A triangle mesh for a cloth or an obstacle, wherever a scene names a mesh file.

    Parameters
    ----------
    vertices : (n, 3) array
        Positions [m].
    faces : (m, 3) array of integers
        Corners of the triangles, counter-clockwise seen from the front.
    uvs : (n, 2) array, optional
        Texture coordinates, one per vertex; fabrics take the directions of their threads from them.
    """

    def __init__(self, vertices: npt.ArrayLike, faces: npt.ArrayLike, uvs: Optional[npt.ArrayLike] = None) -> None:
        self.vertices = real_array(vertices, "vertices").copy()
        self.faces = np.array(faces)
        self.uvs = None if uvs is None else real_array(uvs, "uvs").copy()
        if self.vertices.ndim != 2 or self.vertices.shape[1] != 3:
            raise ValueError(f"vertices: expected an array of shape (n, 3); found {self.vertices.shape}")
        if self.faces.ndim != 2 or self.faces.shape[1] != 3 or not np.issubdtype(self.faces.dtype, np.integer):
            raise ValueError(
                f"faces: expected an array of integers of shape (m, 3); found {self.faces.dtype} of {self.faces.shape}"
            )
        if self.faces.size and not (0 <= int(self.faces.min()) and int(self.faces.max()) < len(self.vertices)):
            raise ValueError(f"faces: expected numbers of vertices, 0 to {len(self.vertices) - 1}")
        self.faces = self.faces.astype(np.int64)
        if self.uvs is not None and self.uvs.shape != (len(self.vertices), 2):
            raise ValueError(f"uvs: expected an array of shape ({len(self.vertices)}, 2); found {self.uvs.shape}")

    def text(self) -> str:
        """As Wavefront OBJ; reading it gives the same numbers."""
        lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in self.vertices.tolist()]
        if self.uvs is None:
            lines += [f"f {a} {b} {c}" for a, b, c in (self.faces + 1).tolist()]
        else:
            lines += [f"vt {u!r} {v!r}" for u, v in self.uvs.tolist()]
            lines += [f"f {a}/{a} {b}/{b} {c}/{c}" for a, b, c in (self.faces + 1).tolist()]
        return "\n".join(lines) + "\n"

    def write(self, file: PathLike) -> None:
        """Writes it as Wavefront OBJ."""
        pathlib.Path(file).write_text(self.text(), encoding="ascii")


def _frames_of_ours() -> int:
    """How far up the first caller is that is not of this package: the line that a warning is about."""
    package = os.path.dirname(__file__)
    level, frame = 1, sys._getframe(1)
    while frame is not None and os.path.dirname(frame.f_code.co_filename) == package:
        level, frame = level + 1, frame.f_back  # type: ignore[assignment]
    return level


def _changes(given: Optional[Mapping[str, Any]]) -> Mapping[str, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise TypeError(f'set: expected a dict such as {{"integrator.dt": 0.005}}; found {type(given).__name__}')
    return given or {}


def _overrides(changes: Mapping[str, Any]) -> list[str]:
    return [f"{key}={_toml._value(_toml.plain(value), key)}" for key, value in changes.items()]


class Scene:
    """A scene that has been read and checked, ready to be simulated.

    ``Scene({...})`` takes what a scene file says (docs/scene-format.md) as dicts and lists, with the same keys, units
    and checks; arrays will do for lists, and keys that are None are left out. Where a file would be named, a
    :class:`Mesh` can stand for a mesh, and a dict with the keys of a fabric file (docs/fabrics.md) for a fabric. Files
    that are named are looked for in ``folder``. Scenes can be copied and pickled.

    Raises :class:`InputError` with every problem. What is doubtful but possible is a warning, and in ``warnings``.
    """

    def __init__(
        self,
        scene: Mapping[str, Any],
        *,
        name: str = "scene",
        folder: PathLike = ".",
        set: Optional[Mapping[str, Any]] = None,  # noqa: A002  (the word of the command line)
    ) -> None:
        if not isinstance(scene, Mapping):
            raise TypeError("expected a dict as in docs/scene-format.md; tulle.load reads files")
        if pathlib.Path(name).name != name or name in ("", ".."):
            raise ValueError(f"name: expected the name of a file without folders; found {name!r}")
        beside = pathlib.Path(folder).absolute()
        self._given: dict[str, bytes] = {}
        tables = self._with_files(_toml.plain(self._placed(scene, beside)))
        # "cloth[0].mesh" names a file as the key mesh does.
        changes = {key: self._placed({key.split(".")[-1]: value}, beside) for key, value in _changes(set).items()}
        self._read_text(
            name, _toml.dumps(tables), {key: value for key, placed in changes.items() for value in placed.values()}
        )

    @classmethod
    def _from_file(cls, file: PathLike, changes: Mapping[str, Any]) -> "Scene":
        scene = cls.__new__(cls)
        scene._given = {}
        scene._text = None
        scene._core = _core.read_scene(file, _overrides(changes))
        scene._warn([str(problem) for problem in scene._core.warnings])
        return scene

    @classmethod
    def _from_text(cls, name: str, text: str, given: Mapping[str, bytes]) -> "Scene":
        """What :meth:`__reduce__` gave."""
        scene = cls.__new__(cls)
        scene._given = dict(given)
        with warnings.catch_warnings():  # they were given once
            warnings.simplefilter("ignore", ScenePlausibilityWarning)
            scene._read_text(name, text, {})
        return scene

    def _read_text(self, name: str, text: str, changes: Mapping[str, Any]) -> None:
        """Reads the text through temporary files, with the reader of the command line."""
        with tempfile.TemporaryDirectory(prefix="tulle-") as place:
            folder = pathlib.Path(place)
            (folder / _GIVEN).mkdir()
            for file, content in self._given.items():
                (folder / file).write_bytes(content)
            file = folder / f"{name}.toml"
            file.write_text(text, encoding="utf-8")
            try:
                self._core = _core.read_scene(file, _overrides(changes))
            except InputError as error:
                raise InputError([_without_place(problem, folder) for problem in error.problems]) from None
            self._text = self._core.text.replace(f"{folder.absolute()}{os.sep}", "")
            self._warn([str(_without_place(problem, folder)) for problem in self._core.warnings])

    def _warn(self, texts: list[str]) -> None:
        self._warnings = texts
        for text in texts:
            warnings.warn(text, ScenePlausibilityWarning, stacklevel=_frames_of_ours())

    def _placed(self, tables: Mapping[str, Any], folder: pathlib.Path) -> dict[str, Any]:
        """Meshes and fabrics that were given go into files; names of files become absolute."""

        def place(value: Any, key: str) -> Any:
            if isinstance(value, Mesh):
                return self._give(f"mesh_{len(self._given) + 1}.obj", value.text())
            if key == "fabric" and isinstance(value, Mapping):
                return self._give(f"fabric_{len(self._given) + 1}.toml", _toml.dumps(value))
            if key in ("mesh", "net", "meshes", "fabric") and isinstance(value, (str, os.PathLike)):
                if key == "fabric" and not str(value).endswith(".toml"):
                    beside = [folder / f"{value}.toml", folder / "fabrics" / f"{value}.toml"]
                    return next((str(file) for file in beside if file.is_file()), str(value))
                return str(folder / value)
            if isinstance(value, Mapping):
                return {str(name): place(item, str(name)) for name, item in value.items() if item is not None}
            if isinstance(value, (list, tuple)):
                return [place(item, key) for item in value]
            return value

        return {str(key): place(value, str(key)) for key, value in tables.items() if value is not None}

    def _give(self, name: str, text: str) -> str:
        file = f"{_GIVEN}/{name}"
        self._given[file] = text.encode()
        return file

    @staticmethod
    def _with_files(tables: dict[str, Any]) -> dict[str, Any]:
        # A program that takes the steps itself gets no files unless it asks for them.
        return tables if "output" in tables else {**tables, "output": {"formats": []}}

    def __reduce__(self):
        return Scene._from_text, (self.name, self.text, self._given)

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def text(self) -> str:
        """The scene as TOML; files have absolute names, but for those that were given as data."""
        return self._core.text if self._text is None else self._text

    @property
    def warnings(self) -> list[str]:
        """What is doubtful about it but possible."""
        return list(self._warnings)

    @property
    def duration(self) -> float:
        """s"""
        return self._core.duration

    @property
    def fps(self) -> float:
        """Frames per second."""
        return self._core.fps

    def save(self, folder: PathLike) -> pathlib.Path:
        """Writes the scene, with the meshes and fabrics that were given as data, into a new folder.

        Returns the scene file, which ``tulle run`` and :func:`load` take.
        """
        target = pathlib.Path(folder)
        if target.exists():
            raise FileExistsError(f"{target}: exists; name a folder that does not")
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = pathlib.Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        try:
            if self._given:
                (aside / _GIVEN).mkdir()
            for name, content in self._given.items():
                (aside / name).write_bytes(content)
            (aside / f"{self.name}.toml").write_text(self.text, encoding="utf-8")
            aside.chmod(0o755)
            aside.rename(target)
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise
        return target / f"{self.name}.toml"

    def __repr__(self) -> str:
        return f"<tulle.Scene {self.name!r}: {self.duration:g} s, {self.fps:g} frames per second>"


class _PlainProblem:
    """A problem of what was given as data: it has a key, and no file or line that anybody has seen."""

    def __init__(self, file: str, line: int, column: int, key: str, message: str) -> None:
        self.file, self.line, self.column, self.key, self.message = file, line, column, key, message

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}" + (f":{self.column}" if self.column else "")
        return ": ".join(part for part in (place, self.key, self.message) if part)

    def __repr__(self) -> str:
        return f"<Problem {self}>"


def _without_place(problem: Any, folder: pathlib.Path) -> _PlainProblem:
    own = problem.file.startswith(str(folder))
    name = pathlib.Path(problem.file).name if own else problem.file
    is_scene = own and pathlib.Path(problem.file).parent == folder
    message = problem.message.replace(f"{folder}{os.sep}", "")
    if is_scene:
        return _PlainProblem("", 0, 0, problem.key, message)
    return _PlainProblem(name, problem.line, problem.column, problem.key, message)


def load(scene: PathLike, *, set: Optional[Mapping[str, Any]] = None) -> Scene:  # noqa: A002
    """Reads a scene file, or the scene of a name (see :func:`scenes`).

    ``set`` changes keys of it, as ``--set`` does on the command line: ``set={"integrator.dt": 0.005}``.
    """
    return Scene._from_file(_core.find_scene(os.fspath(scene)), _changes(set))


def as_scene(scene: Union[Scene, Mapping[str, Any], PathLike]) -> Scene:
    """A scene, whatever it was given as: data, or a name or file."""
    if isinstance(scene, Scene):
        return scene
    if isinstance(scene, Mapping):
        return Scene(scene)
    if isinstance(scene, (str, os.PathLike)):
        return load(scene)
    raise TypeError(f"scene: expected a Scene, a dict, or the name of a scene or file; found {type(scene).__name__}")


def scenes() -> dict[str, str]:
    """Names of the scenes that come with Tulle, and what they show."""
    return dict(_core.list_scenes())


def fabrics() -> dict[str, str]:
    """Names of the fabrics that scenes can name, and what they are."""
    return dict(_core.list_fabrics())


def integrators() -> dict[str, str]:
    """Values of ``integrator.method``, and when to take them."""
    return dict(_core.list_integrators())
