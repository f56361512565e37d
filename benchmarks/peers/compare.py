#!/usr/bin/env python3
"""Runs Tulle and other cloth solvers on the same cloth, one after the other on one thread, and compares them.

script/bench --peers builds the programs and calls this; README.md beside it says what is run and why it is fair.
"""

import argparse
import csv
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import ranking
import settings
from ranking import DONE, FAILED, OVER_LIMIT, Row

EXAMPLES = """examples:
  script/bench --peers                              everything: hours, on a machine that does nothing else
  script/bench --peers --quick                      20 and 52 particles a side, once: minutes
  script/bench --peers --sizes 100 --workloads table
  script/bench --peers --only tulle,xpbd --repetitions 5
"""


def choices_of(known, convert=str):
    """A parser of comma-separated lists with members of `known`; any member where `known` is empty."""

    def parse(text):
        try:
            values = [convert(word) for word in text.split(",")]
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected whole numbers with commas between, found {text!r}") from None
        for value in values:
            if known and value not in known:
                raise argparse.ArgumentTypeError(f"{value!r} is none of {', '.join(map(str, known))}")
        return values

    return parse


def at_least(smallest, convert):
    def parse(text):
        try:
            value = convert(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected a number, found {text!r}") from None
        if value < smallest:
            raise argparse.ArgumentTypeError(f"expected at least {smallest}, found {text}")
        return value

    return parse


def parse_arguments(words=None):
    parser = argparse.ArgumentParser(
        prog="script/bench --peers",
        description=__doc__.splitlines()[0],
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="20 and 52 particles a side, one repetition")
    parser.add_argument("--sizes", type=choices_of((), int), metavar="N,...", help="particles a side, default "
                        + ",".join(map(str, settings.SIDES)))
    parser.add_argument("--workloads", type=choices_of(settings.WORKLOADS), metavar="NAME,...",
                        default=list(settings.WORKLOADS), help="hanging,table by default")
    parser.add_argument("--repetitions", type=at_least(1, int), metavar="N", help="runs of each, default 3")
    parser.add_argument("--only", type=choices_of(settings.PROGRAMS), metavar="PROGRAM,...",
                        default=settings.PROGRAMS, help="of " + ", ".join(settings.PROGRAMS))
    parser.add_argument("--limit", type=at_least(1, float), metavar="SECONDS", default=300.0,
                        help="of a run, its setup included; default 300")
    parser.add_argument("--cpu", action="store_true",
                        help="compare processor time instead of wall time: for a machine that has other work")
    parser.add_argument("--good", type=at_least(0, float), metavar="STRETCH", default=0.001,
                        help="the plot has each program's fastest setting of this mean stretch at most; default 0.001")
    parser.add_argument("--output", type=Path, metavar="DIR", default=Path("out/peers"),
                        help="for peers.csv and the plots; default out/peers")
    parser.add_argument("--programs", type=Path, metavar="DIR", default=Path("build/release/bin"),
                        help="where the programs were built; default build/release/bin")
    arguments = parser.parse_args(words)
    arguments.sizes = sorted(set(arguments.sizes or (settings.SIDES[:2] if arguments.quick else settings.SIDES)))
    arguments.repetitions = arguments.repetitions or (1 if arguments.quick else 3)
    if arguments.sizes[0] < 3:
        parser.error("argument --sizes: a cloth has at least 3 particles a side")
    return arguments


def write_aside(file, text):
    """A reader never meets half a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_name(file.name + ".part")
    aside.write_text(text, encoding="utf-8")
    os.replace(aside, file)


def run_once(command, limit, environment):
    """(status, result or reason) of one run. `environment` is added to what there is."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=limit, errors="replace",
                             env=os.environ | environment, check=False)
    except subprocess.TimeoutExpired:
        return OVER_LIMIT, f"more than {limit:g} s"
    except OSError as error:
        return FAILED, str(error)
    for line in run.stdout.splitlines():
        if line.startswith("RESULT "):
            return DONE, json.loads(line.removeprefix("RESULT "))
    lines = [line for line in (run.stdout + run.stderr).splitlines() if line.strip() and line != "Blender quit"]
    return FAILED, f"exit code {run.returncode}: {lines[-1] if lines else 'no output'}"


