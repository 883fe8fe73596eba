"""The first part of a report: reasons why its numbers may be worthless, or hard to believe."""

from evalcore.language import translated as _
from evalcore.report.columns import option
from evalcore.report.learners import FEW_GRADES, Given, Learner
from evalcore.report.provenance import Provenance
from evalcore.report.words import Part, Row, joined, said, shown

FEW = 10  # of a class: so few that every answer is vague
FEW_GROUPS = 30  # of examples: so few that the intervals of groups hold the truth less often than they say
MANY_TIES = 0.05  # of all pairs
MANY_LEFT_OUT = 0.05  # of all rows
MOST_LEFT_OUT = 0.2  # of all rows: with more, this is the gravest doubt


def worth(data: Given, provenance: Provenance) -> Part:
    m, positives, share = data.positives + data.negatives, data.positives, data.share
    words = [*_left_out(data, provenance), *_few(data)]
    words += [sentence for learner in data.learners for sentence in _doubts(learner)]
    words += _copies(data)
    if data.groups:
        words.append(
            _(
                "The {count} examples come in {groups} groups. Examples of the same group are kept together, and the "
                "intervals allow for their similarity.",
                count=m,
                groups=data.groups,
            )
        )
    words += [*_few_groups(data), *_share(data)]
    rows = [
        Row("", _("examples"), m),
        Row("", _("positives"), positives),
        Row("", _("share of positives"), *share),
    ]
    return Part(_("Can these data support an answer?"), "03", words, rows)


def worries(data: Given, best: Learner, provenance: Provenance) -> list[str]:
    """Return the doubts that can make an answer worthless, the gravest first, without mere notes on the data.

    That a ranking may be no better than guessing is only a doubt about the best model.
    """
    wrong_way = [model for model in data.learners if model.auc[2] < 0.5]
    perfect = [model for model in data.learners if model.auc[0] == 1]
    guessing = [best] if best.distinct == 1 or best.auc[1] <= 0.5 <= best.auc[2] else []
    rankings = [_doubts(model)[0] for model in [*wrong_way, *perfect, *guessing]]
    left_out = _left_out(data, provenance)
    doubts = [*rankings, *_few(data), *_unlike(provenance), *_copies(data), *_possible_group(data, provenance),
              *_few_groups(data)]  # fmt: skip
    gone = provenance.rows_left_out_by.incomplete
    gravest = gone > MOST_LEFT_OUT * (provenance.rows + gone)
    return [*(left_out + doubts if gravest else doubts + left_out), *_share(data)]


def _unlike(provenance: Provenance) -> list[str]:
    words = []
    if provenance.unlike:
        words.append(
            _(
                "The report takes {names} as the scores of models, but these numbers are unlike those of the other "
                "columns. If they are something else, such as an age, run the report again with {option}.",
                names=joined([*map(shown, provenance.unlike)]),
                option=option("ignore", provenance.unlike),
            )
        )
    return words


def _possible_group(data: Given, provenance: Provenance) -> list[str]:
    words = []
    if provenance.possible_group is not None and not data.groups:
        words.append(
            _(
                "If rows with the same value in column {column} belong together, such as the visits of one patient, "
                "all intervals are too narrow; in that case, run the report again with this column as the group.",
                column=shown(provenance.possible_group),
            )
        )
    return words


def _left_out(data: Given, provenance: Provenance) -> list[str]:
    """Return how many rows were left out and why, if they are many."""
    by = provenance.rows_left_out_by
    rows = provenance.rows + by.incomplete
    if by.incomplete <= MANY_LEFT_OUT * rows:
        return []
    reasons = []
    if by.no_label:
        reasons.append(_("{count} without a label", count=by.no_label))
    every = {"positives": data.positives + by.no_group[0] + by.no_score[0],
             "negatives": data.negatives + by.no_group[1] + by.no_score[1]}  # fmt: skip
    for (positive, negative), without in [
        (by.no_group, _("{count} without a group ({positive} of {positives} positive and {negative} of {negatives} "
                        "negative rows)")),
        (by.no_score, _("{count} without a score ({positive} of {positives} positive and {negative} of {negatives} "
                        "negative rows)")),
    ]:  # fmt: skip
        if positive or negative:
            reasons.append(without.format(count=positive + negative, positive=positive, negative=negative, **every))
    return [
        _(
            "{count} of {rows} rows were left out: {reasons}. The results hold for all rows only if the rows left out "
            "do not differ from the others.",
            count=by.incomplete,
            rows=rows,
            reasons=joined(reasons, clauses=True),
        )
    ]


