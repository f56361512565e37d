"""The programs and the settings that each is run with. README.md says why these."""

import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORKLOADS = ("hanging", "table")
SIDES = (20, 52, 100, 200, 400)  # particles
STIFFNESS = 1000  # N/m, of the springs along edges and across cells


@dataclass(frozen=True)
class Setting:
    program: str
    name: str
    arguments: dict = field(hash=False)
    workloads: tuple = WORKLOADS


def of_stiffness(name, k):
    """Springs that differ from the workload's are part of a setting's name."""
    return name if k == STIFFNESS else f"{name}, {k // STIFFNESS} k"


def tulle_converged(rate, damping, tolerance, k=STIFFNESS, workloads=WORKLOADS):
    """Newton's method to the tolerance."""
    name = f"1/{rate} s, Newton to {tolerance:g}" + (f", damped by {damping:g}" if damping else "")
    arguments = {"k": k, "rate": rate, "damping": damping, "tolerance": tolerance}
    return Setting("tulle", of_stiffness(name, k), arguments, workloads)


def tulle_once(rate, k=STIFFNESS):
    """One linear system per step, as Baraff and Witkin have it."""
    arguments = {"integrator": "backward-euler", "newton": "once", "solver_tolerance": 1e-2, "rate": rate, "k": k}
    return Setting("tulle", of_stiffness(f"1/{rate} s, one solve", k), arguments)


def tulle_limited(iterations, rate=60, damping=0, k=STIFFNESS):
    """So many updates of the constant matrix per step. Where much touches they are not what they are for."""
    updates = "1 update" if iterations == 1 else f"{iterations} updates"
    name = f"1/{rate} s, {updates}" + (f", damped by {damping:g}" if damping else "")
    arguments = {"k": k, "rate": rate, "damping": damping, "update": "limited", "iterations": iterations}
    return Setting("tulle", of_stiffness(name, k), arguments, workloads=("hanging",))


def xpbd(substeps, k=STIFFNESS, real="float", damping=0):
    name = of_stiffness(f"{substeps} substeps", k) + (", double" if real == "double" else "")
    name += f", damped by {damping:g}" if damping else ""
    return Setting("xpbd", name, {"k": k, "substeps": substeps, "real": real, "damping": damping})


def local_global(iterations, k=STIFFNESS):
    # It has no contact.
    name = of_stiffness("1 iteration" if iterations == 1 else f"{iterations} iterations", k)
    return Setting("local-global", name, {"k": k, "iterations": iterations}, workloads=("hanging",))


def bullet_pbd(rate, iterations):
    # Its links are as stiff as the iterations make them.
    arguments = {"solver": "pbd", "rate": rate, "iterations": iterations}
    return Setting("bullet-pbd", f"1/{rate} s, {iterations} iterations", arguments)


def bullet_deformable(workload, name, k, damping):
    arguments = {"solver": "deformable", "rate": 240, "k": k, "damping": damping}
    return Setting("bullet-deformable", f"1/240 s, {name}", arguments, workloads=(workload,))


def blender(quality, k=STIFFNESS):
    return Setting("blender", of_stiffness(f"quality {quality}", k), {"k": k, "quality": quality})


STIFF = 4 * STIFFNESS
RIGID = 100 * STIFFNESS  # what XPBD does not feel: its sweeps are not enough to tell

