"""Scenes: from files, or built as data, with the checks and the words of the command line."""

from __future__ import annotations

import os
import pathlib
import shutil
import tempfile
import warnings
import weakref
from typing import Any, Iterable, Mapping, Optional, Union

import numpy as np

from . import _core, _toml
from .errors import InputError, ScenePlausibilityWarning

PathLike = Union[str, "os.PathLike[str]"]


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

    def __init__(self, vertices, faces, uvs=None) -> None:
        self.vertices = np.array(vertices, dtype=float)
        self.faces = np.array(faces)
        self.uvs = None if uvs is None else np.array(uvs, dtype=float)
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

    def write(self, file: PathLike) -> None:
        """Writes it as Wavefront OBJ; reading gives the same numbers."""
        lines = [f"v {x!r} {y!r} {z!r}" for x, y, z in self.vertices.tolist()]
        if self.uvs is None:
            lines += [f"f {a} {b} {c}" for a, b, c in (self.faces + 1).tolist()]
        else:
            lines += [f"vt {u!r} {v!r}" for u, v in self.uvs.tolist()]
            lines += [f"f {a}/{a} {b}/{b} {c}/{c}" for a, b, c in (self.faces + 1).tolist()]
        pathlib.Path(file).write_text("\n".join(lines) + "\n", encoding="ascii")


def _remove(folder: pathlib.Path, owner: int) -> None:
    """A process that was forked leaves the folder to who made it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _overrides(changes: Optional[Mapping[str, Any]]) -> list[str]:
    if not changes:
        return []
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
        if pathlib.Path(name).name != name or not name:
            raise ValueError(f"name: expected the name of a file without folders; found {name!r}")
        self._is_data = True
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="tulle-"))
        clean_up = weakref.finalize(self, _remove, self._folder, os.getpid())
        self._given: list[str] = []
        beside = pathlib.Path(folder).absolute()
        try:
            tables = self._with_files(_toml.plain(self._placed(scene, beside)))
            file = self._folder / f"{name}.toml"
            file.write_text(_toml.dumps(tables), encoding="utf-8")
            # "cloth[0].mesh" names a file as the key mesh does.
            changes = {key: self._placed({key.split(".")[-1]: value}, beside) for key, value in (set or {}).items()}
            self._read(file, {key: value for key, placed in changes.items() for value in placed.values()})
        except BaseException:
            clean_up()
            raise

    @classmethod
    def _from_file(cls, file: PathLike, changes: Optional[Mapping[str, Any]]) -> "Scene":
        scene = cls.__new__(cls)
        scene._is_data = False
        scene._folder = pathlib.Path(file).parent
        scene._given = []
        scene._read(pathlib.Path(file), changes)
        return scene

    def _read(self, file: pathlib.Path, changes: Optional[Mapping[str, Any]]) -> None:
        self._warnings: list[str] = []
        try:
            self._core = _core.read_scene(file, _overrides(changes))
        except InputError as error:
            if not self._is_data:
                raise
            raise InputError([_without_place(problem, self._folder) for problem in error.problems]) from None
        for problem in self._core.warnings:
            text = str(_without_place(problem, self._folder) if self._is_data else problem)
            self._warnings.append(text)
            warnings.warn(text, ScenePlausibilityWarning, stacklevel=3)

    def _placed(self, tables: Mapping[str, Any], folder: pathlib.Path) -> dict[str, Any]:
        """Meshes and fabrics that were given go into files; names of files become absolute."""

        def place(value: Any, key: str) -> Any:
            if isinstance(value, Mesh):
                name = f"mesh_{len(self._given) + 1}.obj"
                value.write(self._folder / name)
                self._given.append(name)
                return name
            if key == "fabric" and isinstance(value, Mapping):
                name = f"fabric_{len(self._given) + 1}.toml"
                (self._folder / name).write_text(_toml.dumps(value), encoding="utf-8")
                self._given.append(name)
                return name
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

    @staticmethod
    def _with_files(tables: dict[str, Any]) -> dict[str, Any]:
        # Who steps himself wants no files unless he says so.
        return tables if "output" in tables else {**tables, "output": {"formats": []}}

    @classmethod
    def _from_text(cls, name: str, text: str, given: Mapping[str, bytes]) -> "Scene":
        """What :meth:`_as_text` gave, in a folder of its own."""
        scene = cls.__new__(cls)
        scene._is_data = True
        scene._folder = pathlib.Path(tempfile.mkdtemp(prefix="tulle-"))
        clean_up = weakref.finalize(scene, _remove, scene._folder, os.getpid())
        scene._given = list(given)
        try:
            for file, content in given.items():
                (scene._folder / file).write_bytes(content)
            file = scene._folder / f"{name}.toml"
            file.write_text(text, encoding="utf-8")
            with warnings.catch_warnings():  # they were given once
                warnings.simplefilter("ignore", ScenePlausibilityWarning)
                scene._read(file, None)
        except BaseException:
            clean_up()
            raise
        return scene

    def _as_text(self) -> tuple[str, dict[str, bytes]]:
        """The scene as TOML, and the files that were given as data, which it names without a folder."""
        text = self.text
        for name in self._given:
            text = text.replace(str((self._folder / name).absolute()), name)
        return text, {name: (self._folder / name).read_bytes() for name in self._given}

    def __reduce__(self):
        return Scene._from_text, (self.name, *self._as_text())

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def text(self) -> str:
        """The scene as TOML; files have absolute names."""
        return self._core.text

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
            text, files = self._as_text()
            for name, content in files.items():
                (aside / name).write_bytes(content)
            (aside / f"{self.name}.toml").write_text(text, encoding="utf-8")
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
    is_scene = own and name.endswith(".toml") and not name.startswith("fabric_")
    message = problem.message.replace(f"{folder}{os.sep}", "")
    if is_scene:
        return _PlainProblem("", 0, 0, problem.key, message)
    return _PlainProblem(name, problem.line, problem.column, problem.key, message)


def load(scene: PathLike, *, set: Optional[Mapping[str, Any]] = None) -> Scene:  # noqa: A002
    """Reads a scene file, or the scene of a name (see :func:`scenes`).

    ``set`` changes keys of it, as ``--set`` does on the command line: ``set={"integrator.dt": 0.005}``.
    """
    return Scene._from_file(_core.find_scene(os.fspath(scene)), set)


def as_scene(scene: Union[Scene, Mapping[str, Any], PathLike]) -> Scene:
    """A scene, whatever it was given as: data, or a name or file."""
    if isinstance(scene, Scene):
        return scene
    return Scene(scene) if isinstance(scene, Mapping) else load(scene)


def scenes() -> dict[str, str]:
    """Names of the scenes that come with Tulle, and what they show."""
    return dict(_core.list_scenes())


def fabrics() -> dict[str, str]:
    """Names of the fabrics that scenes can name, and what they are."""
    return dict(_core.list_fabrics())


def integrators() -> dict[str, str]:
    """Values of ``integrator.method``, and when to take them."""
    return dict(_core.list_integrators())
