"""The tables in ``data`` are those of the lecture."""

import numpy as np
import pytest

from evalcore import datasets
from evalcore.datasets import load_ranked_examples


def test_ranked_examples_are_the_table_of_twenty_in_the_section_on_roc():
    y_true, y_score = load_ranked_examples()
    first_half = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
    second_half = [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.10]
    assert "".join("np"[label] for label in y_true) == "ppnpppnnpn" + "pnpnnnpnpn"
    assert y_score.tolist() == first_half + second_half
    assert np.issubdtype(y_true.dtype, np.integer)


def test_each_call_reads_fresh_arrays():
    y_true, y_score = load_ranked_examples()
    y_true[:], y_score[:] = 0, 0
    assert load_ranked_examples()[0].sum() == 10
    assert load_ranked_examples()[1].max() == 0.9


def test_a_missing_table_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(datasets, "DATA", tmp_path)
    with pytest.raises(FileNotFoundError, match=r"ranked_examples\.csv"):
        load_ranked_examples()


@pytest.mark.parametrize("table", sorted(datasets.DATA.glob("*.csv")), ids=lambda path: path.name)
def test_the_readme_of_data_names_every_table_and_its_columns(table):
    described = (datasets.DATA / "README.md").read_text(encoding="utf-8")
    columns = table.read_text(encoding="utf-8").partition("\n")[0].split(",")
    row = next((line for line in described.splitlines() if f"`{table.name}`" in line), "")
    assert row
    assert [column for column in columns if f"`{column}`" not in row] == []
