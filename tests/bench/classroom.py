"""A class on one server: many kernels in chapter 04, each reader moving a slider every two seconds.

The time is from the message that moves the slider to the message with the new figure, as the server passes them on;
``latency`` measures what the browser adds. The benchmark also measures the memory of a kernel in each chapter.
"""

import asyncio
import json
import statistics
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter

import nbformat
from jupyter_client.manager import AsyncKernelManager
from timing import Row, best_times

NOTEBOOKS = sorted((Path(__file__).resolve().parent.parent.parent / "notebooks").glob("*.ipynb"))
READERS = [30, 100]
MOVES, EVERY = 15, 2  # moves per reader, and seconds between them
PATIENCE = 60  # seconds after the last move until a figure counts as lost
SOON = 250  # milliseconds
LIGHT = 100  # MiB per reader, without a chapter's modules of scikit-learn and SciPy
HEAVY = ("sklearn", "scipy")
BASE = "import ipywidgets, numpy, matplotlib.backends.backend_svg, matplotlib.backends.backend_agg"
IDS = """import json
shown = Out[max(Out)]
print(json.dumps([next(iter(shown.controls.values())).model_id, shown.stage.model_id]))"""
LOADED = f"import json, sys; print(json.dumps([name for name in sys.modules if name.startswith({HEAVY})]))"
# Readers do not have pandas, which mlxtend brings here; scikit-learn would load it.
NO_PANDAS = """import sys
class NoPandas:
    def find_spec(name, *_):
        if name == "pandas":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, NoPandas)"""
INTERACT = """%matplotlib inline
import ipywidgets, json, matplotlib.pyplot as plt
def redraw(threshold):
    figure, axes = plt.subplot_mosaic("ab;ac")
    plots.people.people_frames(y_true, y_score, axes)
    print(moving(axes, threshold))
    plt.show()
whole = ipywidgets.interactive(redraw, threshold=(0.0, 1.0, 0.005))
print(json.dumps([whole.children[0].model_id, None]))"""


class Reader:
    """A kernel, with the slider and the moving layer of a figure in it."""

    def __init__(self):
        self.manager, self.client = AsyncKernelManager(kernel_name="python3"), None

    async def open(self, cells):
        """Start the kernel, run the cells, and return what the last one printed."""
        await self.manager.start_kernel(cwd=str(NOTEBOOKS[0].parent))
        self.client = self.manager.client()
        self.client.start_channels()
        await self.client.wait_for_ready(timeout=600)
        for cell in [NO_PANDAS, *cells]:
            printed = await self._run(cell)
        return printed

    async def close(self):
        if self.client:
            self.client.stop_channels()
        if self.manager.has_kernel:
            await self.manager.shutdown_kernel(now=True)

    async def _run(self, code):
        output, request = "", self.client.execute(code)
        while True:
            message = await self.client.get_iopub_msg(timeout=600)
            content, kind = message["content"], message["msg_type"]
            if kind == "error":
                raise RuntimeError("\n".join(content["traceback"]))
            output += content["text"] if kind == "stream" else ""
            ended = kind == "status" and content["execution_state"] == "idle"
            if ended and message["parent_header"].get("msg_id") == request:
                return output

    async def move(self, ids, start):
        """Move the slider this many times without waiting; return the milliseconds until each figure came."""
        slider, overlay = ids
        sent, took = {}, []

        async def look():
            while len(took) < MOVES:
                message = await self.client.get_iopub_msg(timeout=PATIENCE)
                wanted = message["msg_type"] == "display_data"
                if overlay:
                    wanted = message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == overlay
                if wanted and (begun := sent.pop(message["parent_header"].get("msg_id"), None)):
                    took.append(1000 * (perf_counter() - begun))

        looking = asyncio.create_task(look())
        for i in range(MOVES):
            await asyncio.sleep(max(0, start + EVERY * i - perf_counter()))
            state = {"value": 0.3 + 0.03 * ((7 * i) % MOVES)}  # all different
            update = {"method": "update", "state": state, "buffer_paths": []}
            message = self.client.session.msg("comm_msg", {"comm_id": slider, "data": update})
            sent[message["header"]["msg_id"]] = perf_counter()
            self.client.shell_channel.send(message)
        await asyncio.wait([looking], timeout=PATIENCE)
        looking.cancel()
        return took

    def mebibytes(self):
        """Return the proportional share of this kernel in the machine's memory."""
        rollup = Path(f"/proc/{self.manager.provisioner.pid}/smaps_rollup").read_text()
        return int(rollup.split("\nPss:")[1].split()[0]) / 1024


