#!/usr/bin/env python3
"""The check that sources and headers compile alone finds what does not, and looks again after a change.

usage: standalone_test.py COMPILER [unittest's arguments]
"""

import contextlib
import io
import json
import os
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import standalone  # noqa: E402

COMPILER = sys.argv.pop(1)


class Standalone(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tulle-standalone-")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        self.build = self.root / "build"
        for name in ("build", "src/core", "apps"):
            (self.root / name).mkdir(parents=True)
        self.write("src/core/log.hpp", "#pragma once\nvoid log();\n")
        self.write("src/core/log.cpp", '#include "core/log.hpp"\nvoid log() {}\n')
        entry = {"directory": str(self.build), "file": str(self.root / "src/core/log.cpp"),
                 "command": f"ccache {COMPILER} -DUSED=1 -I{self.root}/src -Werror -o log.o -c {self.root}/src/core/log.cpp"}
        (self.build / "compile_commands.json").write_text(json.dumps([entry]), encoding="utf-8")
        # Eigen, which takes seconds to precompile, is of no use here.
        for name, value in (("ROOT", self.root), ("PRECOMPILED", "#include <cstddef>\n")):
            self.addCleanup(setattr, standalone, name, getattr(standalone, name))
            setattr(standalone, name, value)

    def write(self, name, text):
        (self.root / name).write_text(text, encoding="utf-8")

    def check(self, *files):
        complaint = io.StringIO()
        with contextlib.redirect_stderr(complaint), contextlib.redirect_stdout(io.StringIO()):
            status = standalone.main(self.build, "1", *files)
        return status, complaint.getvalue()

    def test_accepts_what_includes_what_it_needs(self):
        self.assertEqual(self.check("src/core/log.cpp", "src/core/log.hpp"), (0, ""))

    def test_names_a_source_and_a_header_that_do_not(self):
        self.write("src/core/log.cpp", "std::vector<int> lines;\n")
        self.write("src/core/line.hpp", "#pragma once\nstruct Line { std::vector<int> letters; };\n")
        for name in ("src/core/log.cpp", "src/core/line.hpp"):
            status, complaint = self.check(name)
            self.assertEqual(status, 1)
            self.assertIn(f"{name} does not compile alone", complaint)

    def test_looks_again_when_an_included_header_changes(self):
        self.assertEqual(self.check("src/core/log.cpp")[0], 0)
        self.write("src/core/log.hpp", "#pragma once\nvoid log(int);\nstd::vector<int> lines;\n")
        later = (self.root / "src/core/log.hpp").stat().st_mtime + 10
        os.utime(self.root / "src/core/log.hpp", (later, later))
        self.assertEqual(self.check("src/core/log.cpp")[0], 1)

    def test_knows_the_options_that_decide_what_is_compiled(self):
        self.write("src/core/log.cpp", "static_assert(USED == 1);\n")
        self.assertEqual(self.check("src/core/log.cpp"), (0, ""))

    def test_looks_at_files_with_spaces_in_their_names_once(self):
        self.write("src/core/two words.hpp", '#pragma once\n#include "core/log.hpp"\n')
        self.assertEqual(self.check("src/core/two words.hpp"), (0, ""))
        record = self.build / "standalone/src-core-two words.hpp.d"
        self.assertTrue(standalone.is_current(record, Path("src/core/two words.hpp")))

    def test_names_a_source_that_no_target_compiles(self):
        self.write("apps/forgotten.cpp", "int main() {}\n")
        status, complaint = self.check("apps/forgotten.cpp")
        self.assertEqual(status, 1)
        self.assertIn("no target", complaint)

    def test_leaves_projects_of_their_own_alone(self):
        (self.root / "benchmarks/peers").mkdir(parents=True)
        self.write("benchmarks/peers/other.cpp", "no C++ at all\n")
        self.assertEqual(self.check("benchmarks/peers/other.cpp"), (0, ""))


if __name__ == "__main__":
    unittest.main()
