#!/usr/bin/env python3
"""The angles that src/forces computes with are those that tools/derive_angles.py derives, in any run of it.

usage: derive_angles_test.py [unittest's arguments]
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "src/forces/angle_derivatives.hpp"


def derive(*arguments, **environment):
    return subprocess.run([sys.executable, "-B", ROOT / "tools/derive_angles.py", *arguments], text=True,
                          capture_output=True, check=False, env=os.environ | environment)


class Header(unittest.TestCase):
    def test_is_what_is_derived_in_whatever_order_sets_have(self):
        for seed in ("1", "2"):
            run = derive("--check", PYTHONHASHSEED=seed)
            self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))

    def test_that_was_changed_is_found_out_and_left_alone(self):
        with tempfile.TemporaryDirectory(prefix="tulle-angles-") as folder:
            changed = Path(folder) / "angles.hpp"
            text = HEADER.read_text(encoding="utf-8").replace("d = p_x * r_x", "d = p_y * r_x")
            changed.write_text(text, encoding="utf-8")
            run = derive("--check", "--output", changed)
            self.assertEqual(run.returncode, 1)
            self.assertIn("area = std::sqrt(m2), d = p_y * r_x", run.stdout)
            self.assertIn("derive_angles.py", run.stderr)
            self.assertEqual(changed.read_text(encoding="utf-8"), text)
            self.assertEqual([changed], list(Path(folder).iterdir()))


class Proof(unittest.TestCase):
    """SymPy differentiates the definitions, for tens of seconds."""

    def test_programs_compute_the_derivatives_of_the_definitions(self):
        run = derive("--prove")
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_can_fail(self):
        sys.path.insert(0, str(ROOT / "tools"))
        sys.dont_write_bytecode = True
        from dataclasses import replace

        import derive_angles
        from angles import CORNER

        wrong = replace(CORNER, definition=lambda p, r: CORNER.definition(p, r) + p.dot(r) / 10**9)
        with self.assertRaises(ArithmeticError):
            derive_angles.prove(wrong)


if __name__ == "__main__":
    unittest.main()
