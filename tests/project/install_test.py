#!/usr/bin/env python3
"""Installs a build, then configures, builds and runs programs that use it, all outside the tree.

usage: install_test.py BUILD_DIR CONSUMER_DIR SCENE_CONSUMER_DIR [CMAKE_ARGUMENT...]
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SCENE = """
[[cloth]]
grid = { size = [1.0, 1.0], particles = [3, 3] }
areal_density = 0.2
"""


def run(*command, **options):
    print("+", *command, flush=True)
    return subprocess.run([str(c) for c in command], check=True, text=True, **options)


def output_of(*command):
    output = run(*command, stdout=subprocess.PIPE).stdout
    print(output, end="", flush=True)
    return output


def build_consumer(folder, source, prefix, cmake_arguments):
    """Builds a copy of the project at `source` in `folder` with the Tulle in `prefix`; returns the build directory."""
    shutil.copytree(source, folder / "source")
    build = folder / "build"
    run("cmake", "-S", folder / "source", "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", *cmake_arguments)
    found = re.search(r"^Tulle_DIR:PATH=(.*)$", (build / "CMakeCache.txt").read_text(), re.MULTILINE)
    assert found and Path(found[1]).is_relative_to(prefix), f"found another Tulle: {found and found[1]}"
    run("cmake", "--build", build)
    return build


def main(build_dir, consumer, scene_consumer, *cmake_arguments):
    with tempfile.TemporaryDirectory(prefix="tulle-install-") as name:
        folder = Path(name)
        prefix = folder / "prefix"
        # Nothing compiled here depends on the name of the temporary folder, so the compiler cache may know it already.
        os.environ.update(CCACHE_BASEDIR=name, CCACHE_NOHASHDIR="1")
        run("cmake", "--install", build_dir, "--prefix", prefix, stdout=subprocess.DEVNULL)

        # A cloth of 0.4 m, hung at z = 1 m: it hangs below its pins, and not much deeper than it is long. Softer, it hangs
        # lower.
        build = build_consumer(folder / "cloth", consumer, prefix, cmake_arguments)
        stiff, soft = (float(z) for z in re.findall(r"z = (\S+) m", output_of(build / "hanging_cloth")))
        assert 0.55 < stiff < 0.95, f"the lowest point is at z = {stiff} m"
        assert 0 < soft < stiff - 0.02, f"the lowest point of the softer cloth is at z = {soft} m"
        # A force of the program's own: right by its own check, and strong enough to be seen.
        numbers = re.search(r"energy (\S+), Jacobian (\S+)\n.*is (\S+) m from", output_of(build / "magnet"))
        energy, jacobian, distance = (float(number) for number in numbers.groups())
        assert energy < 1e-6 and jacobian < 1e-6 and distance < 0.13, f"the magnet: {numbers[0]}"
        # An obstacle that the program moves by the contact forces it reads.
        numbers = re.search(r"by (\S+) m, .* with (\S+) N, deepest (\S+) m", output_of(build / "pushed_cloth"))
        pushed, force, deepest = (float(number) for number in numbers.groups())
        assert 0.1 < pushed < 0.6 and force > 0.1 and deepest < 1e-3, f"the pushed cloth: {numbers[0]}"

        if (prefix / "include/tulle/scene_file.hpp").exists():
            # Frames that the program writes itself, and a run that it stops and resumes; the program compares the two.
            output = output_of(build / "recorded_cloth", folder / "recorded")
            numbers = re.search(r"(\d+) frames, stopped after (\d+) .* z = (\S+) m", output)
            assert (int(numbers[1]), int(numbers[2])) == (11, 5) and -0.6 < float(numbers[3]) < 0, output
            build = build_consumer(folder / "scene", scene_consumer, prefix, cmake_arguments)
            scene = folder / "napkin.toml"
            scene.write_text(SCENE, encoding="utf-8")
            assert output_of(build / "consumer", scene) == "napkin: 1 cloths\n"

        if (prefix / "bin/tulle").exists():
            run(prefix / "bin/tulle", "--version")
            assert any((prefix / "share/tulle/scenes").glob("*.toml")), "no scenes are installed"
            assert any((prefix / "share/tulle/fabrics").glob("*.toml")), "no fabrics are installed"


if __name__ == "__main__":
    main(*sys.argv[1:])
