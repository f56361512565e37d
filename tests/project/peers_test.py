#!/usr/bin/env python3
"""How script/bench --peers makes rows, rivals and factors of measured runs, and what it writes."""

import contextlib
import io
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks/peers"))

import compare  # noqa: E402
import ranking  # noqa: E402
import settings  # noqa: E402
from ranking import DONE, FAILED, OVER_LIMIT, Row  # noqa: E402


def row(program, time, mean, largest, setting="", **others):
    values = {"workload": "hanging", "side": 52, "setting": setting, "lowest": -0.9} | others
    return Row(program=program, time=time, fastest=time, slowest=time, mean_stretch=mean, max_stretch=largest, **values)


def result(wall, **others):
    return {"steps": 120, "setup_s": 0.1, "wall_s": wall, "cpu_s": wall / 2, "max_stretch": 0.03,
            "mean_stretch": 0.001, "lowest": -0.4} | others


class Summary(unittest.TestCase):
    def test_has_the_median_and_the_extremes(self):
        summary = ranking.summarise("xpbd", "s", "table", 20, [result(3.0), result(1.0), result(1.5)])
        self.assertEqual((summary.time, summary.fastest, summary.slowest, summary.runs), (1.5, 1.0, 3.0, 3))
        self.assertEqual((summary.cpu, summary.steps, summary.max_stretch), (0.75, 120, 0.03))

    def test_is_of_processor_time_when_asked(self):
        summary = ranking.summarise("xpbd", "s", "table", 20, [result(3.0), result(1.0)], "cpu_s")
        self.assertEqual((summary.time, summary.fastest, summary.slowest), (1.0, 0.5, 1.5))

    def test_of_a_cloth_that_is_not_finite_is_not_usable(self):
        summary = ranking.summarise("xpbd", "s", "table", 20, [result(3.0, max_stretch=None, mean_stretch=None)])
        self.assertFalse(summary.usable)


class OnTheWay(unittest.TestCase):
    def test_a_cloth_that_was_half_as_long_again_does_not_count(self):
        lost = row("tulle", 1.0, 0.0, 0.0, peak_stretch=0.6)
        self.assertEqual(lost.trouble, "stretched by 60 % on its way")
        self.assertTrue(replace(lost, peak_stretch=0.4).usable)


class Rival(unittest.TestCase):
    own = row("tulle", 1.0, 0.001, 0.05)

    def test_is_the_fastest_of_those_as_good(self):
        rows = [self.own, row("a", 3.0, 0.001, 0.05), row("b", 2.0, 0.0009, 0.04), row("c", 0.1, 0.002, 0.01),
                row("d", 0.1, 0.0001, 0.06)]
        self.assertEqual(ranking.rival(self.own, rows).program, "b")
        self.assertEqual(ranking.factor(self.own, rows[2]), 2.0)

    def test_is_of_the_same_workload_and_size_and_another_program(self):
        good = {"mean": 0.0, "largest": 0.0}
        rows = [self.own, row("tulle", 0.1, **good), row("a", 0.1, side=20, **good),
                row("a", 0.1, workload="table", **good)]
        self.assertIsNone(ranking.rival(self.own, rows))

    def test_has_reached_the_end(self):
        for status in (FAILED, OVER_LIMIT):
            self.assertIsNone(ranking.rival(self.own, [row("a", 0.0, 0.0, 0.0, status=status)]))
        self.assertIsNone(ranking.rival(self.own, [row("a", 0.1, None, None)]))

    def test_has_come_down_and_stayed_on_the_table(self):
        self.assertIsNone(ranking.rival(self.own, [row("a", 0.1, 0.0, 0.0, lowest=-0.1)]))
        own = replace(self.own, workload="table", lowest=-0.4)
        for lowest, found in ((-0.05, False), (-0.4, True), (-9.0, False)):
            peer = row("a", 0.1, 0.0, 0.0, lowest=lowest, workload="table")
            self.assertEqual(ranking.rival(own, [peer]) is not None, found)

    def test_with_edges_too_short_is_not_better_for_it(self):
        self.assertIsNone(ranking.rival(self.own, [row("a", 0.1, -0.002, 0.01)]))
        self.assertIsNotNone(ranking.rival(self.own, [row("a", 0.1, -0.001, 0.01)]))


class BestFactor(unittest.TestCase):
    def test_is_the_largest_of_the_rows(self):
        peer = row("a", 2.0, 0.0001, 0.01)
        fast, slow = row("tulle", 1.0, 0.002, 0.05), row("tulle", 4.0, 0.001, 0.04)
        self.assertEqual(ranking.best_factor([slow, peer, fast], "tulle", "hanging", 52), (fast, peer))

    def test_is_apart_from_what_no_peer_comes_up_to(self):
        peer = row("a", 2.0, 0.001, 0.04)
        fast, good = row("tulle", 1.0, 0.002, 0.05), row("tulle", 4.0, 0.0001, 0.01)
        self.assertEqual(ranking.best_factor([fast, good, peer], "tulle", "hanging", 52), (fast, peer))
        self.assertEqual(ranking.unrivalled([fast, good, peer], "tulle", "hanging", 52), good)
        text = "\n".join(compare.verdicts([fast, good, peer], ["hanging"], [52]))
        self.assertIn("2.00", text)
        self.assertIn("no peer is as good", text)

    def test_leaves_out_rows_that_another_beats_in_everything(self):
        peer = row("a", 2.0, 0.001, 0.05)
        better, worse = row("tulle", 1.0, 0.001, 0.05), row("tulle", 1.5, 0.002, 0.06)
        self.assertEqual(ranking.best_factor([worse, better, peer], "tulle", "hanging", 52), (better, peer))

    def test_of_nothing_is_nothing(self):
        self.assertIsNone(ranking.best_factor([row("a", 1.0, 0.0, 0.0)], "tulle", "hanging", 52))


