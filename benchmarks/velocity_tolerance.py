#!/usr/bin/env python3
"""What integrator.velocity_tolerance costs where barriers hold cloth, and what it changes.

Runs two things with every tolerance and with residuals as the reference, and prints a table in Markdown:

  a ball    benchmarks/scenes/ball.toml: energy of gravity, which is that of the mean height, and largest stretch
  a drape   a disc of a measured fabric over a smaller one, as `tulle fabric test drape` lays it, but with the method and
            contacts of a scene that asks for nothing: how much of the ring between the two it still shades, and folds.
            Three pieces are laid a third of a millimetre off the middle, each to another side: what they differ by is
            chance

The last row is `tulle fabric test` itself. Progress, and steps that were not solved, go to the standard error stream.
"""

import argparse
import csv
import json
import math
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
BALL = PROJECT / "benchmarks/scenes/ball.toml"
TOLERANCES = [0.1, 0.05, 0.018, 0.01, 0.005, 0.002, 0.001]  # m/s
QUICK_TOLERANCES = [0.1, 0.018, 0.005]
DEFAULT = 0.018  # what "auto" is in steps of 1/60 s, with 2 mm between cloth and ball
RESIDUAL = 1e-2  # of the reference
BALL_TIMES = (0.3, 0.6)  # s

# As `tulle fabric test drape` has them (src/study/fabric_lab/drape.hpp and drape.cpp).
FABRIC = "polyester_faille"
SPECIMEN, SUPPORT = 0.30, 0.18  # m, diameters
RINGS = 12
LOWERING, SETTLING = 2.5, 1.5  # s
UNEVENNESS = 1e-4  # m
LEAST_FOLD = 2e-3  # m
PIXEL = 0.25e-3  # m

OFF_MIDDLE = 0.3e-3  # m
DIRECTIONS = (90, 210, 330)  # degrees, of the pieces

DRAPE_SCENE = """[simulation]
duration = {duration}
fps = 10

[integrator]
dt = 0.016666667

[[cloth]]
mesh = "piece-{piece}.obj"
fabric = "{fabric}"
thickness = {thickness}

[[obstacle]]
name = "disc"
shape = "cylinder"
center = [0, 0, {disc_middle}]
radius = {disc_radius}
height = {disc_height}
friction = {friction}

[[obstacle]]
name = "platform"
shape = "plane"
point = [0, 0, -{thickness}]
normal = [0, 0, 1]
friction = {friction}

[obstacle.motion]
keyframes = [
    {{ time = 0 }},
    {{ time = {lowering}, translation = [0, 0, -{lowered}] }},
    {{ time = {gone_by}, translation = [0, 0, -{gone}] }},
]

[air]

[output]
formats = ["obj"]
"""


@dataclass
class Run:
    folder: Path
    seconds: float  # of processor time, the start and the page included
    report: dict  # run.json
    frames: list  # rows of metrics.csv

    @property
    def iterations_per_step(self):
        return self.report["totals"]["nonlinear_iterations"] / self.report["totals"]["steps"]


@dataclass
class Drape:
    coefficients: list  # of the pieces, from 0 to 1
    folds: list
    iterations_per_step: float
    seconds: float  # of a piece


def say(text):
    print(text, file=sys.stderr, flush=True)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class SimulationFailed(Exception):
    """A run ended before its time: a step exploded, or found no way on."""


def timed(command):
    """Runs a command; processor seconds."""
    before = processor_seconds()
    finished = subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if finished.returncode == 3:
        say(finished.stderr.strip())
        raise SimulationFailed
    if finished.returncode != 0:
        sys.exit(f"{finished.stderr}{command[0]} failed with {finished.returncode}")
    return processor_seconds() - before


def run_scene(program, scene, settings, folder):
    overrides = [word for setting in settings for word in ("--set", f"integrator.{setting}")]
    seconds = timed([program, "run", scene, "-o", folder, "--quiet", "--threads", 1, *overrides])
    report = json.loads((folder / "run.json").read_text())
    with (folder / "metrics.csv").open() as file:
        frames = list(csv.DictReader(file))
    totals = report["totals"]
    left = totals["not_converged_steps"]
    unsolved = f", {left} of {totals['steps']} steps not solved" if left else ""
    say(f"{folder.name}: {totals['nonlinear_iterations'] / totals['steps']:.1f} iterations a step, {seconds:.1f} s{unsolved}")
    return Run(folder, seconds, report, frames)


