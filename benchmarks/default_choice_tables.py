"""The tables that default_choice.py prints, in Markdown."""

import statistics
import sys

BASE = ("imex-euler", 0.01)  # that times are relative to
NOT_RUN, CUT_OFF = "not run", "cut off"  # for want of time
HEAD = ["method", "step [s]", "contact", "CPU s", "nonlinear iterations a step", "steps not converged",
        "motion off [mm]: mid", "end", "height off [%]", "largest stretch [%]", "kinetic energy at the end, times",
        "deepest [mm]"]
SUMMARY_HEAD = ["method", "step [s]", "scenes", "CPU time, times", "iterations a step", "motion off, times", "[mm]",
                "height off, times", "[%]", "kinetic energy, times", "with steps not converged", "failed", "no time",
                "in obstacles"]


def number(value, form, scale=1):
    return "-" if value is None else format(scale * value, form)


def line(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def cells_of(row, certified):
    label = f"reference, {row['method']}" if row["reference"] else row["method"]
    if row["status"] != "finished":
        cells = [label, row["step"], row["status"]]
        return cells + [""] * (len(HEAD) + certified - len(cells))
    cells = [
        label,
        row["step"],
        row["contact"] or "-",
        number(row["cpu_s"], ".2f"),
        f"{row['nonlinear_iterations'] / row['steps']:.1f}",
        f"{row['not_converged_steps']} of {row['steps']}",
        number(row.get("motion_mid_mm"), ".2f"),
        number(row.get("motion_end_mm"), ".2f"),
        number(row.get("height_off"), ".2f", 100),
        number(row["largest_stretch"], ".2f", 100),
        number(row.get("kinetic_ratio"), ".2f"),
        number(row["deepest_penetration_m"], ".3g", 1e3),
    ]
    return cells + ([str(row["intersections"])] if certified else [])


def print_scene(scene, rows, certified):
    particles = next((f", {row['particles']} particles" for row in rows if "particles" in row), "")
    print(f"### {scene}, {rows[0]['duration_s']:g} s{particles}\n")
    head = HEAD + (["intersections"] if certified else [])
    line(head)
    line(["---"] * len(head))
    for row in rows:
        line(cells_of(row, certified))
    print()
    for row in rows:
        if row["status"] not in ("finished", NOT_RUN):
            kind = "reference, " if row["reference"] else ""
            print(f"- {kind}{row['method']}, {row['step']} s: {row['status']}. {row['message'][:300]}")
    if any(row["status"] not in ("finished", NOT_RUN) for row in rows):
        print()
    sys.stdout.flush()


def median(values):
    return statistics.median(values) if values else None


def summary_cells(rows, base, holding, certified):
    """Of one method and step; base has the runs by scene that times are relative to, holding the scenes whose cloth
    must not pass through itself."""
    done = [row for row in rows if row["status"] == "finished"]
    skipped = sum(row["status"] in (NOT_RUN, CUT_OFF) for row in rows)

    def known(key):
        return [row[key] for row in done if row.get(key) is not None]

    def ratios(key):
        pairs = [(row.get(key), base.get(row["scene"], {}).get(key)) for row in done]
        return [a / b for a, b in pairs if a is not None and b]

    costs = ratios("cpu_s")
    cells = [
        rows[0]["method"],
        rows[0]["step"],
        str(len(costs)),
        number(statistics.geometric_mean(costs) if costs else None, ".2f"),
        number(median([row["nonlinear_iterations"] / row["steps"] for row in done]), ".1f"),
        number(median(ratios("motion_end_mm")), ".2f"),
        number(median(known("motion_end_mm")), ".2f"),
        number(median(ratios("height_off")), ".2f"),
        number(median(known("height_off")), ".2f", 100),
        number(median(known("kinetic_ratio")), ".2f"),
        str(sum(row["not_converged_steps"] > 0 for row in done)),
        str(len(rows) - len(done) - skipped),
        str(skipped),
        str(sum(row["deepest_penetration_m"] > 0 for row in done)),
    ]
    if certified:
        cells.append(str(sum(row["intersections"] > 0 for row in done if row["scene"] in holding)))
    return cells


def print_summary(rows, options, holding):
    """`holding` has the scenes whose cloth must not pass through itself."""
    base = {row["scene"]: row for row in rows
            if (row["method"], row["dt_s"]) == BASE and not row["reference"] and row["status"] == "finished"}
    print("### All scenes\n")
    print(f"Times are relative to {BASE[0]} in steps of {BASE[1]} s, scene by scene: the geometric mean of processor\n"
          "times, the median of the rest. Kinetic energy at the end is relative to the reference's.\n")
    head = SUMMARY_HEAD + (["cloth in cloth"] if options.certify else [])
    line(head)
    line(["---"] * len(head))
    for method in options.methods:
        for step in options.steps:
            chosen = [row for row in rows if (row["method"], row["step"], row["reference"]) == (method, step, False)]
            line(summary_cells(chosen, base, holding, options.certify))
