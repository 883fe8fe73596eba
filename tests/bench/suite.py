"""How long the whole test suite takes, beside the start-ups of the kernels that run the notebooks, and when it has
just passed."""

import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from jupyter_client.manager import start_new_kernel
from timing import Row

ROOT = Path(__file__).resolve().parent.parent.parent


def rows() -> list[Row]:
    """Two rows; the suite is what ``make test`` runs."""
    notebooks = len(list((ROOT / "notebooks").glob("*.ipynb")))
    start = perf_counter()
    for _ in range(notebooks):
        manager, client = start_new_kernel()
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    kernels = perf_counter() - start
    shutil.rmtree(ROOT / "build" / "proved", ignore_errors=True)  # so that every chapter is run
    suite, again = taken(), taken()
    return [
        Row("make test", f"start-up of {notebooks} kernels, one by one", suite / kernels, "suite under 2 minutes",
            f"{suite:.0f} s / {kernels:.1f} s"),
        Row("make test, nothing changed", "make test", again / suite, "at most 0.6", f"{again:.0f} s / {suite:.0f} s"),
    ]  # fmt: skip


def taken() -> float:
    """Seconds."""
    start = perf_counter()
    subprocess.run(["make", "test", f"VENV={Path(sys.prefix)}"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start
