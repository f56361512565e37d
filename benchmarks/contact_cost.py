#!/usr/bin/env python3
"""What contact costs: runs the scenes of contact in benchmarks/scenes, and prints per scene processor time in all and per
step, rounds and linear iterations, seconds by stage, and what became of the cloth, by which two programs are compared.

usage: contact_cost.py PROGRAM [--threads N] [SCENE...]     PROGRAM is a tulle; scenes are names such as ball
"""

import argparse
import csv
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SCENES = Path(__file__).parent / "scenes"
NAMES = ["ball", "ball_self", "stack5", "dress20k"]
GENERATORS = {"dress20k": "make_dress.py"}  # of meshes that are not kept with the scenes
STAGES = ["force", "assembly", "solve", "contact"]


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(program, name, threads, folder):
    """A line of the table for one scene."""
    if name in GENERATORS:
        subprocess.run([sys.executable, "-B", SCENES / GENERATORS[name]], check=True)
    run = Path(folder) / name
    before = processor_seconds()
    subprocess.run(
        [program, "run", SCENES / f"{name}.toml", "-o", run, "--quiet", "--threads", str(threads)], check=True
    )
    seconds = processor_seconds() - before
    report = json.loads((run / "run.json").read_text())
    totals = report["totals"]
    with (run / "metrics.csv").open() as file:
        frames = list(csv.DictReader(file))
    steps = totals["steps"]
    cells = [f"{seconds:.1f}", f"{seconds / steps:.3f}", f"{totals['rounds'] / steps:.1f}"]
    cells.append(f"{totals['linear_iterations'] / max(totals['rounds'], 1):.1f}")
    cells += [f"{report['seconds'][stage]:.1f}" for stage in STAGES]
    cells.append(f"{1e3 * float(frames[-1]['energy_gravity_J']):.3f}")
    cells.append(f"{100 * totals['largest_stretch']:.2f}")
    cells.append(f"{100 * float(frames[-1]['largest_stretch']):.2f}")
    cells.append(str(totals["not_converged_steps"]))
    return cells


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", help="the tulle to measure")
    parser.add_argument("scenes", nargs="*", default=NAMES, help="names of scenes; all by default")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    head = ["scene", "CPU s", "a step", "rounds a step", "iterations a round", *STAGES]
    head += ["gravity mJ", "stretch %", "at the end %", "not solved"]
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in options.scenes:
            cells = measure(options.program, name, options.threads, folder)
            print("| " + " | ".join([name, *cells]) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
