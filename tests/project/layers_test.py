#!/usr/bin/env python3
"""Proves that layers.py can fail: a small tree without faults, and one fault at a time.

Also holds the tables of the documents to the layers, and sources and documents to what a clone contains.
"""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import layers

SOUND_TREE = {
    "include/tulle/math.hpp": "#pragma once\n#include <Eigen/Core>\n#include <array>\n",
    "include/tulle/triangle_mesh.hpp": "#pragma once\n#include <tulle/math.hpp>\n",
    "include/tulle/description.hpp": "#pragma once\n#include <tulle/triangle_mesh.hpp>\n#include <vector>\n",
    "include/tulle/simulation.hpp": "#pragma once\n#include <tulle/description.hpp>\n",
    "include/tulle/tulle.hpp": "#pragma once\n#include <tulle/simulation.hpp>\n",
    "src/core/CMakeLists.txt": "target_sources(tulle PRIVATE\n  parallel.cpp\n)\n",
    "src/core/parallel.hpp": "#pragma once\n#include <cstddef>\n",
    "src/core/parallel.cpp": '#include "core/parallel.hpp"\n#include <oneapi/tbb/parallel_for.h>\n#include <sys/stat.h>\n',
    "src/mesh/CMakeLists.txt": "target_sources(tulle PRIVATE grid.cpp triangle_mesh.cpp)\n",
    "src/mesh/grid.hpp": "#pragma once\n#include <tulle/description.hpp>\n",
    "src/mesh/grid.cpp": '#include "mesh/grid.hpp"\n#include "core/parallel.hpp"\n',
    "src/mesh/triangle_mesh.cpp": '#include <tulle/triangle_mesh.hpp>\n#include "mesh/grid.hpp"\n',
    "src/linear/solver.hpp": "#pragma once\n#include <tulle/description.hpp>\n#include <Eigen/CholmodSupport>\n",
    "src/forces/spring.hpp": '#pragma once\n#include "mesh/grid.hpp"\n#include "linear/solver.hpp"\n',
    "src/scene/reader.hpp": "#pragma once\n#include <toml++/toml.h>\n#include <fmt/format.h>\n",
    "apps/tulle/CMakeLists.txt": "add_executable(app main.cpp)\n",
    "apps/tulle/main.cpp": '#include "scene/reader.hpp"\n#include <CLI/CLI.hpp>\n#include <tulle/tulle.hpp>\n',
    "tests/mesh/CMakeLists.txt": "tulle_test(mesh grid_test.cpp)\n",
    "tests/mesh/grid_test.cpp": '#include "scene/reader.hpp"\n#include <gtest/gtest.h>\n',
}


PROJECT = Path(__file__).resolve().parents[2]


