#!/usr/bin/env python3
"""Compiles sources and headers one by one: each includes what it needs, whichever neighbours it is joined with.

usage: standalone.py BUILD_DIR JOBS [FILE...]     exit status 1 when a file does not compile; the compiler says why

BUILD_DIR has the compile_commands.json of a build that joins no sources. FILEs are relative to the project; without any,
all sources of that build and all headers of the project are compiled. Only the front end of the compiler runs, with
Eigen precompiled, as parsing it takes longer than all the rest. What compiled once is not compiled again before it, or
something of ours that it includes, changes.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("include", "src", "apps", "tests", "benchmarks", "python")
PRECOMPILED = "#include <Eigen/Core>\n"
# Sources that the build of this project does not compile.
OTHER_PROJECTS = ("benchmarks/peers", "tests/project")


class Commands:
    """How each source is compiled: the compiler, and the options that decide what it sees."""

    def __init__(self, build):
        self.compiler = None
        self.options = {}
        for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
            source = (Path(entry["directory"]) / entry["file"]).resolve()
            if source.is_relative_to(build.resolve()) or not source.is_relative_to(ROOT):
                continue
            words = shlex.split(entry["command"])
            start = next(k for k, word in enumerate(words) if word.startswith("-"))
            self.compiler = words[start - 1]
            self.options[source.relative_to(ROOT)] = list(self.seen(words[start:]))

    @staticmethod
    def seen(words):
        words = iter(words)
        for word in words:
            if word == "-isystem":
                yield word
                yield next(words)
            elif word.startswith(("-I", "-D")):
                yield word

    def options_of(self, path):
        """A header is compiled as a source of its folder is, or of the nearest folder above that has one."""
        if path in self.options:
            return self.options[path]
        for folder in path.parents:
            below = [source for source in self.options if folder in source.parents]
            if below:
                return self.options[min(below)]
        return self.options[min(source for source in self.options if source.parts[0] == "src")]


def precompile(build, compiler, options):
    """The header to include first. Compilers fall back on its text where options do not fit what was precompiled."""
    folder = build / "standalone"
    folder.mkdir(exist_ok=True)
    header = folder / "precompiled.hpp"
    if (folder / "precompiled.hpp.gch").exists() and header.read_text(encoding="utf-8") == PRECOMPILED:
        return header
    header.write_text(PRECOMPILED, encoding="utf-8")
    subprocess.run([compiler, "-std=c++20", *options, "-x", "c++-header", header, "-o", f"{header}.gch"], check=True)
    return header


def is_current(record, path):
    """Whether the file compiled alone after the last change of everything that it includes."""
    if not record.exists():
        return False
    then = record.stat().st_mtime
    # A rule of make: words between spaces; spaces in names and ends of lines are escaped.
    rule = record.read_text(encoding="utf-8").replace("\\\n", " ")
    names = [word.replace("\\ ", " ") for word in re.split(r"(?<!\\)\s+", rule.strip())[1:]]
    return all(os.path.exists(name) and os.path.getmtime(name) <= then for name in [ROOT / path, *names])


def compile_alone(commands, header, path):
    """The compiler's complaint, or nothing."""
    if path.suffix == ".cpp" and path not in commands.options:
        return "no target of the build compiles it\n"
    options = commands.options_of(path)
    record = header.parent / f"{str(path).replace('/', '-')}.d"
    if is_current(record, path):
        return ""
    run = subprocess.run([commands.compiler, "-std=c++20", "-fsyntax-only", *options, "-include", header, "-MMD", "-MF",
                          f"{record}.new", "-x", "c++", ROOT / path], capture_output=True, text=True, check=False)
    if run.returncode:
        Path(f"{record}.new").unlink(missing_ok=True)
        return run.stderr
    os.replace(f"{record}.new", record)
    return ""


def all_files(commands):
    """Sources, and the headers that no source of their own name includes first (tests/project/layers.py checks that)."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--",
                             *(f"{folder}/*.hpp" for folder in FOLDERS)],
                            cwd=ROOT, text=True, capture_output=True, check=True).stdout
    headers = [Path(line) for line in listed.splitlines()]
    return sorted({*commands.options, *(path for path in headers if path.with_suffix(".cpp") not in commands.options)})


def is_ours(path):
    return (path.parts[0] in FOLDERS and (ROOT / path).exists()
            and not (path.suffix == ".cpp" and str(path).startswith(OTHER_PROJECTS)))


def main(build, jobs, *files):
    build = Path(build)
    commands = Commands(build)
    paths = [Path(name) for name in files] if files else all_files(commands)
    paths = [path for path in paths if is_ours(path)]
    if not paths:
        return 0
    folders = [word for word in commands.options_of(Path("src")) if not word.startswith("-D")]
    header = precompile(build, commands.compiler, folders)
    failures = 0
    with ThreadPoolExecutor(int(jobs)) as pool:
        for path, complaint in zip(paths, pool.map(lambda path: compile_alone(commands, header, path), paths)):
            if complaint:
                failures += 1
                print(f"{path} does not compile alone:\n{complaint}", file=sys.stderr)
    print(f"{len(paths) - failures} of {len(paths)} files compile alone")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
