"""Chapter 09 on dask: tables are counted by workers and added in a tree, also if a worker dies on the way."""

import os
import signal
import time
from collections import Counter
from functools import reduce
from operator import add
from pathlib import Path

import dask.bag
import joblib
import numpy as np
import pytest
from dask.distributed import Client, LocalCluster
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

from evalcore.counts import count_scores

PARTS = 8


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """Two workers, each a process of its own."""
    folder = tmp_path_factory.mktemp("cluster")
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", local_directory=folder,
                     silence_logs="CRITICAL") as cluster,
        Client(cluster) as client,
    ):  # fmt: skip
        yield client


@pytest.fixture
def paths(tmp_path):
    """Parts of different sizes; one is empty, one has positives only."""
    for place, seed in enumerate(np.random.SeedSequence(0).spawn(PARTS)):
        rng = np.random.default_rng(seed)
        y_true = rng.random(500 * place) < (2 if place == 3 else 0.3)
        np.savez(tmp_path / f"{place}.npz", y_true=y_true, y_score=rng.normal(y_true).round(2))
    return [tmp_path / f"{place}.npz" for place in range(PARTS)]


def count(path: Path):
    """Count a part, and leave a note that it was read."""
    with (path.parent / "read.txt").open("a") as notes:
        notes.write(f"{path.stem}\n")
    time.sleep(0.2)
    with np.load(path) as part:
        return count_scores(part["y_true"], part["y_score"])


def tree(paths):
    return dask.bag.from_sequence(paths, npartitions=PARTS).map(count).fold(add, split_every=2)


def read(paths):
    """How often each part was read."""
    notes = paths[0].parent / "read.txt"
    found = Counter(notes.read_text().split()) if notes.exists() else Counter()
    notes.unlink(missing_ok=True)
    return found


def test_the_sum_of_a_tree_is_the_table_of_the_whole(client, paths):
    assert client.compute(tree(paths)).result() == reduce(add, map(count, paths))
    assert set(read(paths).values()) == {2}  # once by the workers, once here


def test_a_killed_worker_loses_nothing_and_counts_nothing_twice(client, paths):
    """It is killed when it has counted: its parts are read again, and each is in the total once."""
    expected = reduce(add, map(count, paths))
    read(paths)
    processes = list(client.run(os.getpid).values())
    pending = client.compute(tree(paths))
    notes = paths[0].parent / "read.txt"
    while not notes.exists() or len(notes.read_text().split()) < 5:
        time.sleep(0.01)
    os.kill(processes[0], getattr(signal, "SIGKILL", signal.SIGTERM))
    assert pending.result(timeout=60) == expected
    times = read(paths)
    assert len(times) == PARTS
    assert max(times.values()) > 1, "the worker died too late to lose anything"
    assert processes[0] not in client.run(os.getpid).values()


def test_cross_validation_on_the_cluster_gives_the_same_numbers(client):
    task = {"estimator": DecisionTreeClassifier(random_state=0), "cv": 5}
    X, y = load_iris(return_X_y=True)
    here = cross_val_score(X=X, y=y, **task)
    with joblib.parallel_config("dask"):
        np.testing.assert_array_equal(cross_val_score(X=X, y=y, **task), here)
