"""A running simulation: its state as arrays, its steps, and control between them."""

from __future__ import annotations

import copy
import os
import pathlib
import sys
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from . import _core
from ._arguments import number, particle_indices, real_array, vector, vectors, vectors_or_one
from ._picture import picture_options
from ._progress import Progress
from ._tuples import Cloth, Contacts
from .errors import SimulationError
from .force import Force
from .scene import PathLike, Scene, as_scene


# Numbers, a slice, or a mask with a boolean per particle.
Particles = Union[npt.ArrayLike, slice]


class Simulation:
    """A scene in motion.

    Parameters
    ----------
    scene : Scene, dict, str or path
        What :class:`Scene` or :func:`load` take will do.
    forces : sequence of Force
        User-defined forces that act beside those of the scene; see :class:`Force`.

    ``positions``, ``velocities``, ``masses``, ``rest_lengths`` and ``external_forces`` are views: they show what is now,
    after every step, without copies, and stay valid when the simulation itself is deleted. They are read-only; assign
    to the attribute to set them (``sim.velocities = v``). Copy what you want to keep.

    Steps let other Python threads run; a second thread that steps the same simulation meanwhile gets a RuntimeError.
    Simulations can be copied and pickled, also into other processes: the copy goes on to the bit-identical result.
    """

    # A name that is misspelt when it is set is an error.
    __slots__ = ("scene", "user_forces", "_core", "_report", "_faces", "_start", "_cloths", "__weakref__")

    def __init__(self, scene: Union[Scene, Mapping[str, Any], PathLike], forces: Sequence[Force] = ()) -> None:
        self.scene = as_scene(scene)
        self.user_forces = tuple(forces)
        for force in self.user_forces:
            if not isinstance(force, Force):
                raise TypeError(f"forces: expected instances of tulle.Force; found {type(force).__name__}")
        self._core = _core.Simulation(self.scene._core, self.user_forces)
        self._report: Optional[_core.StepReport] = None
        faces = self._core.all_faces()
        # Bytes cannot be made writeable by anybody.
        self._faces = np.frombuffer(faces.tobytes(), dtype=faces.dtype).reshape(faces.shape)
        self._start: Optional[bytes] = None
        first = 0
        self._cloths = []
        for name, first_particle, count, faces in self._core.cloths():
            self._cloths.append(Cloth(name, slice(first_particle, first_particle + count), slice(first, first + faces)))
            first += faces

    # Time

    @property
    def time(self) -> float:
        """s"""
        return self._core.time

    @property
    def dt(self) -> float:
        """Length of a step [s]: divides the time of a frame; with ``integrator.dt = "auto"`` that of the last frame."""
        return self._core.dt

    @property
    def frame(self) -> int:
        """Frames reached so far, 0 at the start."""
        return self._core.frame

    def step(self) -> "_core.StepReport":
        """Takes one step of ``dt`` and returns its report.

        Raises :class:`SimulationError` when it failed. The simulation then stands where that step has led, to be looked
        at; go on from a state that was saved before, or from the start (:meth:`reset`).
        """
        self._report = report = self._core.step()
        if report.failed:
            raise SimulationError(self._core.explain(report), report)
        return report

    def run(
        self,
        seconds: Optional[float] = None,
        on_frame: Optional[Callable[["Simulation"], Any]] = None,
        *,
        progress: Optional[bool] = None,
    ) -> "Optional[_core.StepReport]":
        """Goes on for some time [s], or to the end of the scene's duration, and returns the last report.

        It takes whole steps, so it ends less than a step (with adaptive steps, less than a frame) before that.
        ``on_frame(sim)`` is called at every frame that is reached; if it returns something false other than None, the
        run ends there. Ctrl-C ends it between two steps with KeyboardInterrupt; the simulation is whole and can go on.
        ``progress`` shows a bar on standard error after two seconds; when left out, if that is a terminal.
        """
        end = self.scene.duration if seconds is None else self.time + number(seconds, "seconds", "s", least=0)
        bar = Progress(self.time, end, sys.stderr.isatty() if progress is None else progress)
        hair = 1e-9
        with bar:
            while (self.frame + 1) / self.scene.fps <= end + hair:
                before = self.frame
                self._report = report = self._core.advance_frame()
                if report.failed:
                    raise SimulationError(self._core.explain(report), report)
                bar.show(self.time)
                if self.frame > before and on_frame is not None:
                    answer = on_frame(self)
                    if answer is not None and not answer:
                        return report
            while self.time + self.dt <= end + hair:
                self.step()
        return self._report

    # State

    @property
    def positions(self) -> np.ndarray:
        """(n, 3) [m], all cloths one after the other; a view. Pinned particles cannot be set, see :meth:`pin`."""
        return self._core.positions

    @positions.setter
    def positions(self, values: npt.ArrayLike) -> None:
        self._core.set_positions(vectors(values, "positions", self._core.particle_count))

    @property
    def velocities(self) -> np.ndarray:
        """(n, 3) [m/s]; a view. One vector sets all. Pinned particles keep the velocity of their pin, whatever is set."""
        return self._core.velocities

    @velocities.setter
    def velocities(self, values: npt.ArrayLike) -> None:
        self._core.set_velocities(vectors_or_one(values, "velocities", self._core.particle_count))

    @property
    def masses(self) -> np.ndarray:
        """(n,) [kg]; a view."""
        return self._core.masses

    @property
    def faces(self) -> np.ndarray:
        """(m, 3) corners of the triangles of all cloths, as at the start; see :attr:`intact` where fabrics tear."""
        return self._faces

    @property
    def intact(self) -> np.ndarray:
        """(m,) whether each of ``faces`` is not torn."""
        intact = self._core.intact_faces()
        return intact if len(intact) else np.ones(len(self._faces), dtype=bool)

    @property
    def standing(self) -> np.ndarray:
        """The former name of :attr:`intact`."""
        raise AttributeError("standing is called intact now")

    @property
    def cloths(self) -> Sequence[Cloth]:
        """Names of cloths and bodies, and their slices of the particles and faces.

        After all of them come four particles per rigid body, which carry it and belong to none.
        """
        return tuple(self._cloths)

    @property
    def visible_positions(self) -> np.ndarray:
        """(n, 3) [m], as frames and pictures show them: particles inside an obstacle are shown on its surface. A copy."""
        return self._core.visible_positions()

    @property
    def energies(self) -> "_core.Energies":
        """J: ``kinetic``, ``gravity``, ``stretch``, ``shear``, ``bending``, ``contact`` and their ``total``."""
        return self._core.measure().energies

    @property
    def report(self) -> "Optional[_core.StepReport]":
        """What the last step did: ``status``, ``nonlinear_iterations``, ``residual``, ``largest_stretch`` and more; None before."""
        return self._report

    def measure(self) -> "_core.Measurements":
        """A row of metrics.csv: energies, stretches, contacts, penetration, momentum [kg m/s]."""
        return self._core.measure()

    @property
    def method(self) -> str:
        """The integrator and how it solves a step; where "auto" settings chose that, why."""
        return self._core.method

    @property
    def solver(self) -> str:
        """The linear solver and why it was chosen."""
        return self._core.solver

    @property
    def step_choice(self) -> str:
        """Why steps are as long as they are."""
        return self._core.step_choice

    # Control

    @property
    def external_forces(self) -> np.ndarray:
        """(n, 3) [N] on the particles, besides all others, from now on until set anew; a view.

        One vector sets those of all particles; None takes them away.
        """
        return self._core.external_forces

    @external_forces.setter
    def external_forces(self, values: Optional[npt.ArrayLike]) -> None:
        if values is not None:
            values = vectors_or_one(values, "external_forces", self._core.particle_count)
        self._core.set_external_forces(values)

    @property
    def wind(self) -> np.ndarray:
        """(3,) [m/s], of a scene with ``air``."""
        return np.array(self._core.wind())

    @wind.setter
    def wind(self, velocity: npt.ArrayLike) -> None:
        self._core.set_wind(vector(velocity, "wind").tolist())

    @property
    def springs(self) -> np.ndarray:
        """(s, 2) particles that each spring joins."""
        return self._core.springs()

    @property
    def rest_lengths(self) -> np.ndarray:
        """(s,) [m], of the springs; a view."""
        return self._core.rest_lengths

    @rest_lengths.setter
    def rest_lengths(self, lengths: npt.ArrayLike) -> None:
        self._core.set_rest_lengths(real_array(lengths, "rest_lengths"))

    @property
    def pinned(self) -> np.ndarray:
        """Particles that pins hold now, ascending."""
        return self._core.pinned()

    def change_scene(self, scene: Union[Scene, Mapping[str, Any], PathLike]) -> None:
        """Continues from the present state with a changed scene: stiffness, damping, laws, fabrics, masses, gravity, friction
        and tolerances are those of ``scene``. What was set meanwhile stays: wind, pins, external forces, poses of obstacles.

            sim.change_scene(tulle.load("curtain", set={"cloth[0].fabric": "wool"}))

        The particles and faces, the obstacles, the method, the steps and the kind of every material must be the same as
        before; otherwise :class:`InputError` says what differs. Views that were taken before keep showing the state before the
        change. :meth:`reset` goes to the start of the changed scene.
        """
        changed = as_scene(scene)
        self._core = self._core.with_scene(changed._core)
        self.scene = changed
        self._start = None

    def pin(self, particles: Particles, targets: Optional[npt.ArrayLike] = None) -> None:
        """Holds particles from now on: each goes evenly to its target [m] in the next step, and stays there.

        ``particles`` are numbers, a slice or a mask of booleans. ``targets`` is (k, 3), or (3,) for all of them; without,
        they stay where they are. Call it before every step to lead particles along a path.
        """
        indices = particle_indices(particles, self._core.particle_count)
        if len(np.unique(indices)) != len(indices):
            raise ValueError("particles: expected each of them once")
        if targets is not None:
            targets = vectors_or_one(targets, "targets", len(indices))
        self._core.pin(indices, targets)

    def unpin(self, particles: Particles) -> None:
        """Lets go of particles, also of those that the scene pins."""
        self._core.unpin(particle_indices(particles, self._core.particle_count))

    def save(self) -> bytes:
        """Everything that the next steps depend on; :meth:`restore` goes on to the bit-identical result."""
        return self._core.save()

    def restore(self, state: bytes) -> None:
        """Back to what :meth:`save` gave, of this simulation or another one of the same scene.

        Stiffnesses, the wind and the places of obstacles may be others: a state can go on under other conditions.
        """
        try:
            data = memoryview(state).tobytes()
        except TypeError:
            raise TypeError(f"state: expected the bytes of save(); found {type(state).__name__}") from None
        self._core.restore(data)
        self._report = None

    def move_obstacle(
        self,
        obstacle: Union[int, str],
        translation: Optional[npt.ArrayLike] = None,
        rotation: Optional[npt.ArrayLike] = None,
        duration: float = 0,
    ) -> None:
        """Moves an obstacle, by number or name, evenly to a pose within ``duration`` [s]; 0: in the next step.

        The pose is relative to where the scene puts the obstacle: x -> rotation x + translation [m]. ``rotation`` is a matrix
        (3, 3), or has ``as_matrix()`` as SciPy's rotations have. What is left out stays as it is now. The obstacle's middle moves
        straight while it turns. It stays there, whatever its keyframes say.
        """
        number_of = self._obstacle(obstacle)
        rotation_now, translation_now = self._core.obstacle_pose(number_of)
        if rotation is None:
            rotation = rotation_now
        elif hasattr(rotation, "as_matrix"):
            rotation = rotation.as_matrix()
        if translation is None:
            translation = translation_now
        self._core.move_obstacle(
            number_of,
            real_array(rotation, "rotation"),
            vector(translation, "translation"),
            number(duration, "duration", "s"),
        )

    def obstacle_pose(self, obstacle: Union[int, str]) -> "tuple[np.ndarray, np.ndarray]":
        """(3, 3) rotation and (3,) translation [m] of an obstacle now, relative to where the scene puts it."""
        return self._core.obstacle_pose(self._obstacle(obstacle))

    def _obstacle(self, obstacle: Union[int, str]) -> int:
        return self._core.find_obstacle(obstacle) if isinstance(obstacle, str) else int(obstacle)

    @property
    def contacts(self) -> Contacts:
        """What touches now, with normal forces. Contacts that rigid bodies have by springs are left out: with each other, with
        obstacles, and with cloth where barriers are not possible."""
        return Contacts(*self._core.contacts())

    def field(self, name: str) -> np.ndarray:
        """(n,) a number per particle now, such as "stretch" or "speed"; see :attr:`fields`."""
        return self._core.field(name)

    @property
    def fields(self) -> "dict[str, str]":
        """Names of fields, and their units ("1" for ratios)."""
        return _core.Simulation.fields()

    def reset(self) -> None:
        """Back to the scene's start, for the next episode: what was set since is undone; views stay valid."""
        if self._start is None:
            self._start = _core.Simulation(self.scene._core, self.user_forces).save()
        self.restore(self._start)

    def copy(self) -> "Simulation":
        """Another simulation in the same state, which goes its own way from here."""
        kind, scene, state, own, forces = self.__reduce__()[1]
        return _go_on(kind, scene, state, own, copy.deepcopy(forces))

    def __reduce__(self):
        return _go_on, (type(self), self.scene, self.save(), getattr(self, "__dict__", {}), self.user_forces)

    # Parts

    def forces(
        self, positions: Optional[npt.ArrayLike] = None, velocities: Optional[npt.ArrayLike] = None
    ) -> np.ndarray:
        """(n, 3) [N] on the particles now, or with other positions [m] and velocities [m/s].

        Gravity, air, external forces and barriers of contact are included; pins, and contacts that prescribe
        velocities, are not.
        """
        return self._core.forces(*self._at(positions, velocities))

    def jacobian(
        self,
        by: str = "position",
        *,
        treatment: str = "exact",
        positions: Optional[npt.ArrayLike] = None,
        velocities: Optional[npt.ArrayLike] = None,
    ):
        """Derivative of the forces ``by`` "position" [N/m] or "velocity" [N s/m]: a (3n, 3n) scipy.sparse.bsr_matrix.

        Symmetric, as implicit methods take it; terms of the air and of friction that are not are left out.
        ``treatment`` of compressed springs: "exact", "clamped" (never pushes on, so that it is
        negative semidefinite) or "damped".
        """
        from scipy.sparse import bsr_matrix  # type: ignore[import]

        if by not in ("position", "velocity"):
            raise ValueError(f'by: expected "position" or "velocity"; found {by!r}')
        if treatment not in ("exact", "clamped", "damped"):
            raise ValueError(f'treatment: expected "exact", "clamped" or "damped"; found {treatment!r}')
        size = 3 * self._core.particle_count
        blocks = self._core.jacobian(by == "velocity", treatment, *self._at(positions, velocities))
        return bsr_matrix(blocks, shape=(size, size))

    def _at(self, positions, velocities) -> tuple[Optional[np.ndarray], Optional[np.ndarray]]:
        count = self._core.particle_count
        return (
            None if positions is None else vectors(positions, "positions", count),
            None if velocities is None else vectors(velocities, "velocities", count),
        )

    def stable_step_limit(self) -> float:
        """Longest step [s] that symplectic Euler takes without growing, linearised at the scene's start."""
        return self._core.stable_step_limit()

    # Pictures and files

    def render(self, width: int = 960, height: int = 540, **options) -> np.ndarray:
        """A ray-traced picture as (height, width, 3) bytes; see :func:`tulle.picture_options` for the options."""
        return self._core.render(picture_options(width, height, options))

    def write_frame(self, folder: PathLike, format: str = "obj") -> None:  # noqa: A002
        """Writes the frame as a run does ("obj" or "ply"): ``frame_0012.obj`` in a folder that exists.

        Formats that know of a whole run are for :func:`tulle.run`.
        """
        if format not in ("obj", "ply"):
            raise ValueError(f'format: expected "obj" or "ply"; found {format!r}; tulle.run writes all formats')
        if not pathlib.Path(os.fspath(folder)).is_dir():
            raise NotADirectoryError(f"{os.fspath(folder)}: is not a folder")
        self._core.write_frame(pathlib.Path(os.fspath(folder)), format)

    def __repr__(self) -> str:
        return f"<tulle.Simulation {self.scene.name!r}: {self._core.particle_count} particles at {self.time:g} s>"


def _go_on(
    kind: type, scene: Scene, state: bytes, own: dict[str, Any], forces: Sequence[Force] = ()
) -> Simulation:
    """A simulation in a state, with what a class derived from it has of its own."""
    simulation = kind.__new__(kind)
    Simulation.__init__(simulation, scene, forces)
    simulation.restore(state)
    for name, value in own.items():
        setattr(simulation, name, value)
    return simulation
