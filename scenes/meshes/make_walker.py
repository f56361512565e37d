#!/usr/bin/env python3
"""Writes a walking figure of capsules as a sequence of meshes of one topology: a deforming obstacle.

The figure, 1.75 m tall, walks along x on the floor z = 0, half of the way on either side of the origin. It stands in a
stride at first, sets off within half a step cycle, and comes to rest in the same way. A cycle, two steps, takes 1 s and
leads 1 m ahead. Feet do not slide while they stand; knees follow from hips and ankles. Each of the 15 capsules is a
closed shell of its own; they overlap. Files are DIR/walker_0000.obj and so on, one every 1/20 s.

A cloth of 1.5 m, let go level at z = 1.775, falls over the head and shoulders before the figure sets off. The capsules
themselves come from `capsules(phase)`, for scenes that move them as rigid bodies.
"""
import argparse
import math
from pathlib import Path

from obj_file import Mesh, add_capsule, write_obj

STRIDE = 1.0           # m, of a cycle
SET_OFF = 0.5          # cycles, from rest to full speed
HIP_HEIGHT, BOB = 0.945, 0.025   # m, mean and swing
THIGH = SHIN = 0.45    # m
UPPER_ARM, FOREARM = 0.29, 0.25  # m
ANKLE = (0.14, 0.045)  # m, behind and above the ball of the foot; the feet's capsules have a radius of 0.036 m
HEEL = 0.19            # m, behind the ball
STANCE = 0.6           # part of the cycle that a foot stands


def ease(t: float) -> float:
    """From 0 to 1 with level ends."""
    t = max(0.0, min(1.0, t))
    return t * t * (3 - 2 * t)


def foot(cycle: float):
    """Ball, heel and ankle (x, z) of a foot that lands at whole numbers of `cycle`, 0.3 strides ahead of the hip."""
    step, u = math.floor(cycle), cycle - math.floor(cycle)
    swing = max(0.0, u - STANCE) / (1 - STANCE)
    x = (step + STANCE / 2 + ease(swing)) * STRIDE + ANKLE[0]
    z = 0.036 + 0.06 * math.sin(math.pi * swing) ** 2
    # Pitch: lands on the heel, lies flat, rises onto the ball, and turns back in the air.
    landing, rising = math.radians(14), math.radians(38)
    pitch = rising * ease((u - 0.36) / 0.24) - (rising + landing) * ease(swing) - landing * (1 - ease(u / 0.12))
    c, s = math.cos(pitch), math.sin(pitch)

    def turned(behind, above):  # relative to the ball
        return -behind * c + above * s, behind * s + above * c

    heel = turned(HEEL, 0)
    if pitch < 0:  # it turns about the heel: the ball rises
        x, z = x - HEEL - heel[0], z - heel[1]
    ankle = turned(*ANKLE)
    return (x, z), (x + heel[0], z + heel[1]), (x + ankle[0], z + ankle[1])


def knee(hip, ankle):
    """Where thigh and shin meet, ahead of the line from hip to ankle."""
    dx, dz = ankle[0] - hip[0], ankle[1] - hip[1]
    distance = math.hypot(dx, dz)
    bend = math.sqrt(max(THIGH**2 - distance**2 / 4, 0.0)) / distance
    return hip[0] + dx / 2 - bend * dz, hip[1] + dz / 2 + bend * dx


