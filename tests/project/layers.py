#!/usr/bin/env python3
"""Holds the tree to its layers: reads the #include lines of include/, src/ and apps/ and names every breach.

A folder may include itself and the folders on the lines above its own. Also checked: #pragma once, a source's own
header first, third-party headers only where they belong, and every source listed in its folder's CMakeLists.txt.

usage: layers.py [ROOT]     exit status 1 when something is wrong, one line "file:line: what" each
"""

import re
import sys
from pathlib import Path

LAYERS = [
    ["core"],
    ["description"],  # the public header alone: plain data that every folder below may read
    ["mesh", "state", "linear", "geometry"],
    ["materials"],
    ["forces", "contact"],
    ["bodies", "contact/active_set"],
    ["contact/barrier"],
    ["contact/rigid", "contact/untangle"],
    ["solver"],
    ["integrators"],
    ["analysis"],
    ["simulation"],
    ["scene", "output"],
    ["plot", "render"],
    ["run"],
    ["study/common"],
    ["study"],
    ["apps"],
]
LEVEL = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}
TOP_FOLDERS = {folder.split("/")[0] for folder in LEVEL}

# The folder that a public header <tulle/NAME.hpp> belongs to.
PUBLIC = {
    "math": "core",
    "choices": "core",
    "error": "core",
    "threads": "core",
    "version": "core",
    "report": "core",
    "triangle_mesh": "mesh",
    "solid": "mesh",
    "description": "description",
    "fabric": "description",
    "force": "forces",
    "simulation": "simulation",
    "tulle": "simulation",
    "scene_file": "scene",
    "output_error": "output",
    "frame_writer": "output",
    "run_frames": "output",
    "run": "run",
}
# A description holds its meshes by value; the umbrella header gathers the others.
PUBLIC_EXCEPTIONS = {("description", "triangle_mesh")}

# Third-party headers: a pattern, and the folders or single files that may include what matches. First match counts.
ABOVE_CORE_LIBRARY = ["scene", "output", "plot", "render", "run", "study", "apps"]
THIRD_PARTY = [
    (r"(oneapi/)?tbb(/|\.h$)", ["src/core/parallel.cpp"]),
    (r"boost/", ["src/integrators/odeint_methods.cpp"]),
    (r"sanitizer/", ["src/core/parallel.cpp"]),
    (r"Eigen/\w*Cholmod\w*$|(suitesparse/)?cholmod\w*\.h$", ["linear"]),
    (r"(cvode|nvector|sundials|sunnonlinsol)/", ["src/analysis/reference_solution.cpp"]),
    (r"fftw3\.h$", ["src/study/spectrum/fourier.cpp"]),
    (r"Eigen/", ["include", *TOP_FOLDERS]),
    (r"toml(\+\+|plusplus)?/|toml\.hpp$|toml\+\+\.h", ["scene"]),
    (r"nlohmann/", ABOVE_CORE_LIBRARY),
    (r"fmt/", ABOVE_CORE_LIBRARY),
    (r"zlib\.h$", ["output"]),
    (r"embree3/", ["render", "src/geometry/embree_queries.cpp"]),
    (r"png\.h$", ["render"]),
    (r"spawn\.h$", ["plot", "render"]),
    (r"CLI/", ["apps"]),
]
# The standard library has plain names; the rest is POSIX.
SYSTEM = re.compile(r"[a-z_0-9]+$|(sys/\w+|unistd|fcntl|errno|signal|termios|poll|stdlib|stdio|cxxabi)\.h$")

INCLUDE = re.compile(r'\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')
CPP_SUFFIXES = (".cpp", ".hpp", ".hpp.in")


def layer_of(path):
    """The folder that decides what the file at `path` (relative to the root) may include, or None if unknown."""
    if path.parts[0] == "include":
        return PUBLIC.get(path.name.split(".")[0])
    if path.parts[0] == "apps":
        return "apps"
    folders = ["/".join(path.parts[1:end]) for end in range(len(path.parts) - 1, 1, -1)]
    return next((folder for folder in folders if folder in LEVEL), None)


def includes_of(text):
    """(line number, name, is quoted) of every #include line."""
    for number, line in enumerate(text.splitlines(), start=1):
        match = INCLUDE.match(line)
        if match:
            yield number, match[1] or match[2], match[2] is not None


