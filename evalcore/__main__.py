"""From a terminal: a reader's own scores, ``python -m evalcore report``, and practice for a class, ``sheet``."""

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from evalcore.language import LANGUAGES, filled, is_set, marked, speak
from evalcore.language import translated as _

if TYPE_CHECKING:
    from evalcore.report.results import Results

_OF_ARGPARSE = {  # what it says in English: its own words as a pattern, and ours
    r"the following arguments are required: (?P<what>.*)": marked("missing: {what}"),
    r"argument (?P<what>.*): expected (?:at least )?one argument": marked("{what} needs a value"),
    r"argument (?P<what>.*): invalid [^:]*: (?P<got>.*?)(?: \(choose from .*)?": marked(
        "invalid value for {what}: {got}"
    ),
    r"ambiguous option: (?P<what>.*) could match .*": marked("{what} could mean several options"),
}


class _Parser(argparse.ArgumentParser):
    """argparse in the language that is spoken."""

    def __init__(self, **options):
        super().__init__(add_help=False, formatter_class=argparse.RawDescriptionHelpFormatter, **options)
        self._positionals.title, self._optionals.title = _("arguments"), _("options")
        self.add_argument("-h", "--help", action="help", help=_("show this help"))

    def format_usage(self) -> str:
        return super().format_usage().replace("usage:", _("usage:"), 1)

    def format_help(self) -> str:
        return super().format_help().replace("usage:", _("usage:"), 1)

    def error(self, message: str) -> NoReturn:
        for pattern, words in _OF_ARGPARSE.items():
            if match := re.fullmatch(pattern, message):
                message = _(words, **match.groupdict())
        self.exit(2, f"{self.format_usage()}{self.prog}: {message}\n")


def main(arguments: list[str] | None = None) -> int:
    """Print or write what is asked for; 2 for what cannot be read, after a line that says why."""
    arguments = sys.argv[1:] if arguments is None else arguments
    _speak_as_the_environment()
    for words in re.findall(r"(?:^|\0)--language(?:=|\0)(\w+)", "\0".join(map(str, arguments))):
        if words in LANGUAGES:
            speak(words)
    try:
        options = parsed(arguments)
        _report(options) if options.command == "report" else _sheet(options)
    except (OSError, ValueError) as error:
        print(with_options(str(error)), file=sys.stderr)
        return 2
    return 0


def _speak_as_the_environment() -> None:
    """Speak the first language of LANGUAGE, gettext's variable, such as zh_CN:en, unless another one is set."""
    first = re.match("[a-z]*", os.environ.get("LANGUAGE", ""))[0]
    if first in LANGUAGES and not os.environ.get("EVALCORE_LANGUAGE") and not is_set():
        speak(first)


