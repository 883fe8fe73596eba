"""Chapter 09 with dask: tasks count parts, and a tree adds the counts. (The chapter itself also kills a worker.)"""

from functools import reduce
from operator import add

import dask.bag
import joblib
import numpy as np
import pytest
from dask.distributed import Client
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

from evalcore.counts import count_scores

PARTS = 8


@pytest.fixture(scope="module")
def client():
    """Start two workers, each a thread of this process."""
    with Client(processes=False, n_workers=2, threads_per_worker=1, dashboard_address=":0") as client:
        yield client


def count(place: int):
    """Return the counts of a part; the parts differ in size, one is empty, and one has only positives."""
    rng = np.random.default_rng(place)
    y_true = rng.random(500 * place) < (2 if place == 3 else 0.3)
    return count_scores(y_true, rng.normal(y_true).round(2))


def test_the_sum_of_a_tree_is_the_table_of_the_whole(client):
    tree = dask.bag.range(PARTS, npartitions=PARTS).map(count).fold(add, split_every=2)
    assert client.compute(tree).result() == reduce(add, map(count, range(PARTS)))


def test_cross_validation_on_the_cluster_gives_the_same_numbers(client):
    task = {"estimator": DecisionTreeClassifier(random_state=0), "cv": 5}
    X, y = load_iris(return_X_y=True)
    here = cross_val_score(X=X, y=y, **task)
    with joblib.parallel_config("dask"):
        np.testing.assert_array_equal(cross_val_score(X=X, y=y, **task), here)