class Comparison:
    """Runs everything and keeps the rows."""

    def __init__(self, arguments, chosen):
        self.arguments = arguments
        self.chosen = chosen
        self.time_key = "cpu_s" if arguments.cpu else "wall_s"
        self.rows = []
        self.too_slow = set()  # (setting, workload) that were over the limit: larger cloths are not tried

    def run(self):
        for side in self.arguments.sizes:
            for workload in self.arguments.workloads:
                self.run_block(workload, side)
                write_aside(self.arguments.output / "peers.csv", csv_of(self.rows))

    def run_block(self, workload, side):
        """All settings in turn, and all of it again, so that a busy moment of the machine does not hit one only."""
        chosen = [setting for setting in self.chosen if workload in setting.workloads]
        results = {setting: [] for setting in chosen}
        ended = {}  # settings that failed or took too long, with the status and the reason
        for setting in chosen:
            if (setting, workload) in self.too_slow:
                ended[setting] = OVER_LIMIT, "a smaller cloth was"
        for repetition in range(self.arguments.repetitions):
            for setting in chosen:
                if setting in ended:
                    continue
                status, result = run_once(settings.command(setting, workload, side, self.arguments.programs),
                                          self.arguments.limit, settings.environment(setting.program))
                if status == DONE:
                    results[setting].append(result)
                    outcome = f"{result[self.time_key]:.3f} s"
                else:
                    ended[setting] = status, result
                    outcome = f"{status}: {result}"
                    if status == OVER_LIMIT:
                        self.too_slow.add((setting, workload))
                print(f"{workload} {side} x {side}, run {repetition + 1} of {self.arguments.repetitions}: "
                      f"{setting.program}, {setting.name}: {outcome}", flush=True)
        for setting in chosen:
            if setting in ended:
                status, reason = ended[setting]
                self.rows.append(Row(setting.program, setting.name, workload, side, status=status, reason=reason))
            else:
                self.rows.append(ranking.summarise(setting.program, setting.name, workload, side, results[setting],
                                                   self.time_key))


def csv_of(rows):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [member.name for member in fields(Row)]
    writer.writerow([*names, "rival", "rival_setting", "factor"])
    for row in rows:
        values = [getattr(row, name) for name in names]
        # In the setup of a run that did not end, there is nothing to say.
        if row.status != DONE:
            values = [value if name in ("program", "setting", "workload", "side", "status", "reason") else ""
                      for name, value in zip(names, values)]
        peer = ranking.rival(row, rows) if row.program == "tulle" else None
        compared = [peer.program, peer.setting, f"{ranking.factor(row, peer):.4g}"] if peer else ["", "", ""]
        writer.writerow([f"{value:.6g}" if isinstance(value, float) else "" if value is None else value
                         for value in values] + compared)
    return out.getvalue()


def percent(stretch):
    return "-" if stretch is None else f"{100 * stretch:.3f}"


def table_of(rows, workload, side):
    """The rows of one workload and size as lines, the fastest first."""
    block = [row for row in rows if (row.workload, row.side) == (workload, side)]
    width = max(len(row.setting) for row in block) + 2
    lines = [f"{workload}, {side} x {side} particles",
             f"  {'program':18}{'setting':{width}}{'s':>9}{'min':>9}{'max':>9}{'steps':>7}{'largest':>9}{'99th':>8}"
             f"{'mean %':>8}{'deep':>6}  factor"]
    for row in sorted(block, key=lambda row: (row.status != DONE, row.time)):
        head = f"  {row.program:18}{row.setting:{width}}"
        if row.status != DONE:
            lines.append(f"{head}{row.status}: {row.reason}")
            continue
        line = (f"{head}{row.time:9.3f}{row.fastest:9.3f}{row.slowest:9.3f}{row.steps:7d}{percent(row.max_stretch):>9}"
                f"{percent(row.p99_stretch):>8}{percent(row.mean_stretch):>8}{1000 * (row.penetration or 0):6.1f}")
        if not row.usable:
            line += f"  {row.trouble}"
        elif row.program == "tulle":
            peer = ranking.rival(row, rows)
            if peer:
                line += f"  {ranking.factor(row, peer):.2f} of {peer.program}, {peer.setting}"
            else:
                line += "  no peer is as good"
        lines.append(line)
    return lines


