"""``python -m evalcore report scores.csv --label ill``: a reader's own scores, from a terminal."""

import argparse
import json
import sys
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Print the report, or write its page; 2 for what cannot be read, after a line that says why."""
    parser = argparse.ArgumentParser(prog="python -m evalcore")
    commands = parser.add_subparsers(dest="command", required=True)
    report = commands.add_parser(
        "report",
        help="what the course would say of your scores",
        description="A CSV file with a line of names, then a line an example: a column of labels, a column a learner. "
        "Nothing leaves this machine.",
    )
    report.add_argument("scores", type=Path, help="the CSV file")
    report.add_argument("--label", required=True, help="the column of labels: 0 and 1, false and true, or two words")
    report.add_argument("--positive", help="the positive one of two words")
    report.add_argument("--prior", type=float, help="the share of positives where the learners are used")
    report.add_argument("--cost-fn", type=float, default=1, help="the price of a miss (1)")
    report.add_argument("--cost-fp", type=float, default=1, help="the price of a false alarm (1)")
    report.add_argument("-o", "--output", type=Path, help="write one page that needs nothing else, such as report.html")
    report.add_argument("--json", action="store_true", help="print all numbers and words as JSON")
    asked = parser.parse_args(arguments)
    try:
        _report(asked)
    except (OSError, ValueError) as error:
        print(f"{asked.scores}: {error}", file=sys.stderr)
        return 2
    return 0


def _report(asked: argparse.Namespace) -> None:
    from evalcore.report import Report  # half a second, which a wrong option need not take
    from evalcore.report.scores_file import read

    if asked.output and asked.output.exists() and asked.output.samefile(asked.scores):
        raise ValueError("the output must not be the file of scores, expected another name after -o")
    found = read(asked.scores, asked.label, asked.positive)
    report = Report(found.y_true, found.scores, prior=asked.prior, cost_fn=asked.cost_fn, cost_fp=asked.cost_fp)
    left_out = [f"Left out: column {column}" for column in found.left_out]
    if asked.output:
        report.save(asked.output, title=f"Report on {asked.scores.name}")
    if asked.json:
        words = {part.question: part.words for part in report.parts}
        print(json.dumps({"left out": found.left_out, "words": words, "table": report.table()}, allow_nan=False))
    elif not asked.output:
        print(*left_out, report, sep="\n" if left_out else "")
    else:
        print(*left_out, f"Written: {asked.output}", sep="\n")


if __name__ == "__main__":
    sys.exit(main())
