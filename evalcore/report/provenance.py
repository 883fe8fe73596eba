"""Where the scores of a report come from, for its page: the file, the columns, the rows, and what was assumed."""

from collections.abc import Mapping
from typing import NamedTuple


class RowsLeftOut(NamedTuple):
    """How many rows were left out, by the reason; those without a group or a score as (positive, negative)."""

    no_label: int = 0
    other_label: int = 0
    no_group: tuple[int, int] = (0, 0)
    no_score: tuple[int, int] = (0, 0)

    @property
    def incomplete(self) -> int:
        """The rows that lack something, without those that the reader has excluded by their label."""
        return self.no_label + sum(self.no_group) + sum(self.no_score)


class Provenance(NamedTuple):
    """The origin of the scores; sentences are in the language that was spoken when the file was read.

    ``rows`` are the examples that the report is on. ``possible_group`` is a column that may say which examples belong
    together, but was not named as a group; ``scores`` are the names of the scores. ``assumptions`` say how the data
    were understood (separator, decimal sign, encoding, labels, scores), ``left_out`` which columns and rows were not
    used, and why. ``turned`` has the number, 1 or 0, from which the scores of a column were subtracted because low
    scores are positive; ``percent`` are the columns whose numbers were divided by 100. ``unlike`` are the columns of
    scores whose numbers are unlike those of the others, such as an age among probabilities.
    """

    file: str | None = None
    label: str | None = None
    positive: str | None = None
    negative: str | None = None
    rows: int = 0
    rows_left_out: int = 0
    group: str | None = None
    possible_group: str | None = None
    scores: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    turned: Mapping[str, int] = {}
    percent: tuple[str, ...] = ()
    rows_left_out_by: RowsLeftOut = RowsLeftOut()
    unlike: tuple[str, ...] = ()

    @property
    def sentences(self) -> list[str]:
        """All of it in words."""
        return [*self.assumptions, *self.left_out]
