#!/usr/bin/env python3
"""What stepping from Python costs over C++, at 2 704 particles: hundreds of steps of each in turn, as a ratio.

    cmake --build --preset release --target tulle_step_loop
    PYTHONPATH=build/python/python python3 benchmarks/python_overhead.py build/release/bin/tulle_step_loop

Both are of release builds; the module's is position-independent code, so that what this costs is part of the ratio.
"""
import statistics
import subprocess
import sys
import time

import tulle

ROUNDS = 9
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
            for _ in range(100):
                sim.step()
            python.append(time.process_time() - start)
            ratios.append(python[-1] / cpp[-1])
        program.stdin.close()
    print(f"C++ {10 * statistics.median(cpp):.3f} ms a step, Python {10 * statistics.median(python):.3f} ms")
    print(f"ratio {statistics.median(ratios):.4f} (from {min(ratios):.4f} to {max(ratios):.4f} in {ROUNDS} rounds)")


if __name__ == "__main__":
    main()