class Plot(unittest.TestCase):
    def test_has_the_fastest_row_that_is_good_enough(self):
        rows = [row("a", 1.0, 0.01, 0.1), row("a", 3.0, 0.0005, 0.05), row("a", 2.0, -0.001, 0.05)]
        self.assertEqual(ranking.fastest_good_enough(rows, "a", "hanging", 52, 0.001), rows[2])
        self.assertIsNone(ranking.fastest_good_enough(rows, "a", "hanging", 52, 1e-4))
        script = compare.plot_script(rows, "hanging", 0.001, "wall time", "a.png")
        self.assertIn("\n2704 2 2 2\n", script)
        self.assertIsNone(compare.plot_script(rows, "table", 0.001, "wall time", "a.png"))


class Output(unittest.TestCase):
    rows = [row("tulle", 2.0, 0.001, 0.05, "mine"), row("a", 1.0, 0.001, 0.05, "theirs"),
            Row("b", "slow", "hanging", 52, status=OVER_LIMIT, reason="more than 1 s")]

    def test_table_has_every_row_and_the_factor(self):
        text = "\n".join(compare.table_of(self.rows, "hanging", 52))
        self.assertIn("0.50 of a, theirs", text)
        self.assertIn("over the limit: more than 1 s", text)

    def test_csv_has_every_row_and_the_rival_of_tulle(self):
        lines = compare.csv_of(self.rows).splitlines()
        self.assertEqual(len(lines), 4)
        self.assertTrue(lines[1].endswith(",a,theirs,0.5"), lines[1])
        self.assertTrue(lines[3].startswith("b,slow,hanging,52,over the limit,more than 1 s,,"), lines[3])

    def test_is_written_aside_and_renamed(self):
        with tempfile.TemporaryDirectory() as folder:
            compare.write_aside(Path(folder) / "new/a.csv", "text")
            self.assertEqual([path.name for path in Path(folder, "new").iterdir()], ["a.csv"])


class Runs(unittest.TestCase):
    """The programs are small Python programs here."""

    def run_python(self, code, limit=60.0):
        return compare.run_once([sys.executable, "-c", code], limit, {"OF_THE_RUN": "seen"})

    def test_are_read_from_the_line_that_says_so(self):
        code = 'print("noise"); print("RESULT {\\"steps\\": 3}"); print("more")'
        self.assertEqual(self.run_python(code), (DONE, {"steps": 3}))

    def test_see_their_environment(self):
        code = 'import json, os; print("RESULT " + json.dumps(os.environ["OF_THE_RUN"]))'
        self.assertEqual(self.run_python(code), (DONE, "seen"))

    def test_over_the_limit_are_ended(self):
        self.assertEqual(self.run_python("import time; time.sleep(60)", 0.2)[0], OVER_LIMIT)

    def test_that_fail_say_why(self):
        status, reason = self.run_python('import sys; sys.exit("no such thing")')
        self.assertEqual((status, reason), (FAILED, "exit code 1: no such thing"))

    def test_that_cannot_start_say_why(self):
        self.assertEqual(compare.run_once(["/no/such/program"], 1.0, {})[0], FAILED)


class Interleaving(unittest.TestCase):
    def test_takes_every_setting_in_turn_and_gives_up_what_is_too_slow(self):
        calls = []

        def pretend(command, limit, environment):
            calls.append(command)
            return (OVER_LIMIT, "more") if "slow" in command else (DONE, result(1.0))

        chosen = [replace(settings.SETTINGS[0], name=name, arguments={}) for name in ("one", "slow", "two")]
        with tempfile.TemporaryDirectory() as folder:
            arguments = compare.parse_arguments(["--sizes", "20,52", "--workloads", "hanging", "--repetitions", "2",
                                                 "--output", folder])
            comparison = compare.Comparison(arguments, chosen)
            run_once, command = compare.run_once, settings.command
            try:
                compare.run_once = pretend
                settings.command = lambda setting, workload, side, programs: [setting.name, side]
                with contextlib.redirect_stdout(io.StringIO()):
                    comparison.run()
            finally:
                compare.run_once, settings.command = run_once, command
            self.assertTrue((Path(folder) / "peers.csv").is_file())
        self.assertEqual(calls, [["one", 20], ["slow", 20], ["two", 20], ["one", 20], ["two", 20],
                                 ["one", 52], ["two", 52], ["one", 52], ["two", 52]])
        self.assertEqual([row.status for row in comparison.rows], [DONE, OVER_LIMIT, DONE] * 2)


class Arguments(unittest.TestCase):
    def test_that_are_quick_are_few(self):
        arguments = compare.parse_arguments(["--quick"])
        self.assertEqual((arguments.sizes, arguments.repetitions), ([20, 52], 1))

    def test_that_are_wrong_are_refused_with_the_right_ones(self):
        for words, hint in ((["--only", "maya"], "xpbd"), (["--sizes", "2"], "at least 3"),
                            (["--sizes", "a"], "numbers"), (["--workloads", "flag"], "table"),
                            (["--repetitions", "0"], "at least 1")):
            complaint = io.StringIO()
            with contextlib.redirect_stderr(complaint), self.assertRaises(SystemExit) as caught:
                compare.parse_arguments(words)
            self.assertEqual(caught.exception.code, 2)
            self.assertIn(hint, complaint.getvalue())


if __name__ == "__main__":
    unittest.main()