def verdicts(rows, workloads, sides):
    """For each workload and size Tulle's best factor, and what no peer comes up to."""
    lines = ["Tulle against the fastest peer of equal or better mean and largest stretch; above 1, Tulle is faster:"]
    for workload in workloads:
        for side in sides:
            where = f"  {workload:8} {side:4} x {side:<4}"
            best = ranking.best_factor(rows, "tulle", workload, side)
            alone = ranking.unrivalled(rows, "tulle", workload, side)
            if best:
                own, peer = best
                lines.append(f"{where} {ranking.factor(own, peer):7.2f}  {own.setting} ({own.time:.3f} s) against "
                             f"{peer.program}, {peer.setting} ({peer.time:.3f} s)")
            if alone:
                lines.append(f"{where}       -  no peer is as good as {alone.setting} ({alone.time:.3f} s)")
            if not best and not alone:
                lines.append(f"{where}       -  Tulle has no result")
    return lines


def plot_script(rows, workload, good, time_name, image):
    """For gnuplot: time over particles, a curve per program, bars from the fastest to the slowest run."""
    curves, data = [], []
    for number, program in enumerate(dict.fromkeys(row.program for row in rows)):
        sides = sorted({row.side for row in rows})
        points = [ranking.fastest_good_enough(rows, program, workload, side, good) for side in sides]
        points = [row for row in points if row]
        if not points:
            continue
        values = "\n".join(f"{row.side**2} {row.time:.6g} {row.fastest:.6g} {row.slowest:.6g}" for row in points)
        data.append(f"$program_{number} << EOD\n{values}\nEOD\n")
        style = f"linecolor {number + 1} linewidth 2 pointtype 7"
        curves.append(f'$program_{number} using 1:2 with linespoints {style} title "{program}", '
                      f"$program_{number} using 1:2:3:4 with yerrorbars {style} notitle")
    if not curves:
        return None
    return "".join(data) + (
        "set terminal pngcairo noenhanced size 900,600\n"
        f'set output "{image}"\n'
        f'set title "{workload}: fastest setting with a mean stretch of {100 * good:g} % at most"\n'
        'set xlabel "particles"\n'
        f'set ylabel "{time_name} for 2 s of cloth [s]"\n'
        'set logscale xy\nset format x "%.0f"\nset key left top\nset grid\n'
        "plot " + ", ".join(curves) + "\n"
    )


def draw(rows, arguments):
    """One picture per workload; the table and the CSV do without gnuplot."""
    if not shutil.which("gnuplot"):
        print("no gnuplot in PATH: no plot")
        return
    for workload in arguments.workloads:
        image = arguments.output / f"peers-{workload}.png"
        aside = image.with_name(image.name + ".part")
        script = plot_script(rows, workload, arguments.good, "processor time" if arguments.cpu else "wall time", aside)
        if script is None:
            print(f"{workload}: no program came below a mean stretch of {arguments.good:g}: no plot (see --good)")
            continue
        run = subprocess.run(["gnuplot"], input=script, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            print(f"gnuplot failed, no plot of {workload}: {run.stderr.strip()}")
            continue
        os.replace(aside, image)
        print(f"plot: {image}")


def main():
    arguments = parse_arguments()
    chosen = []
    for program in arguments.only:
        reason = settings.missing(program, arguments.programs)
        if reason:
            print(f"{program} is left out: {reason}")
        else:
            chosen += [setting for setting in settings.SETTINGS if setting.program == program]
    if not chosen:
        sys.exit("none of the programs is there; script/bench --peers builds them")
    comparison = Comparison(arguments, chosen)
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load when it began {load:.1f}", flush=True)
    try:
        comparison.run()
        interrupted = False
    except KeyboardInterrupt:
        print("\nstopped; what is complete follows")
        interrupted = True
    rows = comparison.rows
    if not rows:
        sys.exit(130)
    print(f"\n{'processor' if arguments.cpu else 'wall'} time of 2 s of cloth, median and extremes; at the end: "
          "stretch in %, depth in the bare box in mm")
    for workload in arguments.workloads:
        for side in arguments.sizes:
            if any((row.workload, row.side) == (workload, side) for row in rows):
                print("\n" + "\n".join(table_of(rows, workload, side)))
    measured = sorted({row.side for row in rows})
    print("\n" + "\n".join(verdicts(rows, arguments.workloads, measured)) + "\n")
    ratios = [row.time / row.cpu for row in rows if row.status == DONE and row.cpu > 0]
    if not arguments.cpu and ratios and statistics.median(ratios) > 1.1:
        print("The machine was busy with other things: wall times say little. --cpu compares the time on its cores.")
    print(f"table: {arguments.output / 'peers.csv'}")
    draw(rows, arguments)
    if interrupted:
        sys.exit(130)


if __name__ == "__main__":
    main()