def _copies(data: Given) -> list[str]:
    words = []
    if (repeated := data.repeated or 0) > (data.positives + data.negatives) / 10:  # fewer change little
        words.append(
            _(
                "{count} examples have the same label and the same scores as another example: if an "
                "example appears twice, the intervals are narrower than they should be.",
                count=repeated,
            )
        )
    return words


def _few_groups(data: Given) -> list[str]:
    words = []
    if data.groups and data.groups < FEW_GROUPS:
        words.append(
            _(
                "With fewer than {few} groups, the intervals are only approximate: in simulations with 20 groups, the "
                "least reliable intervals contained the true value in about 90 of 100 data sets, not in 95.",
                few=FEW_GROUPS,
            )
        )
    return words


def _share(data: Given) -> list[str]:
    words = []
    if data.prior is None:
        words.append(
            _(
                "The share of positives where the models will be used was not given. The costs below "
                "assume the share in the data, {share}, and their intervals allow for its uncertainty.",
                share=said(*data.share),
            )
        )
    elif data.is_elsewhere:
        words.append(
            _(
                "The share of positives is {here} in the data and {there} where the models will be used. The costs "
                "below are for the second share; this assumes that, within each class, the scores have the same "
                "distribution there as in the data.",
                here=said(*data.share),
                there=said(data.prior),
            )
        )
        if any(learner.probabilities for learner in data.learners):
            words[-1] += _(" The probabilities must be corrected before they are used there.")
    return words


def _few(data: Given) -> list[str]:
    words = []
    if data.positives < FEW:
        words.append(
            _(
                "There are only {count} positive examples. With so few, every answer below is imprecise.",
                count=data.positives,
            )
        )
    if data.negatives < FEW:
        words.append(
            _(
                "There are only {count} negative examples. With so few, every answer below is imprecise.",
                count=data.negatives,
            )
        )
    return words


def _doubts(learner: Learner) -> list[str]:
    """Return reasons why the numbers of one model may be worthless, or hard to believe."""
    auc, low, high = learner.auc
    if learner.distinct == 1:
        return [
            _("{name}: {said}", name=learner.name, said=_("all examples have the same score, so nothing is ranked."))
        ]
    doubts = []
    if high < 0.5:
        doubts.append(
            _(
                "the ranking is worse than guessing. Are the labels the wrong way round, or do low scores indicate the "
                "positive class?"
            )
        )
    elif low <= 0.5:
        doubts.append(_("the data do not show that the ranking is better than guessing."))
    if auc == 1:
        doubts.append(
            _("the ranking is perfect. Do the scores contain the label, or was the model trained on these examples?")
        )
    if learner.tied > MANY_TIES:
        doubts.append(
            _(
                "in {share:.0%} of the pairs of a positive and a negative example, the two scores are equal; each such "
                "pair counts as half.",
                share=learner.tied,
            )
        )
    if not learner.probabilities and not learner.calls_only:
        lowest, highest = sorted(map(learner.own, (learner.lowest, learner.highest)))
        ends = {"lowest": lowest, "highest": highest}
        hint = _(
            "its scores, from {lowest:g} to {highest:g}, are not probabilities, so only their ranking is used.", **ends
        )
        if lowest >= 0 and 1.01 < highest <= 100 and learner.distinct > FEW_GRADES:
            hint += _(" If they are percentages, divide them by 100.")
        doubts.append(hint)
    return [_("{name}: {said}", name=learner.name, said=words) for words in doubts]