class Tree:
    def __init__(self, root):
        self.root = Path(root)
        self.problems = []

    def report(self, path, line, message):
        self.problems.append(f"{path}:{line}: {message}")

    def files(self, *folders, suffixes=CPP_SUFFIXES):
        for folder in folders:
            for path in sorted((self.root / folder).rglob("*")):
                if path.is_file() and path.name.endswith(suffixes):
                    yield path.relative_to(self.root)

    def check(self):
        for path in self.files("include", "src", "apps"):
            if path.parts[0] == "src" and len(path.parts) < 3:
                self.report(path, 1, "a source must be in a folder of src/")
                continue
            self.check_file(path, (self.root / path).read_text(encoding="utf-8"))
        for path in self.files("src", "apps", "tests", "benchmarks", suffixes=(".cpp",)):
            self.check_listed(path)
        return self.problems

    def check_file(self, path, text):
        if path.suffix != ".cpp" and not re.search(r"^#pragma once$", text, re.MULTILINE):
            self.report(path, 1, "a header needs #pragma once")
        folder = layer_of(path)
        if folder is None:
            self.report(path, 1, f"no layer is known for it; add it to {Path(__file__).name}")
            return
        for line, name, quoted in includes_of(text):
            self.check_include(path, folder, line, name, quoted)
        if path.suffix == ".cpp":
            self.check_own_header_first(path, text)

    def check_include(self, path, folder, line, name, quoted):
        if quoted:
            target = self.project_header(path, name)
            if target is None:
                self.report(path, line, f'"{name}" is no header of ours; write "folder/name.hpp" as seen from src/, '
                            "and <...> for public and third-party headers")
            else:
                self.check_layer(path, folder, line, name, layer_of(target))
        elif name.startswith("tulle/"):
            self.check_public(path, folder, line, name)
        else:
            self.check_third_party(path, folder, line, name)

    def project_header(self, path, name):
        """The private header that a quoted include means: from src/, or in apps/ also from the file's own folder."""
        candidates = [Path("src") / name]
        if path.parts[0] == "apps":
            candidates += [path.parent / name, Path("apps") / name, Path("/".join(path.parts[:2])) / name]
        return next((c for c in candidates if (self.root / c).is_file() and len(c.parts) > 2), None)

    def check_public(self, path, folder, line, name):
        header = Path(name).stem
        if header not in PUBLIC:
            self.report(path, line, f"<{name}> has no layer yet; add it to PUBLIC in {Path(__file__).name}")
            return
        if path.parts[0] == "include" and (path.name.split(".")[0], header) in PUBLIC_EXCEPTIONS:
            return
        self.check_layer(path, folder, line, name, PUBLIC[header])

    def check_layer(self, path, folder, line, name, target):
        if target is None:
            self.report(path, line, f"{name} is in a folder without a layer; add it to {Path(__file__).name}")
        elif target != folder and LEVEL[target] >= LEVEL[folder]:
            relation = "beside" if LEVEL[target] == LEVEL[folder] else "above"
            self.report(path, line, f"{folder} may not include {name}: {target} is {relation} it in the layers")

    def check_third_party(self, path, folder, line, name):
        if SYSTEM.match(name):
            return
        place = "include" if path.parts[0] == "include" else folder.split("/")[0]
        for pattern, allowed in THIRD_PARTY:
            if re.match(pattern, name):
                if place not in allowed and str(path) not in allowed:
                    self.report(path, line, f"<{name}> is for {', '.join(allowed)} only")
                return
        self.report(path, line, f"<{name}> is a library we do not know; add it to THIRD_PARTY in {Path(__file__).name}")

    def check_own_header_first(self, path, text):
        own = []
        if (self.root / path.with_suffix(".hpp")).is_file():
            own.append(path.with_suffix(".hpp").relative_to(path.parts[0]).as_posix())
            if path.parts[0] == "apps":
                own += [path.with_suffix(".hpp").name, path.with_suffix(".hpp").relative_to("/".join(path.parts[:2])).as_posix()]
        if path.parts[0] == "src" and (self.root / "include/tulle" / (path.stem + ".hpp")).is_file():
            own.append(f"tulle/{path.stem}.hpp")
        if not own:
            return
        line, first, _ = next(includes_of(text), (1, None, False))
        if first not in own:
            self.report(path, line, f"its own header {own[0]} comes first, so that the header is known to compile alone")

    def check_listed(self, path):
        """A source that no CMakeLists.txt names is not built, and a test that is not built cannot fail."""
        for folder in path.parents:
            lists = self.root / folder / "CMakeLists.txt"
            if lists.is_file():
                words = re.sub(r"#.*", "", lists.read_text(encoding="utf-8"))
                listed = re.split(r"[\s()\"]+", words)
                if path.relative_to(folder).as_posix() not in listed:
                    self.report(path, 1, f"is not listed in {(folder / 'CMakeLists.txt').as_posix()}")
                return
        self.report(path, 1, "no CMakeLists.txt lists it")


def main(arguments):
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parents[2]
    problems = Tree(root).check()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