def problems_of(changes):
    """Problems of the sound tree after `changes`: files replaced or added, and those given as None removed."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in (SOUND_TREE | changes).items():
            if text is not None:
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
        return layers.Tree(root).check()


class LayersTest(unittest.TestCase):
    def expect_one_problem(self, changes, *fragments):
        problems = problems_of(changes)
        self.assertEqual(len(problems), 1, problems)
        for fragment in fragments:
            self.assertIn(fragment, problems[0])

    def expect_include_refused(self, path, include, *fragments):
        """The include, on the line after what the file already has, is the one problem, and reported at its place."""
        text = SOUND_TREE.get(path, "#pragma once\n")
        self.expect_one_problem({path: f"{text}#include {include}\n"}, f"{path}:{text.count(chr(10)) + 1}: ", *fragments)

    def test_a_sound_tree_has_no_problems(self):
        self.assertEqual(problems_of({}), [])

    def test_a_folder_above_is_refused(self):
        self.expect_include_refused("src/core/parallel.hpp", '"mesh/grid.hpp"', "core may not include", "mesh is above")
        self.expect_include_refused("src/scene/reader.hpp", '"tulle/main.hpp"', "no header of ours")

    def test_a_folder_beside_is_refused(self):
        self.expect_include_refused("src/linear/solver.hpp", '"mesh/grid.hpp"', "linear may not include", "beside")

    def test_public_headers_have_layers_too(self):
        self.expect_include_refused("src/core/parallel.hpp", "<tulle/description.hpp>", "core may not include")
        self.expect_include_refused("src/linear/solver.hpp", "<tulle/triangle_mesh.hpp>", "linear may not include")
        self.expect_include_refused("src/forces/spring.hpp", "<tulle/simulation.hpp>", "forces may not include")
        self.expect_include_refused("include/tulle/math.hpp", "<tulle/simulation.hpp>", "core may not include")
        self.expect_include_refused("src/scene/reader.hpp", "<tulle/surprise.hpp>", "has no layer yet")

    def test_third_party_headers_stay_where_they_belong(self):
        for path, header in [("src/mesh/grid.hpp", "tbb/parallel_for.h"), ("src/forces/spring.hpp", "cholmod.h"),
                             ("src/forces/spring.hpp", "Eigen/CholmodSupport"), ("src/mesh/grid.hpp", "fmt/core.h"),
                             ("src/linear/solver.hpp", "nlohmann/json.hpp"), ("src/scene/reader.hpp", "CLI/CLI.hpp"),
                             ("apps/tulle/main.cpp", "toml++/toml.h"), ("include/tulle/math.hpp", "fmt/core.h")]:
            self.expect_include_refused(path, f"<{header}>", f"<{header}> is for")
        self.expect_include_refused("src/mesh/grid.hpp", "<poco/array.hpp>", "a library we do not know")

    def test_quoted_includes_are_seen_from_src(self):
        self.expect_include_refused("src/mesh/grid.hpp", '"triangle_mesh.hpp"', "as seen from src/")
        self.expect_include_refused("src/mesh/grid.hpp", '"tulle/math.hpp"', "<...> for public")

    def test_conditional_includes_count(self):
        self.expect_one_problem({"src/forces/spring.hpp": "#pragma once\n#ifdef X\n#  include <fmt/core.h>\n#endif\n"},
                                "src/forces/spring.hpp:3: ")

    def test_headers_need_pragma_once(self):
        self.expect_one_problem({"src/mesh/grid.hpp": "#include <vector>\n"}, "src/mesh/grid.hpp:1: ", "#pragma once")

    def test_the_own_header_comes_first(self):
        self.expect_one_problem({"src/mesh/grid.cpp": '#include <vector>\n#include "mesh/grid.hpp"\n'},
                                "src/mesh/grid.cpp:1: ", "mesh/grid.hpp comes first")
        self.expect_one_problem({"src/mesh/triangle_mesh.cpp": '#include "mesh/grid.hpp"\n'},
                                "src/mesh/triangle_mesh.cpp:1: ", "tulle/triangle_mesh.hpp comes first")

    def test_every_source_is_listed(self):
        self.expect_one_problem({"src/mesh/forgotten.cpp": ""}, "src/mesh/forgotten.cpp:1: is not listed")
        self.expect_one_problem({"tests/mesh/forgotten_test.cpp": ""}, "is not listed in tests/mesh/CMakeLists.txt")
        self.expect_one_problem({"src/mesh/CMakeLists.txt": "target_sources(tulle PRIVATE triangle_mesh.cpp)  # grid.cpp\n"},
                                "src/mesh/grid.cpp:1: is not listed")

    def test_a_folder_needs_a_layer(self):
        self.expect_one_problem({"src/novelty/thing.hpp": "#pragma once\n"}, "src/novelty/thing.hpp:1: no layer")


class DocumentsTest(unittest.TestCase):
    def test_the_table_for_developers_lists_the_layers(self):
        text = (PROJECT / "docs/development.md").read_text(encoding="utf-8")
        section = text.split("\n## Layers\n")[1].split("\n## ")[0]
        first_cells = re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE)
        self.assertEqual([re.findall(r"`([\w/]+)`", cell) for cell in first_cells], layers.LAYERS)

    def test_the_table_of_the_architecture_numbers_the_layers(self):
        text = (PROJECT / "docs/architecture.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| (\d+) \| `(?:src/|include/tulle/)?([\w/]+)[^`]*` \|", text, re.MULTILINE)
        expected = [(str(level + 1), folder) for folder, level in layers.LEVEL.items()]
        self.assertEqual(rows, expected)

    def test_the_guides_name_files_that_exist(self):
        """A path must exist as it is; a name without a folder must exist in some folder. NAME stands for a new file."""
        text = (PROJECT / "docs/development.md").read_text(encoding="utf-8")
        section = text.split("\n## How to add a part\n")[1].split("\n## ")[0]
        named = re.findall(r"`([\w./-]+\.(?:[ch]pp|py|ts|md|txt))`", section)
        named = [name for name in named if "NAME" not in name]
        folders = ("apps", "benchmarks", "docs", "include", "python", "script", "src", "tests", "tools", "viewer/src")
        names = {path.name for folder in folders for path in (PROJECT / folder).rglob("*.*")}
        exists = lambda name: (PROJECT / name).is_file() or ("/" not in name and name in names)
        self.assertGreater(len(named), 50)
        self.assertEqual([name for name in named if not exists(name)], [])

    def test_nothing_cites_a_document_that_no_clone_has(self):
        word = "PHYS" + "ICS"  # in parts: this file is searched as well
        try:
            search = subprocess.run(["git", "-C", PROJECT, "grep", "-I", "--line-number", "--word-regexp", word],
                                    capture_output=True, text=True, check=False)
        except FileNotFoundError:
            self.skipTest("git is not installed")
        if search.returncode > 1:
            self.skipTest("not a git checkout: " + search.stderr.strip())
        self.assertEqual(search.stdout, "")


if __name__ == "__main__":
    unittest.main()
