"""Scenes as text: dicts, lists, numbers and strings to TOML, which tomllib reads back as the same."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Mapping

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def plain(value: Any) -> Any:
    """Arrays and NumPy's numbers become lists and numbers, tuples lists."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "__fspath__"):
        return str(value)
    return value


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else json.dumps(name)


def _value(value: Any, path: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if math.isnan(value):
            return "nan"
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return repr(value) if any(c in repr(value) for c in ".en") else repr(value) + ".0"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ", ".join(_value(item, f"{path}[{k}]") for k, item in enumerate(value)) + "]"
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_value(item, f'{path}.{key}')}" for key, item in value.items())
        return "{ " + inside + " }" if inside else "{}"
    raise TypeError(f"{path}: expected a number, text, boolean, list, dict or array; found {type(value).__name__}")


def dumps(scene: Mapping[str, Any]) -> str:
    """TOML of a scene, with a section for every table at its top, so that people can read it."""
    tables = plain(scene)
    lines: list[str] = []
    for key, value in tables.items():
        if not isinstance(value, dict) and not (
            isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
        ):
            lines.append(f"{_key(key)} = {_value(value, key)}")
    for key, value in tables.items():
        if isinstance(value, dict):
            lines += ["", f"[{_key(key)}]"]
            lines += [f"{_key(name)} = {_value(item, f'{key}.{name}')}" for name, item in value.items()]
        elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            for k, item in enumerate(value):
                lines += ["", f"[[{_key(key)}]]"]
                lines += [f"{_key(name)} = {_value(entry, f'{key}[{k}].{name}')}" for name, entry in item.items()]
    return "\n".join(lines).lstrip("\n") + "\n"