def disc_mesh(radius, rings, shift, uneven):
    """Places and triangles of a disc, edges about radius / rings long, as disc_mesh of src/study/fabric_lab/drape.cpp makes it."""
    places = [(0.0, 0.0)]
    for ring in range(1, rings + 1):
        r = radius * ring / rings
        angles = [math.tau * k / (6 * ring) for k in range(6 * ring)]
        places += [(r * math.cos(angle), r * math.sin(angle)) for angle in angles]
    positions = [(x + shift[0], y + shift[1], UNEVENNESS * uneven.random()) for x, y in places]
    coordinates = [(0.5 + 0.5 * x / radius, 0.5 + 0.5 * y / radius) for x, y in places]

    def vertex(ring, k):
        return 0 if ring == 0 else 1 + 3 * ring * (ring - 1) + k % (6 * ring)

    # Between two rings each sixth is a strip of 2 ring - 1 triangles.
    faces = []
    for ring in range(1, rings + 1):
        for sixth in range(6):
            for k in range(ring):
                o, i = sixth * ring + k, sixth * (ring - 1) + k
                faces.append((vertex(ring - 1, i), vertex(ring, o), vertex(ring, o + 1)))
                if k + 1 < ring:
                    faces.append((vertex(ring - 1, i), vertex(ring, o + 1), vertex(ring - 1, i + 1)))
    return positions, coordinates, faces


def write_obj(file, positions, coordinates, faces):
    with file.open("w") as out:
        out.writelines(f"v {x!r} {y!r} {z!r}\n" for x, y, z in positions)
        out.writelines(f"vt {u!r} {v!r}\n" for u, v in coordinates)
        out.writelines("f " + " ".join(f"{k + 1}/{k + 1}" for k in face) + "\n" for face in faces)


def read_obj(file):
    positions, faces = [], []
    for line in file.read_text().splitlines():
        kind, *words = line.split() or [""]
        if kind == "v":
            positions.append(tuple(map(float, words)))
        elif kind == "f":
            faces.append(tuple(int(word.split("/")[0]) - 1 for word in words))
    return positions, faces


def write_drape_scene(folder, piece, direction):
    """A scene of src/study/fabric_lab/drape.cpp, and the mesh of its cloth."""
    file = PROJECT / "fabrics" / f"{FABRIC}.toml"
    fabric = tomllib.loads(file.read_text())
    angle = math.radians(direction)
    shift = (OFF_MIDDLE * math.cos(angle), OFF_MIDDLE * math.sin(angle))
    write_obj(folder / f"piece-{piece}.obj", *disc_mesh(0.5 * SPECIMEN, RINGS, shift, random.Random(piece)))
    thickness = max(1e-3 * fabric["thickness"], 5e-4)  # files have mm
    disc_height = 0.01
    hanging = 0.5 * (SPECIMEN - SUPPORT)
    text = DRAPE_SCENE.format(
        duration=LOWERING + SETTLING,
        piece=piece,
        fabric=file.as_posix(),
        thickness=thickness,
        disc_middle=-0.5 * disc_height - thickness,
        disc_radius=0.5 * SUPPORT,
        disc_height=disc_height,
        friction=fabric["friction"],
        lowering=LOWERING,
        lowered=1.25 * hanging,
        gone_by=LOWERING + 0.1,
        gone=4 * hanging,
    )
    scene = folder / f"drape-{piece}.toml"
    scene.write_text(text)
    return scene


def shadow_of(positions, faces):
    """Rows of pixels as large as the specimen, 1 where a triangle is above them."""
    outer = 0.5 * SPECIMEN
    side = math.ceil(2 * outer / PIXEL)
    rows = [bytearray(side) for _ in range(side)]
    pixels = [((x + outer) / PIXEL - 0.5, (y + outer) / PIXEL - 0.5) for x, y, _ in positions]
    for face in faces:
        corners = [pixels[k] for k in face]
        low, high = min(y for _, y in corners), max(y for _, y in corners)
        for y in range(max(0, math.ceil(low)), min(side - 1, math.floor(high)) + 1):
            crossings = []
            for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1]):
                if ay == by == y:
                    crossings += [ax, bx]
                elif (ay > y) != (by > y):
                    crossings.append(ax + (bx - ax) * (y - ay) / (by - ay))
            if not crossings:
                continue
            left, right = max(0, math.ceil(min(crossings))), min(side - 1, math.floor(max(crossings)))
            if left <= right:
                rows[y][left : right + 1] = b"\1" * (right + 1 - left)
    return rows


def covered_part(rows):
    """Part of the ring between support and specimen that is in the shadow."""
    inner, outer = 0.5 * SUPPORT, 0.5 * SPECIMEN
    in_ring = covered = 0
    for k, row in enumerate(rows):
        y = (k + 0.5) * PIXEL - outer
        for x, dark in enumerate(row):
            if inner <= math.hypot((x + 0.5) * PIXEL - outer, y) <= outer:
                in_ring += 1
                covered += dark
    return covered / in_ring


def outline_of(rows):
    """How far the shadow reaches from the middle, for each degree around [m]: read from pixels, where the laboratory test
    takes the cloth's edge itself, so that folds of less than two pixels may be missed."""
    outer = 0.5 * SPECIMEN
    outline = []
    for degree in range(360):
        c, s = math.cos(math.radians(degree)), math.sin(math.radians(degree))
        r = outer - 0.5 * PIXEL
        while r > 0 and not rows[int((r * s + outer) / PIXEL)][int((r * c + outer) / PIXEL)]:
            r -= 0.5 * PIXEL
        outline.append(r)
    return outline


