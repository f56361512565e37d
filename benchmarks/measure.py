"""Runs tulle_benchmarks and prints what a particle costs, by size. script/bench calls it."""

import argparse
import csv
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

QUICK_PARTICLES = 10_000
GROWTH = (10_000, 160_000)  # the last column compares these sizes

# The promise: with equal iterations, a particle of the large cloth costs at most twice one of the small cloth.
PROMISED_ROW = "step_imex_capped"
PROMISED_GROWTH = 2.0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--csv", type=Path)
    return parser.parse_args()


def side(name):
    return int(re.search(r"side:(\d+)", name)[1])


def choose(program, wanted, quick):
    listed = subprocess.run([program, "--benchmark_list_tests"], check=True, capture_output=True, text=True)
    names = [name for name in listed.stdout.split() if wanted.search(name.split("/")[0])]
    if quick:
        names = [name for name in names if side(name) ** 2 <= QUICK_PARTICLES]
    return names


def run(program, names, repetitions):
    """Repetitions of different benchmarks alternate, so that a busy moment of the machine does not hit only one."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "benchmarks.json"
        command = [
            program,
            f"--benchmark_filter=^({'|'.join(names)})$",
            f"--benchmark_repetitions={repetitions}",
            f"--benchmark_enable_random_interleaving={'true' if repetitions > 1 else 'false'}",
            "--benchmark_min_time=0.05",
            f"--benchmark_out={out}",
            "--benchmark_out_format=json",
        ]
        finished = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if finished.returncode != 0:
            sys.exit(f"{finished.stderr}{program} failed with {finished.returncode}")
        return json.loads(out.read_text())


def gather(report, names):
    """Rows in the program's order, each a dictionary from particles to the runs at that size."""
    rows = {name.split("/")[0]: {} for name in names}
    for entry in report["benchmarks"]:
        if entry["run_type"] != "iteration":
            continue
        row = entry["name"].split("/")[0]
        if entry.get("error_occurred"):
            sys.exit(f"{entry['name']}: {entry['error_message']}")
        # Google Benchmark gives microseconds here, of all threads together.
        entry["cpu_ns_per_particle"] = 1e3 * entry["cpu_time"] / entry["particles"]
        rows[row].setdefault(round(entry["particles"]), []).append(entry)
    return rows


def median(entries, key):
    return statistics.median(entry[key] for entry in entries)


def growth(row, key):
    small, large = GROWTH
    if small not in row or large not in row:
        return None
    return median(row[large], key) / median(row[small], key)


def print_table(rows, key):
    sizes = sorted({size for row in rows.values() for size in row})
    width = max(len(name) for name in rows)
    time = "wall time" if key == "ns_per_particle" else "CPU time of all threads"
    print(f"ns per particle, median, {time}; a row named step_*: ns per particle and step")
    print(f"{'particles':{width}}" + "".join(f"{size:>10}" for size in sizes) + f"{'growth':>9}")
    for name, row in rows.items():
        cells = [f"{median(row[size], key):>10.1f}" if size in row else f"{'-':>10}" for size in sizes]
        factor = growth(row, key)
        print(f"{name:{width}}" + "".join(cells) + (f"{factor:>9.2f}" if factor else f"{'-':>9}"))
    print(f"growth: cost of a particle at {GROWTH[1]} particles over that at {GROWTH[0]}")

    promised = growth(rows.get(PROMISED_ROW, {}), key)
    if promised:
        verdict = "kept" if promised <= PROMISED_GROWTH else "NOT kept"
        print(f"{PROMISED_ROW} grows by {promised:.2f}; at most {PROMISED_GROWTH:g} is promised: {verdict}")


def write_csv(file, rows):
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        times = ["ns_per_particle", "cpu_ns_per_particle"]
        counts = ["nonlinear_iterations", "linear_iterations"]
        writer.writerow(["benchmark", "particles", *times, *counts])
        for name, row in rows.items():
            for particles, entries in sorted(row.items()):
                costs = [f"{median(entries, key):.1f}" for key in times]
                work = [f"{median(entries, key):g}" if key in entries[0] else "" for key in counts]
                writer.writerow([name, particles, *costs, *work])


def main():
    arguments = parse_arguments()
    names = choose(arguments.program, arguments.filter, arguments.quick)
    if not names:
        sys.exit("no benchmark has such a name")
    report = run(arguments.program, names, repetitions=1 if arguments.quick else 3)
    rows = gather(report, names)
    context = report["context"]
    load = ", ".join(f"{value:.1f}" for value in context["load_avg"])
    print(f"{context['num_cpus']} cores, {context['threads']} threads, load when it began {load}\n")
    print_table(rows, "cpu_ns_per_particle" if arguments.cpu else "ns_per_particle")
    if context["load_avg"] and context["load_avg"][0] > context["num_cpus"] and not arguments.cpu:
        print("The machine was busy with other things: wall times say little. --cpu shows the time on its cores.")
    if arguments.csv:
        write_csv(arguments.csv, rows)


if __name__ == "__main__":
    main()
