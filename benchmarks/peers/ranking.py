"""What is made of measured runs: medians, spread, and the peer that Tulle is compared with. No input, no output."""

import statistics
from dataclasses import dataclass

DONE, OVER_LIMIT, FAILED = "done", "over the limit", "failed"

# m, heights that a cloth's lowest particle reaches in any frame when it does what the workload asks for. Unstretched,
# it swings through 1 m below the corners that it hangs from, and comes to 0.46 m below the table's top at most. One
# that stays near its start is held up by its solver, and has little stretch for that reason alone; one that is far
# below has come off the table.
PLAUSIBLE = {"hanging": (-float("inf"), -0.6), "table": (-0.7, -0.15)}

# The largest stretch in any frame: a cloth that was half as long again on its way has been lost and found.
MOST_ON_THE_WAY = 0.5


@dataclass(frozen=True)
class Row:
    """The runs of one program with one setting, on one workload at one size."""

    program: str
    setting: str
    workload: str
    side: int
    status: str = DONE
    reason: str = ""  # why it failed
    runs: int = 0
    steps: int = 0
    setup: float = 0.0  # s
    time: float = 0.0  # s, the median
    fastest: float = 0.0  # s
    slowest: float = 0.0  # s
    cpu: float = 0.0  # s, the median
    max_stretch: float | None = None
    p99_stretch: float | None = None
    mean_stretch: float | None = None
    mean_abs_stretch: float | None = None
    peak_stretch: float | None = None
    penetration: float | None = None  # m
    lowest: float | None = None  # m, in any frame

    @property
    def trouble(self):
        """Why it cannot be compared; empty when it can."""
        if self.status != DONE:
            return self.status
        if self.max_stretch is None or self.mean_stretch is None or self.lowest is None:
            return "not finite"
        low, high = PLAUSIBLE[self.workload]
        if self.lowest > high:
            return f"did not come down: never below {self.lowest:.2f} m"
        if self.lowest < low:
            return f"came off: down to {self.lowest:.2f} m"
        if self.peak_stretch is not None and self.peak_stretch > MOST_ON_THE_WAY:
            return f"stretched by {100 * self.peak_stretch:.0f} % on its way"
        return ""

    @property
    def usable(self):
        return not self.trouble


def summarise(program, setting, workload, side, results, time_key="wall_s"):
    """A row from the results (dictionaries as the programs print them) of equal runs. Stretches are those of the first
    run: programs repeat them digit by digit, and where one does not, the median of a stretch belongs to no run."""
    times = [result[time_key] for result in results]
    first = results[0]
    return Row(
        program=program,
        setting=setting,
        workload=workload,
        side=side,
        runs=len(results),
        steps=first["steps"],
        setup=statistics.median(result["setup_s"] for result in results),
        time=statistics.median(times),
        fastest=min(times),
        slowest=max(times),
        cpu=statistics.median(result["cpu_s"] for result in results),
        **{
            name: first.get(name)
            for name in (
                "max_stretch",
                "p99_stretch",
                "mean_stretch",
                "mean_abs_stretch",
                "peak_stretch",
                "penetration",
                "lowest",
            )
        },
    )


def mean_to_compare(row):
    """A cloth whose edges are too short in the mean is not better for it than one whose edges are as much too long."""
    return abs(row.mean_stretch)


def is_as_good(peer, row):
    """Whether `peer` has equal or better mean and largest stretch than `row`."""
    return (
        peer.usable
        and row.usable
        and mean_to_compare(peer) <= mean_to_compare(row)
        and peer.max_stretch <= row.max_stretch
    )


def rival(row, rows):
    """Of the other programs' rows for the same workload and size, the fastest of equal or better mean and largest
    stretch, or None when there is none."""
    candidates = [
        peer
        for peer in rows
        if peer.program != row.program
        and (peer.workload, peer.side) == (row.workload, row.side)
        and is_as_good(peer, row)
    ]
    return min(candidates, key=lambda peer: peer.time, default=None)


def factor(row, peer):
    """How many times as long `peer` takes: above 1, `row` is faster."""
    return peer.time / row.time


def worth_choosing(rows, program, workload, side):
    """The program's rows but for those that another of them beats in time, mean and largest stretch at once."""
    own = [row for row in rows if row.usable and (row.program, row.workload, row.side) == (program, workload, side)]
    return [row for row in own if not any(other.time < row.time and is_as_good(other, row) for other in own)]


def best_factor(rows, program, workload, side):
    """(row, rival) with the largest factor of the program's rows that have a rival, or None."""
    pairs = [(row, rival(row, rows)) for row in worth_choosing(rows, program, workload, side)]
    return max((pair for pair in pairs if pair[1]), key=lambda pair: factor(*pair), default=None)


def unrivalled(rows, program, workload, side):
    """The program's fastest row that no peer is as good as, or None."""
    alone = [row for row in worth_choosing(rows, program, workload, side) if rival(row, rows) is None]
    return min(alone, key=lambda row: row.time, default=None)


def fastest_good_enough(rows, program, workload, side, mean_stretch):
    """The program's fastest row whose mean stretch is at most that, or None."""
    good = [
        row
        for row in rows
        if row.usable
        and (row.program, row.workload, row.side) == (program, workload, side)
        and mean_to_compare(row) <= mean_stretch
    ]
    return min(good, key=lambda row: row.time, default=None)
