"""The course's own pictures of the reader's scores: a threshold that moves, prices that move, and reliability."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path
from string import ascii_uppercase

import matplotlib
import numpy as np
from ipywidgets import Dropdown, SelectionSlider
from matplotlib.font_manager import get_font

from evalcore import plots
from evalcore.costs import positive_cost_probability
from evalcore.explore import LivingPicture, explore
from evalcore.intervals import share_interval
from evalcore.language import language, places
from evalcore.language import translated as _
from evalcore.metrics import ConfusionMatrix
from evalcore.plots.report import (
    FEW_CURVES,
    bill_frames,
    bill_parts,
    class_matrix_frame,
    class_matrix_parts,
    ranking_frames,
    ranking_parts,
    reliability_frames,
)
from evalcore.plots.style import HAN_FILE
from evalcore.report.learners import Given, Learner, bands, cost_at, precision_recall
from evalcore.report.words import said

SHARES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, *(tenth / 10 for tenth in range(1, 10))]
PRICES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]  # of a false negative, in false positives
STEPS = 40  # of the threshold
LONGEST_NAME = 20  # characters of a model's name in a legend
HEADS = [11, 14, 8, 17, 5, 19, 2, 0]  # characters before an ellipsis, tried until the names are different
DOTS_PER_INCH = 300  # of a figure as PNG
GRIDS = {3: ("abc", 1), 4: ("ab;cd", 1.9), 5: ("abc;de.", 1.75), 6: ("abc;def", 1.75)}  # layout and height of panels
GRID = np.linspace(0, 1, 101)  # places of a band


def names_in_figures(data: Given) -> dict[str, Learner]:
    """Return the models by their names in figures: their own, shortened if long; letters if a font lacks a sign."""
    own = [learner.name for learner in data.learners]
    short = _shortened(own) if all(map(_can_be_drawn, own)) else None
    return dict(zip(short or ascii_uppercase, data.learners, strict=False))


def _shortened(names: list[str]) -> list[str] | None:
    """Return names that fit a legend and are different, long ones with an ellipsis; None if there are none."""
    for head in HEADS:
        short = [name if places(name) <= LONGEST_NAME else _with_ellipsis(name, head) for name in names]
        if len(set(short)) == len(names):
            return short
    return None


def _with_ellipsis(name: str, head: int) -> str:
    """Return the first characters and as many of the last ones as fit.

    >>> _with_ellipsis("logistic_regression_C1", 11)
    'logistic_re…ssion_C1'
    """
    while places(name[:head]) >= LONGEST_NAME:
        head -= 1
    tail = name[head:]
    while places(f"{name[:head]}…{tail}") > LONGEST_NAME:
        tail = tail[1:]
    return f"{name[:head]}…{tail}"


def _can_be_drawn(name: str) -> bool:
    """Whether a legend shows a name as it is: in letters of the figures' fonts, without mark-up."""
    drawn = name.isprintable() and name.strip() == name and "$" not in name and not name.startswith("_")
    return drawn and name != "" and set(map(ord, name)) <= _characters(language())


@cache
def _characters(language: str) -> set[int]:
    """Return the characters of the fonts of the figures."""
    fonts = [matplotlib.get_data_path() + "/fonts/ttf/DejaVuSans.ttf", *([HAN_FILE] if language == "zh" else [])]
    return {character for font in fonts for character in get_font(font).get_charmap()}