def with_options(message: str) -> str:
    """Return a message with the options of the command in place of Python's parameters."""
    names = {"test_share=": "--test-share ", "test_share": "--test-share", "repetition=": "--five-by-two NAME"}
    message = re.sub("|".join(names), lambda name: names[name[0]], message)
    numbers = r"(?:^|(?<=: ))(prior|cost_f[np]|margin|threshold|specificity|precision|rope)(?= must|应当|必须)"
    return re.sub(numbers, lambda name: "--" + name[0].replace("_", "-"), message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m evalcore")
    commands = parser.add_subparsers(dest="command", required=True, metavar="report | sheet", parser_class=_Parser)
    _add_report(commands)
    _add_sheet(commands)
    return parser


def _add_report(commands) -> None:
    report = commands.add_parser(
        "report",
        help=_("a report on your own scores"),
        description=filled(
            _(
                "Write a report on the scores in a CSV file. The first line contains the names of the columns. Each of "
                "the other lines is an example, with a label and one score per model. The report lists what it has "
                "assumed about the file. Nothing leaves this machine. Other kinds of results are also recognised; to "
                "name the kind yourself, use --kind."
            )
        ),
        epilog=_("example:")
        + "\n  python -m evalcore report scores.csv --label ill --prior 0.6% --cost-fn 20 -o report.html",
    )
    report.add_argument("file", help=_("the CSV file, which may be compressed with gzip; - reads standard input"))
    add = report.add_argument_group(_("columns")).add_argument
    add("--label", metavar=_("NAME"), help=_("the column of labels: 0 and 1, false and true, or two words"))
    add("--positive", metavar=_("LABEL"), help=_("which of the two labels is positive"))
    add("--negative", metavar=_("LABEL"), nargs="+",
        help=_("the negative label or labels; rows with other labels are left out"))  # fmt: skip
    add("--scores", metavar=_("NAME"), nargs="+", help=_("the columns of scores, one to six"))
    add("--ignore", metavar=_("NAME"), nargs="+", help=_("columns that are not scores"))
    add("--group", metavar=_("NAME"), help=_("the column, such as patient, that shows which examples belong together"))
    add("--lower-is-positive", metavar=_("NAME"), nargs="*",
        help=_("columns in which a low score indicates the positive class, such as ranks; if no names are given, all "
               "columns")
    )  # fmt: skip
    add = report.add_argument_group(_("results other than scores for two classes")).add_argument
    add(
        "--kind",
        choices=["scores", "items", "numbers", "classes", "folds", "datasets"],
        help=_(
            "the kind of results, if it is not recognised: scores for two classes, items that are right or wrong, "
            "predicted numbers, three or more classes, or a measure on folds or on data sets"
        ),
    )
    add("--item", metavar=_("NAME"), help=_("items: the column that names the item of each row"))
    add("--run", metavar=_("NAME"), help=_("items: the column that numbers the attempts at an item"))
    add("--test-share", metavar=_("SHARE"),
        help=_("folds: the share of the examples that each split uses for testing, such as 0.1 for ten folds")
    )  # fmt: skip
    add("--five-by-two", metavar=_("NAME"),
        help=_("folds: the column of repetitions, if the rows come from a 5x2 cross-validation"))  # fmt: skip
    add("--rope", metavar=_("NUMBER"),
        help=_("folds, datasets: differences up to this number do not matter (default 0.01 for measures from 0 to 1)")
    )  # fmt: skip
    add(
        "--lower-is-better",
        action="store_true",
        help=_("folds, datasets: the measure is an error, so smaller values are better"),
    )
    add = report.add_argument_group(_("how the file is read")).add_argument
    add("--drop-missing", action="store_true", help=_("leave out rows without a label, a score or a group"))
    add("--decimal", choices=[".", ","], help=_("the decimal separator, if it is not recognised"))
    add("--encoding", metavar=_("ENCODING"), help=_("the encoding, if it is not recognised, such as cp1252"))
    add = report.add_argument_group(_("where the models are used")).add_argument
    add("--prior", metavar=_("SHARE"), help=_("the share of positives, such as 0.006 or 0.6%").replace("%", "%%"))
    add("--cost-fn", metavar=_("COST"), default="1", help=_("the cost of a false negative (default 1)"))
    add("--cost-fp", metavar=_("COST"), default="1", help=_("the cost of a false positive (default 1)"))
    add(
        "--margin",
        metavar="AUC",
        help=_("the largest difference between two AUCs that does not matter to you, such as 0.02"),
    )
    add = report.add_argument_group(_("additional operating points to describe")).add_argument
    add(
        "--threshold",
        metavar=_("SCORE"),
        nargs="+",
        help=_(
            "a threshold, such as 0.3: scores at or above it are predicted positive (at or below it with "
            "--lower-is-positive); NAME=SCORE sets the threshold of one column, such as model=30%"
        ).replace("%", "%%"),
    )
    add("--specificity", metavar=_("SHARE"), help=_("report the recall at this specificity, such as 0.9"))
    add("--precision", metavar=_("SHARE"), help=_("report the recall at this precision, such as 0.8"))
    add = report.add_argument_group(_("output")).add_argument
    add("--language", choices=list(LANGUAGES), help=_("language of the report: en or zh"))
    add("-o", "--output", metavar=_("FILE"), type=Path,
        help=_("the file to write; its extension sets the format: .html (one self-contained page), .md, .tex or .json")
    )  # fmt: skip
    add("--figures", metavar=_("FOLDER"), type=Path, help=_("write each figure as PNG and SVG to this folder"))
    add("--corrected", metavar=_("FILE"), type=Path,
        help=_("write a CSV file of the probabilities, corrected for the share of positives given by --prior and for "
               "the calibration intercept, which is estimated on these data"),
    )  # fmt: skip
    add("--json", action="store_true", help=_("print the whole report as JSON"))


def _add_sheet(commands) -> None:
    sheet = commands.add_parser(
        "sheet",
        help=_("worksheets for a class, with different numbers for each student, and an answer key"),
        description=filled(
            _(
                "Write practice tasks from the chapters as a page to print on A4, or, if the name ends in .xml, as "
                "questions for Moodle: one category for each kind of task, with as many variants as there are "
                "students. The same seed gives the same numbers in both formats."
            )
        ),
        epilog=_("example:") + "\n  python -m evalcore sheet 04 05 --students 30 -o sheets.html",
    )
    add = sheet.add_argument
    add("chapters", nargs="+", help=_("numbers of chapters, such as 04 05"))
    add("--students", default="1", help=_("the number of students, or a file with one name per line"))
    add("--seed", type=int, default=0, help=_("a whole number (default 0); a different seed gives different numbers"))
    add("--language", choices=list(LANGUAGES), help=_("language of the worksheets: en or zh"))
    add("-o", "--output", metavar=_("FILE"), type=Path, required=True,
        help=_("the file to write, such as sheets.html, or questions.xml for Moodle"))  # fmt: skip


def _say(words: object) -> None:
    """Print them; of the signs that the output's encoding lacks, a minus is "-", another "?"."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        str(words).encode(encoding)
    except UnicodeEncodeError:
        words = str(words).replace("−", "-").encode(encoding, "replace").decode(encoding)
    print(words)


def _sheet(options: argparse.Namespace) -> None:
    from evalcore.exercises.moodle import moodle
    from evalcore.exercises.sheets import names_of, sheets
    from evalcore.explore.page.saved import place

    place(options.output)
    students = names_of(options.students)
    if options.output.suffix.lower() == ".xml":
        text = moodle(options.chapters, len(students), options.seed)
    else:
        text = sheets(options.chapters, students, options.seed)
    if options.output.exists() and Path(options.students).exists() and options.output.samefile(options.students):
        raise ValueError(_("the output must not be the file of names: give another name after -o"))
    options.output.write_text(text, encoding="utf-8")
    _say(_("Written: {path}", path=options.output))


def _number(text: str | None, name: str, expected: str, *, percent: bool = False) -> float | None:
    """Return a number as people type it: 0.006, 0,006 or, where that makes sense, 0.6%."""
    from evalcore.report import numbers

    if text is None:
        return None
    seen = numbers.texts([text.strip()])
    if seen.numeric == 0 or seen.open or (seen.percent and not percent):
        raise ValueError(_("{name} must be {expected}, got {text}", name=name, expected=expected, text=repr(text)))
    return numbers.number_of(text.strip(), seen.sure or ".")


def _threshold(words: list[str] | None, expected: str) -> float | dict[str, float] | None:
    """Return the threshold, or those of the columns that are named: NAME=SCORE."""
    if words is None:
        return None
    named = {}
    for word in words:
        name, sign, text = word.rpartition("=")
        named[name] = value = _number(text, "threshold", expected, percent=True)
        if not -1e300 <= value <= 1e300 or (len(words) > 1 and not (sign and name)):
            expected = _("one number, or NAME=NUMBER for each column") if len(words) > 1 else expected
            raise ValueError(_("{name} must be {expected}, got {text}", name="threshold", expected=expected,
                               text=repr(" ".join(words))))  # fmt: skip
    return named if [*named] != [""] else named[""]


def parsed(arguments: list[str]) -> argparse.Namespace:
    """Return the options of a command; ``SystemExit`` after a message for arguments that are missing or unknown."""
    parser = _parser()
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        message = _("unknown: {what}", what=" ".join(word or "''" for word in unknown))
        if _is_second_value(unknown[0], arguments, options):
            message += _(
                ". Most options, such as --positive, take only one value: put a value with spaces in quotation marks, "
                "and replace several positive labels with one in the file"
            )
        parser.error(message)
    return options


def _is_second_value(word: str, arguments: list[str], options: argparse.Namespace) -> bool:
    """Return whether a word comes after an option of the report and its only value."""
    if options.command != "report" or word.startswith("-"):
        return False
    before = arguments[: len(arguments) - 1 - arguments[::-1].index(word)]
    flag = next((given for given in reversed(before) if given.startswith("--")), "")
    takes_one = isinstance(getattr(options, flag[2:].partition("=")[0].replace("-", "_"), None), str)
    return takes_one and ("=" in flag or before[-1] != flag)


def report_of(options: argparse.Namespace) -> "Results":
    """Return the report that the command makes with these options.

    Raises ``ValueError`` or ``OSError`` for what cannot be read, and ``SystemExit`` after a message if no column of
    labels is named.
    """
    return _made(options, _numbers(options))


def _numbers(options: argparse.Namespace) -> dict[str, float | None]:
    """Return the options of :class:`evalcore.report.Report` as numbers, and read those of other kinds of results."""
    share = _("a number between 0 and 1, such as 0.05 or 5%")
    cost, difference = _("a finite number > 0"), _("a difference between two AUCs, from 0 to 1, such as 0.02")
    finite, rate = _("a finite number"), _("a number from 0 to 1, such as 0.9 or 90%")
    given = {
        "prior": _number(options.prior, "prior", share, percent=True),
        "cost_fn": _number(options.cost_fn, "cost_fn", cost),
        "cost_fp": _number(options.cost_fp, "cost_fp", cost),
        "margin": _number(options.margin, "margin", difference, percent=True),
        "threshold": _threshold(options.threshold, finite),
        "specificity": _number(options.specificity, "specificity", rate, percent=True),
        "precision": _number(options.precision, "precision", rate, percent=True),
    }
    for name, least, most, expected in [("prior", 1e-12, 1 - 1e-12, share), ("cost_fn", 1e-50, 1e50, cost),
                                        ("cost_fp", 1e-50, 1e50, cost), ("margin", 0, 1, difference),
                                        ("specificity", 0, 1, rate),
                                        ("precision", 0, 1, rate)]:  # fmt: skip
        if given[name] is not None and not least <= given[name] <= most:
            text = repr(getattr(options, name))
            raise ValueError(_("{name} must be {expected}, got {text}", name=name, expected=expected, text=text))
    options.test_share = _number(options.test_share, "test_share", share, percent=True)
    options.rope = _number(options.rope, "rope", _("a number >= 0"))
    return given


def _report(options: argparse.Namespace) -> None:
    given = _numbers(options)
    from evalcore.explore.page.saved import place  # half a second, which a wrong option need not take
    from evalcore.report.written import as_csv, writer

    output, corrected = options.output, options.corrected
    for option, path in [("-o", output), ("--corrected", corrected)]:
        if path is None:
            continue
        if options.file != "-" and path.exists() and Path(options.file).exists() and path.samefile(options.file):
            message = _("the output must not be the file of scores: give another name after {option}", option=option)
            raise ValueError(message)
        place(path)
    if output:
        writer(output)
    if options.figures and not options.figures.is_dir():
        place(options.figures)  # its folder exists
    if corrected:
        if corrected.suffix.lower() != ".csv":
            raise ValueError(
                _("expected a name that ends in {endings}, got {name}", endings=".csv", name=corrected.name)
            )
        if given["prior"] is None:
            raise ValueError(_("--corrected needs --prior, the share of positives to correct for"))
    report = _made(options, given)
    if corrected:
        table = as_csv(report.provenance.label, report.labels, report.corrected(), report.identifiers)
        corrected.write_text(table, encoding="utf-8")
        if not options.json:
            _say(_("Written: {path}", path=corrected))
    _finish(report, options)


def _made(options: argparse.Namespace, given: dict[str, float | None]) -> "Results":
    """Return the report on a file; its kind is named or recognised."""
    from evalcore.report import Report, kinds
    from evalcore.report.scores_file import read

    standard_input, lower = options.file == "-", options.lower_is_positive
    content = sys.stdin.buffer.read() if standard_input else options.file
    kind = options.kind or kinds.recognised(content, vars(options))
    try:
        try:
            if kind not in kinds.KINDS:
                inputs = read(
                    content, options.label, options.positive, negative=options.negative, scores=options.scores,
                    ignore=options.ignore, group=options.group, lower_is_positive=True if lower == [] else lower,
                    drop_missing=options.drop_missing, decimal=options.decimal, encoding=options.encoding,
                )  # fmt: skip
        except ValueError:
            kind = None if kind or not options.label else kinds.of_label(content, vars(options))
            if kind is None:
                raise
        if kind in kinds.KINDS:
            return kinds.report(content, kind, _of_columns(options))
        kinds.refuse_other_options(vars(options))
    except (OSError, ValueError) as error:
        message = f"{_('standard input') if standard_input else options.file}: {error}"
        if options.label is None and kind is None:
            message += _(". If the results are not scores for two classes, name their kind with --kind")
        if options.label is None and kind not in kinds.KINDS:  # a missing option, as argparse ends for others
            print(message, file=sys.stderr)
            raise SystemExit(2) from error
        raise ValueError(message) from error
    report = Report(inputs.y_true, inputs.scores, group=inputs.group, provenance=inputs.provenance, **given)
    report.identifiers = inputs.identifiers
    return report


def _of_columns(options: argparse.Namespace) -> dict[str, object]:
    """Return the options on the columns of a file, without those on how the report is written."""
    written = {"command", "file", "kind", "language", "output", "figures", "json"}
    defaults = {"cost_fn": "1", "cost_fp": "1"}
    return {name: value for name, value in vars(options).items()
            if name not in written and value != defaults.get(name)}  # fmt: skip


def _finish(report: "Results", options: argparse.Namespace) -> None:
    """Write or print a report and its figures, as was asked."""
    from evalcore.report.written import as_json

    if options.figures:
        paths = report.save_figures(options.figures)
        if paths and not options.json:
            _say(_("Written: {path}", path=_(", ").join(map(str, paths))))
    if options.output:
        name = _("standard input") if options.file == "-" else Path(options.file).name
        report.save(options.output, title=_("Report on {name}", name=name))
    if options.json:
        print(as_json(report.contents()), end="")
    else:
        _say(_("Written: {path}", path=options.output) if options.output else report)


if __name__ == "__main__":
    sys.exit(main())
