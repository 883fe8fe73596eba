"""A hundred million scores in files: the time of counting compared with that of reading, on one worker and on two.

``EVALCORE_SCALE`` sets another number of scores. The files take 9 bytes per score, in the temporary folder.
"""

import os
import re
import resource
import subprocess
import sys
from functools import partial
from multiprocessing import get_context
from operator import add
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import dask.bag
import numpy as np
import psutil
from dask.distributed import Client, LocalCluster
from timing import Row, best_times

from evalcore.counts import count_scores

SCORES = int(float(os.environ.get("EVALCORE_SCALE", 1e8)))
PART = 10**6
DECIMALS = 3
BYTES = 120  # per score in scikit-learn, which limits the number of parts compared with it
MIB = 2**20


def write(seed: np.random.SeedSequence, stem: str) -> None:
    """Write a part: labels, and scores with all their digits."""
    rng = np.random.default_rng(seed)
    y_true = rng.random(PART) < 0.2
    np.save(f"{stem}-y.npy", y_true)
    np.save(f"{stem}-s.npy", rng.normal(1.5 * y_true))


def load(stem: str) -> tuple[np.ndarray, np.ndarray]:
    return np.load(f"{stem}-y.npy"), np.load(f"{stem}-s.npy")


def touch(stem: str) -> float:
    """Only read a part, and look at every number once."""
    y_true, y_score = load(stem)
    return float(y_score.sum()) + int(y_true.sum())


def count(stem: str, rounded: bool = True):
    counts = count_scores(*load(stem))
    return counts.rounded(DECIMALS) if rounded else counts


def run(client: Client, work, stems: list[str]):
    """Map over the parts, and add in a tree."""
    bag = dask.bag.from_sequence(stems, npartitions=len(stems)).map(work)
    return client.compute(bag.fold(add, split_every=8)).result()


def peak() -> int:
    """Return the largest memory that this process had, in bytes.

    On Linux ``ru_maxrss`` includes the parent of a started process, so that the kernel's own count is read there.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return 1024 * int(re.search(r"VmHWM:\s+(\d+) kB", status.read_text())[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def on_workers(workers: int, folder: str, jobs: dict, rounds: int = 2) -> tuple[dict[str, float], dict[str, int]]:
    """Return the times of jobs on this many workers, and the largest peak of a worker; each job has its own cluster."""
    times, peaks = {}, {}
    for name, (work, stems) in jobs.items():
        with (
            LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0", local_directory=folder,
                         silence_logs="CRITICAL", memory_limit=0) as cluster,
            Client(cluster) as client,
        ):  # fmt: skip
            run(client, touch, stems[:2])
            times |= best_times({name: partial(run, client, work, stems)}, rounds)
            peaks[name] = max(client.run(peak).values())
    return times, peaks


def alone(script: str) -> tuple[float, int]:
    """Return seconds and peak bytes that a script prints in its own process."""
    here = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
    command = [sys.executable, "-c", here + script]
    seconds, most = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), int(most)


BOTH = """
import time, numpy as np, scale
from {module} import roc_auc_score
parts = [scale.load(stem) for stem in {stems!r}]
y, s = (np.concatenate(column) for column in zip(*parts))
del parts
start = time.perf_counter()
roc_auc_score(y, s)
print(time.perf_counter() - start, scale.peak())
"""


def rows() -> list[Row]:
    """Return ratios of time and of memory."""
    with TemporaryDirectory() as folder:
        stems = [f"{folder}/{place}" for place in range(max(SCORES // PART, 8))]
        with get_context("spawn").Pool(2) as pool:
            pool.starmap(write, zip(np.random.SeedSequence(0).spawn(len(stems)), stems, strict=True))
        return _rows(folder, stems)


def _rows(folder, stems):
    tenth = stems[: max(len(stems) // 10, 4)]
    single, peaks_of_one = on_workers(1, folder, {"read": (touch, stems), "count": (count, stems),
                                               "tenth": (count, tenth)})  # fmt: skip
    two, peaks = on_workers(2, folder, {"count": (count, stems), "tenth": (count, tenth)})
    exact, exact_peaks = on_workers(2, folder, {"exact": (partial(count, rounded=False), tenth)}, rounds=1)
    start = perf_counter()
    for stem in tenth:
        count(stem)
    here = perf_counter() - start
    held = stems[: psutil.virtual_memory().available // (BYTES * PART)]
    theirs, their_peak = alone(BOTH.format(module="sklearn.metrics", stems=held))
    ours, _ = alone(BOTH.format(module="evalcore.metrics", stems=held))
    workers, _ = on_workers(2, folder, {"held": (count, held)})
    part = f"{len(tenth)} parts"
    m = f"{len(stems)} parts of 10⁶ scores"
    return [
        _row(f"count {m}, rounded, one worker", "read them alone", single["count"], single["read"], "for information"),
        _row(f"count {m}, one worker", "two workers", single["count"], two["count"], "for information"),
        _row(f"count {part}, one worker", "without a cluster", single["tenth"], here, "for information"),
        _row(f"count {part} exactly, two workers", "rounded", exact["exact"], two["tenth"], "for information"),
        _row(f"scikit-learn roc_auc_score, {len(held)}·10⁶ scores in memory", "two workers, from files", theirs,
             workers["held"], "at least 1"),
        _row(f"scikit-learn roc_auc_score, {len(held)}·10⁶ scores in memory", "evalcore roc_auc_score", theirs, ours,
             "for information"),
        _memory(f"peak memory of a worker, {m}", part, peaks["count"], peaks["tenth"], "at most 1.25"),
        _memory(f"peak memory of a worker, {m}", "of one that only reads", peaks_of_one["count"], peaks_of_one["read"],
                "for information"),
        _memory(f"peak memory of scikit-learn, {len(held)}·10⁶ scores", f"of a worker, {m}", their_peak,
                peaks["count"], "at least 2"),
        _memory(f"peak memory, {part} counted exactly", "rounded", exact_peaks["exact"], peaks["tenth"],
                "for information"),
    ]  # fmt: skip


def _row(slow, fast, seconds, other, goal):
    return Row(slow, fast, seconds / other, goal, f"{seconds:.1f} s / {other:.1f} s")


def _memory(much, little, most, other, goal):
    return Row(much, little, most / other, goal, f"{most / MIB:.0f} MiB / {other / MIB:.0f} MiB")
