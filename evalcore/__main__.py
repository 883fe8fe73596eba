"""From a terminal: a reader's own scores, ``python -m evalcore report``, and practice for a class, ``sheet``."""

import argparse
import json
import sys
from pathlib import Path

from evalcore.language import LANGUAGES, speak
from evalcore.language import translated as _


def main(arguments: list[str] | None = None) -> int:
    """Print or write what is asked for; 2 for what cannot be read, after a line that says why."""
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
    report.add_argument("--margin", type=float, help="a difference of two AUCs that does not matter, such as 0.02")
    report.add_argument("--language", choices=list(LANGUAGES), help="of the report: en or zh")
    report.add_argument("-o", "--output", type=Path, help="write one page that needs nothing else, such as report.html")
    report.add_argument("--json", action="store_true", help="print all numbers and words as JSON")
    sheet = commands.add_parser(
        "sheet",
        help="practice for a class: a sheet a student, with numbers of its own, and the answers",
        description="Tasks of the chapters' practice as one page to print on A4. The same seed makes the same sheets.",
    )
    sheet.add_argument("chapters", nargs="+", help="such as 04 05")
    sheet.add_argument("--students", default="1", help="how many, or a file with their names, one a line")
    sheet.add_argument("--seed", type=int, default=0, help="a whole number (0); another one makes other numbers")
    sheet.add_argument("--language", choices=list(LANGUAGES), help="of the sheets: en, or zh")
    sheet.add_argument("-o", "--output", type=Path, required=True, help="the page to write, such as sheets.html")
    asked = parser.parse_args(arguments)
    if asked.language:
        speak(asked.language)
    try:
        _report(asked) if asked.command == "report" else _sheet(asked)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _say(words: object) -> None:
    """Print them; of the signs that the output's encoding lacks, a minus is "-", another "?"."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        str(words).encode(encoding)
    except UnicodeEncodeError:
        words = str(words).replace("−", "-").encode(encoding, "replace").decode(encoding)
    print(words)


def _sheet(asked: argparse.Namespace) -> None:
    from evalcore.exercises.sheets import names_of, sheets
    from evalcore.explore.page.saved import place

    place(asked.output)
    page = sheets(asked.chapters, names_of(asked.students), asked.seed)
    if asked.output.exists() and Path(asked.students).exists() and asked.output.samefile(asked.students):
        raise ValueError("the output must not be the file of names, expected another name after -o")
    asked.output.write_text(page, encoding="utf-8")
    _say(_("Written: {path}", path=asked.output))


def _report(asked: argparse.Namespace) -> None:
    from evalcore.report import Report  # half a second, which a wrong option need not take
    from evalcore.report.scores_file import read

    if asked.output and asked.output.exists() and asked.scores.exists() and asked.output.samefile(asked.scores):
        raise ValueError("the output must not be the file of scores, expected another name after -o")
    if asked.output:
        from evalcore.explore.page.saved import place

        place(asked.output)
    try:
        found = read(asked.scores, asked.label, asked.positive)
    except (OSError, ValueError) as error:
        raise ValueError(f"{asked.scores}: {error}") from error
    prices = {name: getattr(asked, name) for name in ("prior", "cost_fn", "cost_fp", "margin")}
    report = Report(found.y_true, found.scores, group=found.group, provenance=found.provenance, **prices)
    if asked.output:
        report.save(asked.output, title=_("Report on {name}", name=asked.scores.name))
    if asked.json:
        words = {part.question: part.words for part in report.parts}
        found = {"left out": report.provenance.left_out, "words": words, "table": report.table()}
        print(json.dumps(found, allow_nan=False))
    else:
        _say(_("Written: {path}", path=asked.output) if asked.output else report)


if __name__ == "__main__":
    sys.exit(main())