def capsules(phase: float):
    """Name, ends [m] and radius [m] of each capsule; `phase` counts cycles. At phase 0 the hips are at x = 0."""
    x = STRIDE * phase
    z = HIP_HEIGHT + BOB * math.cos(4 * math.pi * (phase - STANCE / 2))
    parts = [("pelvis", (x, -0.07, z + 0.03), (x, 0.07, z + 0.03), 0.110),
             ("trunk", (x, 0, z + 0.10), (x + 0.01, 0, z + 0.38), 0.120),
             ("shoulders", (x + 0.01, -0.15, z + 0.45), (x + 0.01, 0.15, z + 0.45), 0.060),
             ("neck", (x + 0.01, 0, z + 0.46), (x + 0.02, 0, z + 0.60), 0.050),
             ("head", (x + 0.03, 0, z + 0.64), (x + 0.03, 0, z + 0.70), 0.095)]
    for side, name, cycle in ((1, "left", phase), (-1, "right", phase + 0.5)):
        back = STRIDE * (phase - cycle)  # from where the hip is after `cycle` cycles to where it is now
        ball, heel, ankle = ((px + back, pz) for px, pz in foot(cycle))
        y = 0.095 * side
        joint = knee((x, z), ankle)
        parts += [(f"{name} thigh", (x, y, z), (joint[0], y, joint[1]), 0.072),
                  (f"{name} shin", (joint[0], y, joint[1]), (ankle[0], y, ankle[1]), 0.048),
                  (f"{name} foot", (heel[0], y, heel[1]), (ball[0], y, ball[1]), 0.036)]
        swing = -0.45 * math.cos(2 * math.pi * cycle)  # arms go against the legs
        bend = swing + 0.35 + 0.2 * math.sin(2 * math.pi * cycle - 1.57)
        shoulder = (x + 0.01, 0.225 * side, z + 0.44)
        elbow = (shoulder[0] + UPPER_ARM * math.sin(swing), 0.225 * side, shoulder[2] - UPPER_ARM * math.cos(swing))
        hand = (elbow[0] + FOREARM * math.sin(bend), 0.225 * side, elbow[2] - FOREARM * math.cos(bend))
        parts += [(f"{name} upper arm", shoulder, elbow, 0.045), (f"{name} forearm", elbow, hand, 0.039)]
    return parts


def phase_at(time: float, cycles: float) -> float:
    """Cycles walked after `time` (in cycles at full speed), speeding up evenly at first and slowing down at the end."""
    def from_rest(t):
        return t * t / (2 * SET_OFF) if t < SET_OFF else t - SET_OFF / 2
    total = cycles + SET_OFF
    return from_rest(time) if time < total / 2 else cycles - from_rest(total - time)


def add_limb(mesh: Mesh, start, end, radius: float, segments: int) -> None:
    is_along_y = abs(end[1] - start[1]) > 0.5 * math.dist(start, end)  # else it stays in a plane across y
    rings = [(start, -math.pi / 4), (start, 0), (end, 0), (end, math.pi / 4)]
    add_capsule(mesh, start, end, radius, (1, 0, 0) if is_along_y else (0, 1, 0), segments, rings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", "--output", metavar="DIR", required=True,
                        help="folder for the OBJ files; made if need be")
    parser.add_argument("--cycles", type=float, default=1.0, help="cycles of two steps (default: 1)")
    parser.add_argument("--rate", type=int, default=20, help="files per second (default: 20)")
    parser.add_argument("--segments", type=int, default=8, help="around a limb; half as many more around trunk and "
                        "head (default: 8)")
    options = parser.parse_args()
    if options.cycles < SET_OFF or options.rate < 1 or options.segments < 3:
        parser.error(f"--cycles must be at least {SET_OFF:g}, --rate at least 1, and --segments at least 3")
    folder = Path(options.output)
    folder.mkdir(parents=True, exist_ok=True)
    count = math.ceil((options.cycles + SET_OFF) * options.rate)
    for n in range(count + 1):
        mesh = Mesh()
        phase = phase_at(min(n / options.rate, options.cycles + SET_OFF), options.cycles)
        for _, start, end, radius in capsules(phase):
            shift = -STRIDE * options.cycles / 2
            segments = options.segments * (3 if radius > 0.09 else 2) // 2  # trunk and head are seen from near
            add_limb(mesh, (start[0] + shift, *start[1:]), (end[0] + shift, *end[1:]), radius, segments)
        comment = (f"A walking figure at {n / options.rate:g} s: scenes/meshes/make_walker.py "
                   f"--cycles {options.cycles:g} --rate {options.rate} --segments {options.segments}")
        write_obj(folder / f"walker_{n:04d}.obj", comment, mesh.points, mesh.faces, digits=4)


if __name__ == "__main__":
    main()
