"""Record how two workers add eight tables while one of them is killed: ``python tests/record_cluster.py``.

It prints the events of chapter 09's recorded figure: seconds since the start, the worker, and the level and position
of the table that the worker has just made. A process that replaces a killed one is called C.
"""

import os
import signal
import time
from operator import add

from dask.distributed import Client, LocalCluster, SchedulerPlugin

from evalcore.counts import count_scores

KILLED_AFTER = 2.5  # seconds


def count_slowly(position: int):
    """Return the table of one file after a second, long enough for a worker to be killed."""
    time.sleep(1)
    return count_scores([0, 1], [position, position + 0.5])


class Recorder(SchedulerPlugin):
    """Notes when a table comes into the memory of a worker."""

    def __init__(self) -> None:
        self.events: list[tuple[float, str, str]] = []

    def transition(self, key, start, finish, *args, **kwargs) -> None:
        if finish == "memory":
            self.events.append((time.time(), kwargs["worker"], key))


def main() -> None:
    """Run the pass, kill a worker, and print the events."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL") as cluster,
        Client(cluster) as client,
    ):
        processes = client.run(os.getpid)
        names = dict(zip(processes, "AB", strict=True))
        client.run(count_slowly, 0)  # imports what the workers need
        recorder = Recorder()
        cluster.scheduler.add_plugin(recorder)
        start = time.time()
        tables = [client.submit(count_slowly, place, key=f"0-{place}") for place in range(8)]
        for level in (1, 2, 3):
            pairs = [tables[place : place + 2] for place in range(0, len(tables), 2)]
            tables = [client.submit(add, *pair, key=f"{level}-{place}") for place, pair in enumerate(pairs)]
        time.sleep(KILLED_AFTER)
        os.kill(list(processes.values())[1], signal.SIGKILL)
        print(f"B was killed after {time.time() - start:.2f} seconds")
        assert tables[0].result().positives.sum() == 8
        for at, worker, key in recorder.events:
            print((round(at - start, 1), names.get(worker, "C"), *map(int, key.split("-"))))


if __name__ == "__main__":
    main()