def ranking(data: Given) -> LivingPicture:
    """A threshold moves along one of the rankings: its points in both planes, matrix and cost line move together."""
    by_letter = names_in_figures(data)
    _figure, axes = plots.panels(
        "abc;abd", height=1.02 + 0.06 * max(len(by_letter) - FEW_CURVES, 0), width_ratios=[1, 1, 1.3]
    )
    curves = {letter: (model.roc, precision_recall(data, model)) for letter, model in by_letter.items()}
    ranking_frames(curves, data.p, data.x, axes)
    edges = {letter: bands(data, model, GRID) for letter, model in by_letter.items()}
    m = data.positives + data.negatives
    tp, _fn, fp, _tn = data.learners[0].counts.outcomes(data.learners[0].threshold(data.x))
    cheapest = (tp + fp) / m
    even = (step / STEPS for step in range(STEPS + 1))
    steps = sorted([cheapest, *(step for step in even if abs(step - cheapest) > 0.1 / STEPS)])

    def moving(axes, model, called_positive):
        roc = by_letter[model].roc
        predicted_positive = (data.positives * roc.tpr + data.negatives * roc.fpr) / m
        at = int(np.argmin(abs(predicted_positive - called_positive)))
        tp, fp = round(float(roc.tpr[at]) * data.positives), round(float(roc.fpr[at]) * data.negatives)
        cm = ConfusionMatrix(tp, data.positives - tp, fp, data.negatives - fp)
        precision = curves[model][1].precision[at]
        ranking_parts(cm, precision, GRID, edges[model], axes)
        caption = _(
            "{name}, threshold {threshold}: TP {tp}, FN {fn}, FP {fp}, TN {tn}; recall {recall:.3f}, "
            "precision {precision}",
            name=_named(model, by_letter[model]),
            threshold=_threshold(by_letter[model], float(roc.thresholds[at])),
            tp=cm.tp, fn=cm.fn, fp=cm.fp, tn=cm.tn, recall=cm.recall,
            precision=_("undefined") if np.isnan(precision) else f"{precision:.3f}",
        )  # fmt: skip
        if data.prior is None or np.isnan(precision):
            return caption
        return caption + _(" (if the share of positives is {share})", share=said(data.prior))

    return explore(
        axes,
        moving,
        alt=_(
            "ROC and precision-recall curves of all models, with a confidence band for one of them, and the confusion "
            "matrix and the cost plane at one threshold."
        ),
        model=Dropdown(
            options=[(_named(letter, model), letter) for letter, model in by_letter.items()], description=_("model")
        ),
        called_positive=SelectionSlider(
            options=[(f"{value:.3g}", value) for value in steps],
            value=cheapest,
            description=_("share predicted positive"),
        ),
    )


def _threshold(learner: Learner, threshold: float) -> str:
    """Return a threshold as one of the reader's scores."""
    if not np.isfinite(threshold):
        return _("above all scores") if learner.turned is None else _("below all scores")
    return f"{learner.own(threshold):.4g}"


def _named(letter: str, learner: Learner) -> str:
    """Return the name of a model, after its letter if the figures call it by one."""
    return _("{name}: {said}", name=letter, said=learner.name) if is_letter(letter, learner) else learner.name


def is_letter(name: str, learner: Learner) -> bool:
    """Return whether a model's name in the figures is a letter in place of its own."""
    return name in ascii_uppercase and name != learner.name


def bills(data: Given) -> LivingPicture:
    """The share of positives and the cost of a false negative move along the cross-fitted cost curves."""
    by_letter, grid = names_in_figures(data), np.linspace(0, 1, 101)
    ratio = data.asked.cost_fn / data.asked.cost_fp
    _figure, axes = plots.panels()
    curves = {letter: np.array(cost_at(data, model, grid)) for letter, model in by_letter.items()}
    bill_frames(grid, curves, axes["a"])

    def moving(axes, share, miss):
        x = positive_cost_probability(share, cost_fn=miss, cost_fp=1)
        costs = {letter: cost_at(data, model, x) for letter, model in by_letter.items()}
        bill_parts(x, {letter: cost for letter, (cost, *_ends) in costs.items()}, axes["a"], grid, curves)
        cheapest = min(costs, key=lambda letter: costs[letter][0])
        without = min(x, 1 - x)
        return _(
            "P(+)cost {x:.3f}: {each}, treating all examples alike {without:.3f}; lowest: {cheapest}",
            x=x, without=without, cheapest=_named(cheapest, by_letter[cheapest]),
            each=_(", ").join(f"{letter} {said(*cost)}" for letter, cost in costs.items()),
        )  # fmt: skip

    return explore(
        axes,
        moving,
        alt=_(
            "The cost of each model as a share of the worst possible cost, for every value of P(+)cost, with a 95 % "
            "confidence band."
        )
        if len(curves) <= FEW_CURVES
        else _(
            "The cost of each model as a share of the worst possible cost, for every value of P(+)cost, with a 95 % "
            "confidence band for the cheapest model."
        ),
        share=_slider(_("share of positives"), SHARES, data.p),
        miss=_slider(_("cost of a false negative, relative to a false positive"), PRICES, ratio),
    )


