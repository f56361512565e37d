"""The package as a whole: its types, its examples, its installation."""

import ast
import os
import pathlib
import runpy
import subprocess
import sys

import pytest

import tulle

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((PROJECT / "python" / "examples").glob("*.py"))


def test_stubs_name_what_is_there():
    module = ast.parse((pathlib.Path(tulle.__file__).parent / "_core.pyi").read_text())

    def names(body):
        return {
            node.name: node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name[0] != "_"
        }

    def public(thing):
        return {name for name in vars(thing) if not name.startswith("_")}

    declared = names(module.body)
    assert set(declared) | {"version"} == public(tulle._core)
    for name, node in declared.items():
        if isinstance(node, ast.ClassDef):
            assert set(names(node.body)) == public(getattr(tulle._core, name)), name


def test_all_that_is_public_is_described():
    for name in tulle.__all__:
        thing = getattr(tulle, name)
        assert thing.__doc__, name
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    own = value.__doc__ or member in ("name", "text", "warnings", "particles", "faces")
                    assert own, f"{name}.{member}"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda file: file.stem)
def test_examples_run(example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    is_small = example.stem != "hello_cloth"
    monkeypatch.setattr(sys, "argv", [str(example), *(["--small", "-o", str(tmp_path)] if is_small else [])])
    runpy.run_path(str(example), run_name="__main__")
    picture = tmp_path / f"{example.stem}.png"
    assert picture.read_bytes().startswith(b"\x89PNG") and picture.stat().st_size > 2000


def test_hello_cloth_has_ten_lines_and_is_that_of_the_guide():
    lines = (PROJECT / "python" / "examples" / "hello_cloth.py").read_text().splitlines()
    code = [line for line in lines if line.strip() and not line.startswith(("#", '"""'))]
    assert len(code) <= 10
    guide = (PROJECT / "docs" / "python.md").read_text()
    for line in code:
        assert line in guide, line


def test_it_can_be_installed_without_the_network(build, tmp_path):
    """From this build, so that nothing is compiled again; a new environment sees the system's NumPy alone."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}

    def run(*command):
        done = subprocess.run(list(map(str, command)), cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(sys.executable, "-m", "venv", "--system-site-packages", "new")
    python = tmp_path / "new" / "bin" / "python"
    run(python, "-m", "pip", "install", PROJECT, "--config-settings", f"build-dir={build}")
    where = run(python, "-c", "import tulle; print(tulle.__file__); print(len(tulle.scenes()), len(tulle.fabrics()))")
    assert str(tmp_path) in where
    assert where.split()[1:] == [str(len(tulle.scenes())), str(len(tulle.fabrics()))]
    run(python, PROJECT / "python" / "examples" / "hello_cloth.py")
    assert (tmp_path / "hello_cloth.png").exists()
