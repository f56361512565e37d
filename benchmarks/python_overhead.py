#!/usr/bin/env python3
"""What stepping from Python costs over C++, at 2 704 particles: ten steps of each in turn, as a ratio.

    cmake --build --preset release --target tulle_step_loop
    PYTHONPATH=build/python/python python3 benchmarks/python_overhead.py build/release/bin/tulle_step_loop

Both are of release builds; the module's is position-independent code, so that what this costs is part of the ratio.
"""
import statistics
import subprocess
import sys
import time

import tulle

ROUNDS = 300  # short ones: what else the machine does changes from second to second and then meets both
STEPS = 10  # of a round, as in step_loop.cpp
SCENE = {
    "integrator": {"dt": 0.01},
    "cloth": [
        {
            "areal_density": 0.2,
            "grid": {"size": [1, 1], "particles": [52, 52]},
            "pin": [{"corner": "min-min"}, {"corner": "max-min"}],
        }
    ],
}


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tulle.set_threads(1)
    sim = tulle.Simulation(SCENE)
    for _ in range(20):
        sim.step()
    with subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin and program.stdout
        ratios, cpp, python = [], [], []
        for _ in range(ROUNDS):
            program.stdin.write("\n")
            program.stdin.flush()
            cpp.append(float(program.stdout.readline()))
            start = time.process_time()
            for _ in range(STEPS):
                sim.step()
            python.append(time.process_time() - start)
            ratios.append(python[-1] / cpp[-1])
        program.stdin.close()
    print(f"C++ {1e3 / STEPS * statistics.median(cpp):.3f} ms a step, Python {1e3 / STEPS * statistics.median(python):.3f} ms")
    quarters = statistics.quantiles(ratios, n=4)
    print(f"ratio {quarters[1]:.4f} (half of {ROUNDS} rounds from {quarters[0]:.4f} to {quarters[2]:.4f})")


if __name__ == "__main__":
    main()