def count_folds(outline):
    """How often an outline rises and falls by more than LEAST_FOLD on the way around."""
    # From the lowest place around, so that no fold is cut in two.
    lowest = outline.index(min(outline))
    folds, rising, extreme = 0, True, outline[lowest]
    for r in outline[lowest + 1 :] + outline[: lowest + 1]:
        if r > extreme if rising else r < extreme:
            extreme = r
        if rising and r < extreme - LEAST_FOLD:
            folds += 1
            rising, extreme = False, r
        elif not rising and r > extreme + LEAST_FOLD:
            rising, extreme = True, r
    return folds


def drape(program, scenes, settings, name, folder):
    coefficients, folds, runs = [], [], []
    for piece, scene in enumerate(scenes, 1):
        run = run_scene(program, scene, settings, folder / f"drape-{name}-{piece}")
        rows = shadow_of(*read_obj(max(run.folder.glob("frame_*.obj"))))
        coefficients.append(covered_part(rows))
        folds.append(count_folds(outline_of(rows)))
        runs.append(run)
    iterations = statistics.mean(run.iterations_per_step for run in runs)
    return Drape(coefficients, folds, iterations, statistics.mean(run.seconds for run in runs))


def drape_in_laboratory(program, folder):
    """The program's own test of one piece: a Newton step in every time step."""
    output = folder / "laboratory"
    test = [program, "fabric", "test", PROJECT / "fabrics" / f"{FABRIC}.toml", "drape"]
    seconds = timed([*test, "--rings", RINGS, "--runs", 1, "--threads", 1, "--quiet", "-o", output])
    pieces = json.loads((output / "drape.json").read_text())["resolutions"][0]["runs"]
    return Drape([piece["drape_coefficient"] for piece in pieces], [piece["folds"] for piece in pieces], 1.0, seconds)


def gravity_at(run, time):
    """Energy of gravity in the frame nearest to a time [mJ]."""
    frame = min(run.frames, key=lambda row: abs(float(row["time_s"]) - time))
    return 1e3 * float(frame["energy_gravity_J"])


def ball_cells(run, reference):
    energies = [gravity_at(run, time) for time in BALL_TIMES]
    right = [gravity_at(reference, time) for time in BALL_TIMES]
    off = ", ".join(f"{100 * abs(energy / there - 1):.1f}" for energy, there in zip(energies, right))
    stretches = (run.report["totals"]["largest_stretch"], float(run.frames[-1]["largest_stretch"]))
    return [
        f"{run.iterations_per_step:.1f}",
        f"{run.seconds:.1f}",
        ", ".join(f"{energy:.2f}" for energy in energies),
        "" if run is reference else f"{off} %",
        ", ".join(f"{100 * stretch:.1f}" for stretch in stretches),
    ]


def drape_cells(test):
    percent = [100 * coefficient for coefficient in test.coefficients]
    spread = f" +- {statistics.stdev(percent):.1f}" if len(percent) > 1 else ""
    fewest, most = min(test.folds), max(test.folds)
    return [
        f"{statistics.mean(percent):.1f}{spread}",
        str(most) if fewest == most else f"{fewest} to {most}",
        f"{test.iterations_per_step:.1f}",
        f"{test.seconds:.1f}",
    ]


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, help="the tulle to measure (script/bench --tolerances gives the one it builds)")
    parser.add_argument("--quick", action="store_true", help="three tolerances instead of seven")
    options = parser.parse_args()
    if not options.program.is_file():
        parser.error(f"there is no program {options.program}; script/bench --tolerances builds it")
    program = options.program.resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scenes = [write_drape_scene(folder, piece, direction) for piece, direction in enumerate(DIRECTIONS, 1)]

        def measure(name, settings):
            ball = run_scene(program, BALL, settings, folder / f"ball-{name}")
            try:
                return ball, drape(program, scenes, settings, name, folder)
            except SimulationFailed:  # which a rough tolerance may bring
                return ball, None

        reference, drape_reference = measure("residual", ["velocity_tolerance=0", f"tolerance={RESIDUAL}"])
        head = ["`velocity_tolerance` [m/s]", "ball: iterations a step", "CPU s"]
        head += [", ".join(f"{'after ' if k == 0 else ''}{time:g} s" for k, time in enumerate(BALL_TIMES)) + " [mJ]"]
        head += ["off, of the height", "stretch [%]"]
        head += ["drape coefficient [%]", "folds", "iterations a step", "CPU s a piece"]
        print_row(head)
        print_row(["---"] * len(head))
        for tolerance in QUICK_TOLERANCES if options.quick else TOLERANCES:
            ball, draped = measure(f"{tolerance:g}", [f"velocity_tolerance={tolerance:g}"])
            label = f"{tolerance:g}" + (", the default here" if tolerance == DEFAULT else "")
            draped_cells = ["a run fails", "", "", ""] if draped is None else drape_cells(draped)
            print_row([label, *ball_cells(ball, reference), *draped_cells])
        print_row([f"residual {RESIDUAL:g}", *ball_cells(reference, reference), *drape_cells(drape_reference)])
        laboratory = drape_in_laboratory(program, folder)
        print_row(["`tulle fabric test`", *[""] * 5, *drape_cells(laboratory)])


if __name__ == "__main__":
    sys.exit(main())
