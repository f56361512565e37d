#!/usr/bin/env python3
"""Which method and step a scene should get that names none: runs the shipped scenes with each method in each step, and
prints a table in Markdown per scene, with the run that the others are compared with, and one over all scenes.

The reference of a scene is bdf2 in short steps whose residual decides. Distances are those of particles from their
places in the reference, root mean square; where cloth buckles or tumbles they are chance beyond some point, and the
error of the height says more: the largest difference of the energy of gravity in any frame, relative to the range of
the reference's. Frames are 0.1 s apart, so that every step divides them.

Processor time is that of the run alone, without that of a run of a single step of a microsecond, which starts and ends
alike. Where obstacles have no barriers, their contacts prescribe velocities: bdf2 takes these unless a scene asks for
barriers, and so does then the reference; --set contact.method=barrier compares methods with equal contacts.

Tables go to the standard output as soon as all runs of a scene are done, progress to the standard error stream.
"""

import argparse
import contextlib
import csv
import json
import math
import os
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from array import array
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from default_choice_tables import CUT_OFF, NOT_RUN, print_scene, print_summary

PROJECT = Path(__file__).resolve().parent.parent
SCENES = PROJECT / "scenes"
UNSUITABLE = {"fish"}  # whose muscles no implicit method can move
LONG = {"stack", "twist", "napkin", "trousers", "dress", "curtain", "folds", "ring"}  # which start first
LONGER = 8  # times a step of them takes as long as another, as a first guess
METHODS = ["imex-euler", "bdf2"]
STEPS = ["1/120", "0.01", "1/60"]  # s
FPS = 10
REFERENCE_METHOD = "bdf2"
REFERENCE_STEP = "1/480"
REFERENCE_SETTINGS = ["integrator.tolerance=1e-5", "integrator.velocity_tolerance=0"]
LEAST_SECONDS = 1e-3  # of processor time; less is not measured
SILENCE = 30  # s, longest without a line of progress


@dataclass(frozen=True)
class Job:
    scene: str
    method: str
    step: str  # s, as the caller wrote it
    duration: float  # s
    is_reference: bool = False

    @property
    def dt(self):
        return float(Fraction(self.step))

    @property
    def steps(self):
        return self.duration / self.dt

    @property
    def name(self):
        return f"{self.scene} {'reference' if self.is_reference else self.method} {self.step}"


def say(text):
    print(text, file=sys.stderr, flush=True)


def step_text(text):
    """An argument: a number or a fraction of seconds, above zero."""
    try:
        is_good = Fraction(text) > 0
    except (ValueError, ZeroDivisionError):
        is_good = False
    if not is_good:
        raise argparse.ArgumentTypeError(f"{text} is no step; 0.01 and 1/60 are")
    return text


def shipped_scenes():
    return sorted(file.stem for file in SCENES.glob("*.toml") if file.stem not in UNSUITABLE)


def described(scene):
    return tomllib.loads((SCENES / f"{scene}.toml").read_text())


def tenths(seconds):
    return max(round(seconds * FPS), 1) / FPS


def end(process):
    with contextlib.suppress(ProcessLookupError):  # when it has just ended by itself
        os.kill(process, signal.SIGKILL)