def _slider(name: str, usual: list[float], own: float) -> SelectionSlider:
    values = sorted({*usual, own})
    return SelectionSlider(options=[(f"{value:.3g}", value) for value in values], value=own, description=name)


def calibration(data: Given) -> plots.style.Shown | None:
    """The share of positives against the mean probability, where scores are probabilities; and its words."""
    groups = {letter: one.probabilities.groups for letter, one in names_in_figures(data).items() if one.probabilities}
    if not groups:
        return None
    ends = {letter: np.array(share_interval(one.positives, one.examples)) for letter, one in groups.items()}
    together = len(groups) <= FEW_CURVES
    layout, height = ("a", 1.2) if together else GRIDS[len(groups)]
    figure, axes = plots.panels(layout, height=height)
    reliability_frames(groups, ends, [axes["a"]] * len(groups) if together else [*axes.values()])
    words = _("Share of positives, with its interval, against the mean probability in bins of examples.")
    return plots.show(figure, words)


def confusion(
    tables: Mapping[str, np.ndarray], classes: Sequence[str], describe: Callable[[str, int], str]
) -> LivingPicture:
    """The row and the column of one class are marked in the confusion matrix of one model.

    ``describe`` returns the caption for the name of a model and the number of a class.
    """
    short = _shortened([*classes]) if all(map(_can_be_drawn, classes)) else None
    names = short or [str(number + 1) for number in range(len(classes))]
    offered = [(own if short else _("{name}: {said}", name=name, said=own), number)
               for number, (name, own) in enumerate(zip(names, classes, strict=True))]  # fmt: skip
    _figure, axes = plots.panels("a", height=min(max(0.9, 0.35 + 0.11 * len(classes)), 2))

    def still(axes, model):
        class_matrix_frame(tables[model], names, axes["a"])

    def moving(axes, model, picked):
        class_matrix_parts(picked, len(classes), axes["a"])
        return describe(model, picked)

    return explore(
        axes,
        moving,
        still=still,
        alt=_("Confusion matrix: a row for each true class, a column for each predicted class; one class is marked."),
        glide=False,
        model=Dropdown(options=[*tables], description=_("model")),
        picked=Dropdown(options=offered, description=_("class")),
    )


def save_figures(data: Given | Mapping[str, Callable[[], plots.style.Shown]], folder: Path) -> list[Path]:
    """Write each figure as PNG and as SVG, in the style for print, and return the paths."""
    folder.mkdir(exist_ok=True)
    paths = []
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        plots.use_style("print")
        matplotlib.rcParams["svg.hashsalt"] = "evalcore"  # the same report makes the same file
        figures = data if isinstance(data, Mapping) else {name: partial(draw, data) for name, draw in PICTURES.items()}
        for name, draw in figures.items():
            shown = draw()
            if shown is None:
                continue
            with shown.layers.drawn(shown.values) if isinstance(shown, LivingPicture) else nullcontext():
                figure = shown.layers.figure if isinstance(shown, LivingPicture) else shown.figure
                words = {"Title": name, "Description": " ".join(_words_of(shown).split())}
                for path, metadata in [
                    (folder / f"{name}.png", words),
                    (folder / f"{name}.svg", words | {"Date": None}),
                ]:
                    figure.savefig(path, dpi=DOTS_PER_INCH, metadata=metadata)
                    paths.append(path)
    return paths


def _words_of(picture: LivingPicture | plots.style.Shown) -> str:
    return picture.words if isinstance(picture, LivingPicture) else picture.alt


PICTURES = {"ranking": ranking, "calibration": calibration, "costs": bills}
