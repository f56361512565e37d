#!/usr/bin/env python3
"""What contact costs: runs the scenes of contact in benchmarks/scenes, in Tulle and, where Blender is installed and can
do them, in Blender, in turns; prints per scene and program processor time, nonlinear and linear iterations, the share of
each stage, and what became of the cloth.

Processor time is that of the simulation: Blender says it itself, and of Tulle's the time of a run of a single step of a
microsecond is taken off, which starts and ends alike. benchmarks/peers/README.md says how a scene comes into Blender.
"""

import argparse
import csv
import json
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "peers"))
import compare  # noqa: E402
import scene_for_blender  # noqa: E402
import settings  # noqa: E402

SCENES = HERE / "scenes"
NAMES = ["ball", "ball_self", "stack5", "dress20k"]
GENERATORS = {"dress20k": "make_dress.py"}  # of meshes that are not kept with the scenes
STAGES = ["force", "assembly", "solve", "contact"]
UNIT = 1 / 60  # s of simulated time that costs are given for
HEAD = ["scene", "program", "threads", "CPU s", "CPU s a 1/60 s", "times Tulle's", "nonlinear iterations a 1/60 s",
        "linear ones each", *(f"{stage} %" for stage in STAGES), "gravity mJ", "stretch %", "at the end %",
        "deepest mm", "not solved"]


def processor_seconds(command):
    """Of a command that is run to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    finished = subprocess.run(command, check=False)
    if finished.returncode != 0:
        sys.exit(f"{' '.join(str(word) for word in command)}: failed with {finished.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run_tulle(options, name, folder):
    """What compare.py calls a result, of one run of a scene."""
    command = [options.program, "run", SCENES / f"{name}.toml", "--quiet", "--threads", str(options.threads)]
    run = Path(tempfile.mkdtemp(dir=folder)) / name
    start = ["--set", "simulation.duration=1e-6", "--set", "simulation.fps=1e6"]
    starting = processor_seconds([*command, "-o", run.with_name("start"), *start])
    until = ["--set", f"simulation.duration={options.until:g}"] if options.until else []
    seconds = max(processor_seconds([*command, "-o", run, *until]) - starting, 0.0)
    report = json.loads((run / "run.json").read_text())
    totals = report["totals"]
    with (run / "metrics.csv").open() as file:
        frames = list(csv.DictReader(file))
    return {
        "cpu_s": seconds,
        "simulated_s": float(frames[-1]["time_s"]),
        "nonlinear_iterations": totals["nonlinear_iterations"],
        "iterations": totals["linear_iterations"] / max(totals["nonlinear_iterations"], 1),
        "shares": [report["seconds"][stage] / report["seconds"]["wall"] for stage in STAGES],
        "gravity_J": float(frames[-1]["energy_gravity_J"]),
        "peak_stretch": totals["largest_stretch"],
        "max_stretch": float(frames[-1]["largest_stretch"]),
        "penetration": max(float(frame["deepest_penetration_m"]) for frame in frames),
        "not_solved": totals["not_converged_steps"],
    }


def run_blender(options, description):
    """The same of Blender, each of whose steps is one round, or why there is none."""
    arguments = {"quality": options.quality, "scene": json.dumps(description)}
    status, result = compare.run_once(
        settings.blender_command("blender_scene.py", arguments, options.threads), None,
        settings.environment("blender", options.threads),
    )
    if status != compare.DONE:
        return result
    # It has no step that is solved again, and does not say where its time goes.
    return result | {"nonlinear_iterations": result["steps"], "shares": [None] * len(STAGES), "not_solved": None}


def number(value, form, scale=1):
    return "-" if value is None else format(scale * value, form)


def row_of(scene, program, threads, results, tulle_seconds):
    """Cells of the table, and the processor time of a 1/60 s: the median of equal runs. The rest is the first's, as
    equal runs differ in nothing else."""
    first = results[0]
    units = first["simulated_s"] / UNIT
    seconds = statistics.median(result["cpu_s"] for result in results)
    cells = [scene, program, str(threads), f"{seconds:.1f}", f"{seconds / units:.3f}"]
    if tulle_seconds is None:
        cells.append("1")
    else:
        cells.append(f"{seconds / units / tulle_seconds:.1f}" if tulle_seconds > 0 else "-")
    cells += [f"{first['nonlinear_iterations'] / units:.1f}", number(first["iterations"], ".1f")]
    cells += [number(share, ".0f", 100) for share in first["shares"]]
    cells += [number(first["gravity_J"], ".3f", 1e3), number(first["peak_stretch"], ".2f", 100)]
    cells += [number(first["max_stretch"], ".2f", 100), number(first["penetration"], ".2f", 1e3)]
    cells.append(number(first["not_solved"], "d"))
    return cells, seconds / units


def line(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def measure(options, name, folder, remarks):
    """Prints the rows of one scene; what there is to say besides is added to the remarks."""
    if name in GENERATORS:
        subprocess.run([sys.executable, "-B", SCENES / GENERATORS[name]], check=True, stdout=subprocess.DEVNULL)
    description = None
    if options.blender:
        try:
            description = scene_for_blender.describe(SCENES / f"{name}.toml", options.until)
        except scene_for_blender.Unsuitable as reason:
            remarks.append(f"{name} is not run in Blender: {reason}")
    ours, theirs = [], []
    # In turns, so that a busy moment of the machine does not hit one only.
    for _ in range(options.repetitions):
        ours.append(run_tulle(options, name, folder))
        if description:
            result = run_blender(options, description)
            if isinstance(result, str):
                remarks.append(f"{name} in Blender failed: {result}")
                description = None
            else:
                theirs.append(result)
    cells, tulle_seconds = row_of(name, "Tulle", options.threads, ours, None)
    line(cells)
    if theirs:
        program = f"Blender {theirs[0]['version']}, quality {options.quality}"
        line(row_of(name, program, options.threads, theirs, tulle_seconds)[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the tulle to measure (script/bench --contact gives the one it builds)")
    parser.add_argument("scenes", nargs="*", default=NAMES, metavar="SCENE", help="names of scenes; " + ", ".join(NAMES)
                        + " by default")
    parser.add_argument("--threads", type=compare.at_least(1, int), default=1, metavar="N", help="of both programs; default 1")
    parser.add_argument("--repetitions", type=compare.at_least(1, int), default=1, metavar="N", help="runs of each; default 1")
    parser.add_argument("--until", type=compare.at_least(1e-6, float), metavar="SECONDS", help="end all scenes there")
    parser.add_argument("--quality", type=compare.at_least(1, int), default=10, metavar="N",
                        help="Blender's: steps per 31.6 ms; default 10")
    parser.add_argument("--no-blender", dest="blender", action="store_false", help="Tulle alone")
    options = parser.parse_args()
    if not Path(options.program).is_file():
        parser.error(f"there is no program {options.program}; script/bench --contact builds it")
    for name in options.scenes:
        if not (SCENES / f"{name}.toml").is_file():
            parser.error(f"no scene {name} in {SCENES}")
    if options.blender and (reason := settings.missing("blender")):
        print(f"Blender is left out: {reason}\n", flush=True)
        options.blender = False
    line(HEAD)
    line(["---"] * len(HEAD))
    remarks = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.scenes:
            measure(options, name, folder, remarks)
    if remarks:
        print("\n" + "\n".join(remarks))


if __name__ == "__main__":
    main()
