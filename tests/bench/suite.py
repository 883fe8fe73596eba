"""Time that ``make test`` takes, compared with the start of the kernels that run the notebooks."""

import subprocess
import sys
from pathlib import Path
from time import perf_counter

from jupyter_client.manager import start_new_kernel
from timing import Row

ROOT = Path(__file__).resolve().parent.parent.parent


def rows() -> list[Row]:
    """One row."""
    notebooks = len(list((ROOT / "notebooks").glob("*.ipynb")))
    start = perf_counter()
    for _ in range(notebooks):
        manager, client = start_new_kernel()
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    kernels = perf_counter() - start
    start = perf_counter()
    subprocess.run(["make", "test", f"VENV={Path(sys.prefix)}"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    suite = perf_counter() - start
    return [
        Row("make test", f"start-up of {notebooks} kernels, one by one", suite / kernels, "suite under 2 minutes",
            f"{suite:.0f} s / {kernels:.1f} s")
    ]  # fmt: skip