@asynccontextmanager
async def readers(cells, count):
    """Yield this many readers, and what the last cell of each printed; two start at a time."""
    everybody, turn = [Reader() for _ in range(count)], asyncio.Semaphore(2)

    async def open_in_turn(reader):
        async with turn:
            return await reader.open(cells)

    try:
        yield everybody, await asyncio.gather(*map(open_in_turn, everybody))
    finally:
        await asyncio.gather(*(reader.close() for reader in everybody))


async def a_class(count, last):
    """Return the milliseconds of all figures of this many readers, and the mebibytes of each."""
    async with readers([*until_a_picture(NOTEBOOKS[4], "threshold-picture"), last], count) as (everybody, messages):
        start = perf_counter() + 1
        moves = (reader.move(json.loads(ids.splitlines()[-1]), start + EVERY * i / count)
                 for i, (reader, ids) in enumerate(zip(everybody, messages, strict=True)))  # fmt: skip
        took = [time for times in await asyncio.gather(*moves) for time in times]
        return took, [reader.mebibytes() for reader in everybody]


async def memory(cells, ask="print()"):
    """Return the mebibytes of one reader of four, and what was printed."""
    async with readers([*cells, ask], 4) as (everybody, messages):
        return statistics.mean(reader.mebibytes() for reader in everybody), messages[0]


def until_a_picture(path, name=None):
    """Return the code of a chapter up to this interactive figure, or up to its first one."""
    cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    last = next(place for place, cell in enumerate(cells) if (cell.id == name if name else "explore(" in cell.source))
    return [cell.source for cell in cells[: last + 1]]


def words(took, asked):
    """Return the median, the 95th percentile, and how many of the moves were answered."""
    p95 = statistics.quantiles(took, n=20)[-1]
    return f"{statistics.median(took):.0f} ms (p95 {p95:.0f}, {len(took)} of {asked} moves answered)"


def rows() -> list[Row]:
    """Return rows for readers moving sliders at once, the memory of a reader of each chapter, and the first import."""
    table, engine = [], {}
    for count in READERS:
        engine[count], held = asyncio.run(a_class(count, IDS))
        p95 = statistics.quantiles(engine[count], n=20)[-1]
        times = f"{words(engine[count], count * MOVES)}, {statistics.mean(held):.0f} MiB a reader"
        table.append(Row(f"{count} readers, a move every {EVERY} s: p95", f"{SOON} ms", p95 / SOON, "at most 1", times))
    few = READERS[0]
    redrawn, _ = asyncio.run(a_class(few, INTERACT))
    ratio = statistics.median(redrawn) / statistics.median(engine[few])
    table.append(Row(f"{few} readers: interact", "engine", ratio, "at least 5",
                     f"{words(redrawn, few * MOVES)} / {words(engine[few], few * MOVES)}"))  # fmt: skip
    base, _ = asyncio.run(memory([BASE]))
    for path in NOTEBOOKS:
        held, loaded = asyncio.run(memory(until_a_picture(path), LOADED))
        heavy, most = json.loads(loaded.splitlines()[-1]), LIGHT
        if heavy:
            most += asyncio.run(memory([f"{BASE}\nfor name in {heavy!r}: __import__(name)"]))[0] - base
        table.append(Row(f"memory of a reader of {path.stem[:2]}",
                         f"{LIGHT} MiB" + " and scikit-learn" * bool(heavy), held / most, "at most 1",
                         f"{held:.0f} MiB / {most:.0f} MiB"))  # fmt: skip
    return [*table, imports()]


def imports():
    """Return rows for the imports of chapter 05 in a new process, compared with the libraries of every figure."""

    def fresh(code):
        return lambda: subprocess.run([sys.executable, "-c", code], check=True, cwd=NOTEBOOKS[0].parent)

    chapter = until_a_picture(NOTEBOOKS[5])[0]
    best = best_times({"chapter": fresh(chapter), "base": fresh(BASE)}, 5)
    return Row("first imports of 05", "NumPy, ipywidgets, matplotlib", best["chapter"] / best["base"], "at most 1.5",
               f"{best['chapter']:.2f} s / {best['base']:.2f} s")  # fmt: skip
