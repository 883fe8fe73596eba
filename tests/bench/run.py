"""Run all benchmarks, or the topics that are named: ``python tests/bench/run.py [ranking scale ...]``.

Writes tests/bench/RESULTS.md, or prints the table if topics are named. Nothing here is a test: machines are noisy, and
only ratios within one run are meaningful.
"""

import sys
from importlib import import_module
from pathlib import Path

from timing import Row

TOPICS = ["latency", "book", "ranking", "resampling", "travel", "scale", "classroom"]
RESULTS = Path(__file__).with_name("RESULTS.md")


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| what takes | as long as | ratio | goal | times |", "|---|---|---|---|---|"]
    lines += [f"| {row.slow} | {row.fast} | {row.ratio:.3g} | {row.goal} | {row.times} |" for row in rows]
    return "\n".join(lines) + "\n"


def main(topics: list[str]) -> None:
    """Run the named topics, or all."""
    rows = []
    for topic in topics or TOPICS:
        measured = import_module(topic).rows()
        print(table(measured), flush=True)
        rows += measured
    report = table(rows)
    if not topics:
        RESULTS.write_text(
            f"# Benchmarks\n\nWritten by `make bench`: ratios within one run.\n\n{report}", encoding="utf-8"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