SETTINGS = [
    tulle_converged(60, damping=0, tolerance=1e-3),
    tulle_converged(60, damping=0.01, tolerance=1e-2),
    *(tulle_converged(60, damping=0.1, tolerance=5e-2, k=times * STIFFNESS) for times in (1, 4, 16, 64)),
    # Where cloth touches, the last digits take most iterations and change little; where it hangs, what they leave
    # undone the next step has to do.
    *(tulle_converged(60, damping=0.1, tolerance=0.2, k=times * STIFFNESS) for times in (1, 4, 16)),
    *(tulle_converged(60, damping=0.1, tolerance=0.5, k=times * STIFFNESS, workloads=("table",))
      for times in (1, 4, 16)),
    *(tulle_once(60, times * STIFFNESS) for times in (1, 4, 16)),
    *(tulle_limited(iterations) for iterations in (1, 2, 5)),
    *(tulle_limited(iterations, damping=0.1, k=times * STIFFNESS) for times in (1, 4) for iterations in (1, 2, 3, 5)),
    *(xpbd(substeps) for substeps in (20, 50, 100, 200, 400)),
    *(xpbd(substeps, RIGID) for substeps in (50, 70, 100, 140, 200, 280, 400, 560, 800)),
    # So many small steps move particles by less than single precision has digits for.
    *(xpbd(substeps, 4 * RIGID, "double") for substeps in (400, 800, 1600)),
    *(xpbd(substeps, 10 * RIGID, "double") for substeps in (800, 1600, 3200)),
    # Without damping it trembles at the end.
    *(xpbd(substeps, RIGID, damping=0.1) for substeps in (100, 200, 400)),
    *(xpbd(substeps, RIGID, damping=1) for substeps in (400, 800)),
    *(xpbd(substeps, 10 * RIGID, "double", damping=1) for substeps in (400, 800, 1600)),
    *(local_global(iterations) for iterations in (1, 5, 10, 20, 50)),
    *(local_global(iterations, STIFF) for iterations in (5, 20, 50)),
    *(local_global(iterations, 4 * STIFF) for iterations in (50, 200)),
    *(bullet_pbd(240, iterations) for iterations in (5, 20, 80)),
    bullet_pbd(960, 20),
    # With a tenth of this damping it explodes at 52 x 52; on the table it does with stiffer springs at any size.
    bullet_deformable("hanging", "damped", STIFFNESS, damping=1),
    bullet_deformable("table", "10 N/m", 10, damping=0.1),
    *(blender(quality) for quality in (5, 10, 20, 40)),
    blender(20, STIFF),
]
PROGRAMS = list(dict.fromkeys(setting.program for setting in SETTINGS))

EXECUTABLES = {
    "tulle": "tulle_peer_tulle",
    "xpbd": "tulle_peer_xpbd",
    "local-global": "tulle_peer_local_global",
    "bullet-pbd": "tulle_peer_bullet",
    "bullet-deformable": "tulle_peer_bullet",
}
INSTALL_BLENDER = "as root: apt-get install --no-install-recommends blender"


def missing(program, folder=None):
    """Why a program cannot be run, or None. `folder` has the executables."""
    if program == "blender":
        return None if shutil.which("blender") else f"no blender in PATH; {INSTALL_BLENDER}"
    executable = folder / EXECUTABLES[program]
    return None if executable.is_file() else f"no {executable}; is its library installed (script/bootstrap --peers)?"


def blender_command(script, arguments, threads=1):
    """Blender with one of the scripts beside this file. Its own words go to the console as well; the line that counts
    begins with RESULT."""
    options = [word for name, value in arguments.items() for word in (f"--{name}", str(value))]
    return ["blender", "--background", "--factory-startup", "--threads", str(threads), "--python", str(HERE / script),
            "--", *options]


def command(setting, workload, side, folder):
    """What to run, on one thread."""
    arguments = {"workload": workload, "side": side} | setting.arguments
    if setting.program == "blender":
        return blender_command("blender.py", arguments)
    return [str(folder / EXECUTABLES[setting.program]), *(f"{name}={value}" for name, value in arguments.items())]


def environment(program, threads=1):
    """What the program is to see besides: so many threads in every library."""
    variables = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), str(threads))
    if program == "blender":
        # Blender takes the modules of the first python3 in PATH: that beside Blender has them, a virtual one may not.
        variables["PATH"] = f"{Path(shutil.which('blender')).parent}{os.pathsep}{os.environ['PATH']}"
    return variables
