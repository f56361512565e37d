"""Builds the wheel of Tulle: CMake compiles the module, this packs it (PEP 517 and 660, wheel format 1.0).

Nothing outside the standard library is needed, so that pip works without the network. Settings:

    pip install . --config-settings build-dir=build/python    keep the build there, to go on from
    pip install . --config-settings preset=dev                 of another preset
"""

from __future__ import annotations

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files give the same wheel


def _version() -> str:
    found = re.search(r"project\(Tulle VERSION ([0-9.]+)", (PROJECT / "CMakeLists.txt").read_text(encoding="utf-8"))
    assert found
    return found.group(1)


def _metadata() -> str:
    return "\n".join(
        [
            "Metadata-Version: 2.1",
            "Name: tulle",
            f"Version: {_version()}",
            "Summary: Cloth and other deformable things simulated as particles",
            "Requires-Python: >=3.9",
            "Requires-Dist: numpy",
            "Provides-Extra: scipy",
            "Requires-Dist: scipy; extra == 'scipy'",
            "",
        ]
    )


def _tag() -> str:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{python}-{python}-{platform}"


def _run(*command: str) -> None:
    print("+", *command, flush=True)
    subprocess.run(command, cwd=PROJECT, check=True)


def _build(settings: dict) -> pathlib.Path:
    """The package, compiled and whole."""
    preset = settings.get("preset", "python")
    folder = (PROJECT / settings.get("build-dir", f"build/{preset}")).resolve()
    if not (settings.get("build-dir") and (folder / "build.ninja").exists()):
        _run("cmake", "--preset", preset, "-B", str(folder), f"-DPython_EXECUTABLE={sys.executable}")
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    _run("cmake", "--build", str(folder), "--target", "tulle_python", "--parallel", jobs)
    return folder / "python" / "tulle"


def _files(package: pathlib.Path) -> dict[str, bytes]:
    files = {f"tulle/{file.name}": file.read_bytes() for file in sorted(package.iterdir()) if file.is_file()}
    for kind in ("scenes", "fabrics"):
        for file in sorted((PROJECT / kind).rglob("*")):
            if file.is_file():
                files[f"tulle/data/{kind}/{file.relative_to(PROJECT / kind)}"] = file.read_bytes()
    return files


def _write_wheel(folder: str, files: dict[str, bytes]) -> str:
    info = f"tulle-{_version()}.dist-info"
    files = dict(files)
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/LICENSE"] = (PROJECT / "LICENSE").read_bytes()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: tulle_backend\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode()
    )
    record = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(data)}")
    record.append(f"{info}/RECORD,,")
    files[f"{info}/RECORD"] = ("\n".join(record) + "\n").encode()
    wheel = f"tulle-{_version()}-{_tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _write_wheel(wheel_directory, _files(_build(dict(config_settings or {}))))


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package stays in its build folder, and a line of a .pth file leads there."""
    package = _build(dict(config_settings or {}))
    return _write_wheel(wheel_directory, {"tulle.pth": f"{package.parent}\n".encode()})


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_editable = get_requires_for_build_wheel


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("Tulle is built from a checkout: pip install PATH")
