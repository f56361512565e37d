"""What can go wrong, in the words of the command line."""

from __future__ import annotations

from typing import Sequence


class InputError(ValueError):
    """A scene, a mesh, a fabric or an argument that cannot be; nothing was simulated or written.

    ``problems`` has every problem found, each with ``file``, ``line``, ``column``, ``key`` and ``message``; what is not
    known is empty or 0.
    """

    def __init__(self, problems: Sequence) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self):
        return type(self), ([str(problem) for problem in self.problems],)  # for other processes, as text


class SimulationError(RuntimeError):
    """A step that failed: where, why, and what to try. ``report`` is that of the step."""

    def __init__(self, message: str, report) -> None:
        self.report = report
        super().__init__(message)

    def __reduce__(self):
        return type(self), (str(self), None)


class ScenePlausibilityWarning(UserWarning):
    """A scene that can be simulated but is probably not what was meant, such as a mesh in millimetres."""