def run_to_end(command, deadline):
    """Processor seconds of a command, its exit status and what it said of problems; it is killed at the deadline."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=errors)
        killer = None
        if deadline is not None:
            killer = threading.Timer(max(deadline - time.monotonic(), 0), end, (process.pid,))
            killer.daemon = True
            killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        if killer:
            killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read().decode(errors="replace").strip()
    return usage.ru_utime + usage.ru_stime, process.returncode, said


def places_in(file, frames):
    """Coordinates of all particles [m] in frames of a frames.cache (src/output/frame_cache.cpp), an array per frame."""
    with file.open("rb") as cache:
        magic, version, particles = struct.unpack("<10sHi", cache.read(16))
        if magic != b"TULLECACHE" or version not in (1, 2):
            raise ValueError(f"{file} is of another version of Tulle")
        # Whether each face is intact comes after the velocities, of cloth that may tear.
        faces = struct.unpack("<i", cache.read(4))[0] if version == 2 else 0
        start, length = cache.tell(), 8 + 2 * 12 * particles + (faces + 7) // 8
        read = []
        for frame in frames:
            cache.seek(start + frame * length + 8)
            places = array("f")
            places.fromfile(cache, 3 * particles)
            read.append(places)
    return read


def contact_of(method):
    """From what run.json says of the method."""
    if "prescribe velocities" in method:
        return "velocities"
    return "barriers" if "barriers" in method else ""


def results_of(directory, certified):
    """Of a finished run."""
    report = json.loads((directory / "run.json").read_text())
    with (directory / "metrics.csv").open(newline="") as file:
        frames = list(csv.DictReader(file))
    totals = report["totals"]
    kinetic = [float(frame["energy_kinetic_J"]) for frame in frames]
    result = {
        "contact": contact_of(report["method"]),
        "particles": report["particles"],
        "steps": totals["steps"],
        "nonlinear_iterations": totals["nonlinear_iterations"],
        "linear_iterations": totals["linear_iterations"],
        "not_converged_steps": totals["not_converged_steps"],
        "largest_stretch": totals["largest_stretch"],
        "kinetic_end_J": kinetic[-1],
        "kinetic_peak_J": max(kinetic),
        "total_end_J": float(frames[-1]["energy_total_J"]),
        "deepest_penetration_m": max(float(frame["deepest_penetration_m"]) for frame in frames),
        "gravity_J": [float(frame["energy_gravity_J"]) for frame in frames],
        "places": places_in(directory / "frames.cache", (len(frames) // 2, len(frames) - 1)),
    }
    if certified:
        result["intersections"] = report["certificate"]["intersections"]
        result["certify_share"] = report["seconds"]["certify"] / report["seconds"]["wall"]
    return result


def execute(options, job, folder, deadline):
    """A row: what a run came to, or why there is nothing to say of it."""
    row = {"scene": job.scene, "method": job.method, "step": job.step, "dt_s": job.dt, "reference": job.is_reference}
    row |= {"duration_s": job.duration, "status": NOT_RUN, "message": ""}
    if deadline is not None and time.monotonic() >= deadline:
        return row
    settings = [f'integrator.method="{job.method}"', f"integrator.dt={job.dt!r}", "output.formats=[]"]
    settings += [*(REFERENCE_SETTINGS if job.is_reference else []), *options.set]
    command = [options.tulle, "run", SCENES / f"{job.scene}.toml", "--quiet", "--threads", "1"]
    command += [word for setting in settings for word in ("--set", setting)]
    with tempfile.TemporaryDirectory(dir=folder) as name:
        start = ["--set", "simulation.duration=1e-6", "--set", "simulation.fps=1e6"]
        starting = run_to_end([*command, "-o", Path(name) / "start", *start], deadline)[0]
        run = Path(name) / "run"
        length = ["--set", f"simulation.fps={FPS}", "--set", f"simulation.duration={job.duration!r}"]
        length += ["--certify"] if options.certify else []
        begin = time.monotonic()
        seconds, status, said = run_to_end([*command, "-o", run, *length], deadline)
        row |= {"wall_s": round(time.monotonic() - begin, 3), "whole_cpu_s": round(seconds, 3)}
        try:
            report = json.loads((run / "run.json").read_text())
            row |= {"status": report["status"], "message": report["message"] or said}
        except (OSError, ValueError):
            row |= {"status": "refused", "message": said}
        if status < 0:
            is_late = deadline is not None and time.monotonic() >= deadline
            reason = "its time was up" if is_late else signal.Signals(-status).name
            row |= {"status": CUT_OFF if is_late else "killed", "message": reason}
        elif row["status"] == "finished":
            row |= results_of(run, options.certify)
            seconds *= 1 - row.pop("certify_share", 0)
            row["cpu_s"] = round(max(seconds - starting, LEAST_SECONDS), 3)
    row["message"] = " ".join(row["message"].split())
    return row


def distance_mm(places, others):
    return 1e3 * math.dist(places, others) / math.sqrt(len(places) / 3)


def compare(row, reference):
    """Adds how far a run is from the reference."""
    if reference["status"] != "finished" or row["status"] != "finished":
        return
    row["motion_mid_mm"], row["motion_end_mm"] = map(distance_mm, row["places"], reference["places"])
    right = reference["gravity_J"]
    span = max(right) - min(right)
    if span > 0:
        row["height_off"] = max(abs(a - b) for a, b in zip(row["gravity_J"], right, strict=True)) / span
    if reference["kinetic_end_J"] > 0:
        row["kinetic_ratio"] = row["kinetic_end_J"] / reference["kinetic_end_J"]


def write_csv(file, rows):
    columns = []
    for row in rows:
        columns += [key for key in row if key not in columns and key not in ("gravity_J", "places", "message")]
    columns.append("message")
    with file.open("w", newline="") as out:
        writer = csv.DictWriter(out, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


class Progress:
    """Lines that say what was done, what is running and how long it may take yet."""

    def __init__(self, jobs, workers):
        self.waiting, self.workers = set(jobs), workers
        self.count = len(jobs)
        self.running = {}  # when each began; threads write to it
        self.spent = {}  # by scene: seconds and steps of finished runs

    def finished(self, job, row):
        self.waiting.discard(job)
        if row["status"] == "finished":
            seconds, steps = self.spent.get(job.scene, (0, 0))
            self.spent[job.scene] = (seconds + row["wall_s"], steps + job.steps)

    def seconds_left(self):
        """None as long as no run has finished."""
        rates = {scene: seconds / steps for scene, (seconds, steps) in self.spent.items()}
        if not rates:
            return None
        usual = statistics.mean(rate / guessed_weight(scene) for scene, rate in rates.items())
        now, running = time.monotonic(), dict(self.running)
        left = [max(job.steps * rates.get(job.scene, usual * guessed_weight(job.scene))
                    - (now - running[job] if job in running else 0), 0) for job in self.waiting]
        return max(sum(left) / self.workers, max(left, default=0))

    def report(self, what):
        running = [job.name for job, _ in sorted(dict(self.running).items(), key=lambda item: item[1])]
        shown = ", ".join(running[:4]) + (f" and {len(running) - 4} more" if len(running) > 4 else "")
        left = self.seconds_left()
        if left is None:
            text = "time left unknown"
        else:
            text = f"about {left:.0f} s left" if left < 100 else f"about {left / 60:.0f} min left"
        done = self.count - len(self.waiting)
        say(f"[{done} of {self.count}, {text}] {what}" + (f"; running: {shown}" if shown else ""))


def guessed_weight(scene):
    return LONGER if scene in LONG else 1


def outcome(job, row):
    if row["status"] != "finished":
        return f"{job.name}: {row['status']} {row['message'][:100]}".rstrip()
    return f"{job.name}: {row['cpu_s']:.2f} s, {row['nonlinear_iterations'] / row['steps']:.1f} iterations a step"


def plan(options):
    """Jobs, in the order of the tables."""
    jobs = []
    for scene in options.scenes:
        duration = tenths(min(described(scene)["simulation"]["duration"], options.until))
        jobs.append(Job(scene, REFERENCE_METHOD, options.reference_step, duration, True))
        jobs += [Job(scene, method, step, duration) for method in options.methods for step in options.steps]
    return jobs


def measure(options, folder):
    """Prints the tables; all rows, in their order."""
    jobs = plan(options)
    rows = {}
    progress = Progress(jobs, options.jobs)
    deadline = None if options.budget is None else time.monotonic() + options.budget

    def work(job):
        progress.running[job] = time.monotonic()
        try:
            return execute(options, job, folder, deadline)
        finally:
            del progress.running[job]

    def add(job, row):
        rows[job] = row
        of_scene = [r for r in rows.values() if r["scene"] == job.scene]
        for reference in (r for r in of_scene if r["reference"]):
            for r in of_scene if job.is_reference else [row]:
                if not r["reference"]:
                    compare(r, reference)
        if options.csv:
            write_csv(options.csv, [rows[j] for j in jobs if j in rows])

    left = list(options.scenes)
    pool = ThreadPoolExecutor(options.jobs)
    try:
        # Those that may take longest first, so that none is alone at the end.
        order = sorted(jobs, key=lambda job: -job.steps * guessed_weight(job.scene))
        futures = {pool.submit(work, job): job for job in order}
        pending = set(futures)
        while pending:
            done, pending = wait(pending, SILENCE, FIRST_COMPLETED)
            if not done:
                progress.report("waiting")
            for future in done:
                job, row = futures[future], future.result()
                add(job, row)
                progress.finished(job, row)
                progress.report(outcome(job, row))
            while left and all(job in rows for job in jobs if job.scene == left[0]):
                scene = left.pop(0)
                print_scene(scene, [rows[job] for job in jobs if job.scene == scene], options.certify)
    finally:
        pool.shutdown(cancel_futures=True)
    return [rows[job] for job in jobs]


def positive(kind):
    def convert(text):
        value = kind(text)
        if value <= 0:
            raise argparse.ArgumentTypeError(f"{text} is not above zero")
        return value
    return convert


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", nargs="+", metavar="NAME", default=shipped_scenes(), help="default: all that are "
                        "shipped, without " + ", ".join(sorted(UNSUITABLE)))
    parser.add_argument("--methods", nargs="+", default=METHODS, metavar="METHOD", help=f"default: {' '.join(METHODS)}")
    parser.add_argument("--steps", nargs="+", type=step_text, default=STEPS, metavar="SECONDS",
                        help=f"numbers, or fractions such as 1/30; default: {' '.join(STEPS)}")
    parser.add_argument("--until", type=positive(float), default=1.0, metavar="SECONDS",
                        help="end runs there, or where the scene ends; to a tenth of a second, default 1")
    parser.add_argument("--reference-step", type=step_text, default=REFERENCE_STEP, metavar="SECONDS",
                        help=f"of {REFERENCE_METHOD}, which the runs are compared with; default {REFERENCE_STEP}")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE",
                        help="of all runs, the reference included, as `tulle run` takes it")
    parser.add_argument("--certify", action="store_true", help="check every frame for cloth that passes through cloth; "
                        "what the checks take is taken off the processor time")
    parser.add_argument("--jobs", type=positive(int), default=os.cpu_count(), metavar="N",
                        help="runs at a time, of a thread each; default: all cores")
    parser.add_argument("--budget", type=positive(float), metavar="SECONDS",
                        help="cut off what is running then, and start no more")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write a line per run there too, after each")
    parser.add_argument("--tulle", type=Path, default=PROJECT / "build/release/bin/tulle", metavar="FILE",
                        help="the program; default build/release/bin/tulle, which script/bench --defaults builds")
    options = parser.parse_args()
    if not options.tulle.is_file():
        parser.error(f"there is no program {options.tulle}; script/bench --defaults builds it")
    options.tulle = options.tulle.resolve()
    for name in options.scenes:
        if not (SCENES / f"{name}.toml").is_file():
            parser.error(f"no scene {name} in {SCENES}")
    for names in (options.scenes, options.methods, options.steps):
        names[:] = dict.fromkeys(names)
    with tempfile.TemporaryDirectory() as folder:
        rows = measure(options, folder)
    holding = {scene for scene in options.scenes if "self_contact" in described(scene)}
    print_summary(rows, options, holding)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
