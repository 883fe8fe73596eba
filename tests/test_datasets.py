"""The tables in ``data`` are those of the lecture."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from evalcore import datasets
from evalcore.datasets import load_ranked_examples
from evalcore.language import speak
from evalcore.language import translated as _


def test_ranked_examples_are_the_table_of_twenty_in_the_section_on_roc():
    y_true, y_score = load_ranked_examples()
    first_half = [0.9, 0.8, 0.7, 0.6, 0.55, 0.54, 0.53, 0.52, 0.51, 0.505]
    second_half = [0.4, 0.39, 0.38, 0.37, 0.36, 0.35, 0.34, 0.33, 0.30, 0.10]
    assert "".join("np"[label] for label in y_true) == "ppnpppnnpn" + "pnpnnnpnpn"
    assert y_score.tolist() == first_half + second_half
    assert np.issubdtype(y_true.dtype, np.integer)


def test_watermelons_are_the_table_of_the_lecture():
    """The domains have one more value than the table, the colour pale, because the lecture counts 65 hypotheses."""
    melons = datasets.load_watermelons()
    assert melons.attributes == ("colour", "root", "sound")
    assert melons.examples[0] == ("green", "curled", "muffled")
    assert len(melons.examples) == 4
    assert melons.labels.tolist() == [1, 1, 0, 0]
    assert [len(values) for values in melons.domains.values()] == [3, 3, 3]
    assert melons.domains["colour"] == ("green", "black", "pale")


def test_the_chinese_melons_are_the_english_ones():
    """Each value is translated by evalcore's catalogue into the words of Zhou's table; other languages are refused."""
    english, chinese = datasets.load_watermelons(), datasets.load_watermelons(language="zh")
    assert chinese.examples[3] == ("乌黑", "稍蜷", "沉闷")
    assert chinese.labels.tolist() == english.labels.tolist()
    speak("zh")
    assert chinese.domains == {_(name): tuple(map(_, values)) for name, values in english.domains.items()}
    assert chinese.examples == tuple(tuple(map(_, melon)) for melon in english.examples)
    with pytest.raises(ValueError, match=r"language must be one of \['en', 'zh'\], got 'de'"):
        datasets.load_watermelons(language="de")


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


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install a copy as a wheel does, outside the repository, and return what a program prints there."""
    monkeypatch.delenv("EVALCORE_HORSE_COLIC", raising=False)
    package = Path(datasets.__file__).parent
    shutil.copytree(package, tmp_path / "evalcore", ignore=shutil.ignore_patterns("plots", "exercises"))
    shutil.copytree(
        package.parent / "data", tmp_path / "evalcore" / "data", ignore=shutil.ignore_patterns("horse_colic")
    )

    def says(program):
        run = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
        return run.stdout + run.stderr

    return says


def test_an_installed_copy_finds_its_tables(installed):
    program = "from evalcore import datasets as d; d.load_ranked_examples(); print(len(d.load_watermelons().labels))"
    assert installed(program) == "4\n"


def test_an_installed_copy_names_the_folder_in_which_it_looks_for_the_horses(installed, tmp_path):
    message = installed("from evalcore import datasets; datasets.load_horse_colic()")
    folder = tmp_path.resolve() / "evalcore" / "data" / "horse_colic"
    assert f"is not in {folder}. The horse-colic data" in message
    assert f"Put both into {folder}/, or name their folder in the environment variable EVALCORE_HORSE_COLIC" in message
    assert "into data/horse_colic" not in message
