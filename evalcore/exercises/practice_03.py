"""Practice for chapter 03: folds, fits, and the examples that are never drawn."""

from evalcore.exercises.judging import Choice, Numbers
from evalcore.exercises.tasks import Task, cases, distinct, family
from evalcore.intervals import share_interval
from evalcore.language import marked
from evalcore.language import translated as _


@family("fold-sizes", "Folds, as equal as they can be")
def fold_sizes(rng):
    k = int(rng.choice([4, 5, 6, 7, 8, 10, 12]))
    m = int(rng.integers(3 * k, 15 * k))
    small, larger = divmod(m, k)
    if larger in (0, 1, small, small + 1, k - larger):
        return None
    mistakes = {
        _("Both numbers are right, but in the wrong order: the number of folds comes first."): (small + 1, larger),
        _("The number of folds is right, but the second number is the size of the smaller folds."): (larger, small),
        _("The second number is right, but the first is the number of the smaller folds."): (k - larger, small + 1),
        _("Those are the number and the size of the smaller folds."): (k - larger, small),
    }
    hint = _(
        "{m} = {k} × {small} + a remainder. The remainder is the number of folds that get one more example.",
        m=m,
        k=k,
        small=small,
    )
    return Task(
        [
            _("{m} examples are divided into {k} folds, whose sizes differ by at most one.", m=m, k=k),
            _("How many folds have the larger size, and how many examples are in each of these?"),
        ],
        Numbers((larger, small + 1), mistakes, hint, decimals=0, asks=(_("folds"), _("examples in each"))),
        [
            _(
                "{m} = {k} × {small} + {larger}: each fold gets {small}, and {larger} examples are left.",
                m=m, k=k, small=small, larger=larger,
            ),
            _(
                "They go to {larger} folds, one each: {larger} folds of {size}, {others} of {small}.",
                larger=larger, size=small + 1, others=k - larger, small=small,
            ),
        ],
    )  # fmt: skip


@family("number-of-fits", "How many fits a search takes")
def number_of_fits(rng):
    first, second = (int(number) for number in rng.integers(3, 9, 2))
    k, times = int(rng.choice([3, 5, 10])), int(rng.choice([2, 3, 4]))
    settings = first * second
    truth = settings * k * times + 1
    mistakes = {
        _("You left out the last fit: the model that is used at the end is trained on all examples."): truth - 1,
        _("That is one round of folds for each setting. The data are divided several times."): settings * k + 1,
        _(
            "You added the numbers of values. Each value of one parameter is tried with each value of the other, so "
            "multiply."
        ): (first + second) * k * times + 1,
        _("That is the number of fits for one setting. Every setting is evaluated in this way."): k * times + 1,
        _("You left out the folds: each setting takes one fit per fold."): settings * times + 1,
        _("There is one model at the end, not one for each setting."): settings * k * times + settings,
    }
    return Task(
        [
            _(
                "A search combines {first} values of a penalty with {second} values of a kernel's width. Each "
                "setting is evaluated by {k}-fold cross-validation, repeated {times} times. Then the model with the "
                "best setting is trained on all examples.",
                first=first, second=second, times=times, k=k,
            ),
            _("How many fits is that?"),
        ],
        Numbers(truth, distinct(truth, mistakes), _(
            "Multiply the numbers of settings, folds and repetitions, then add 1 for the last fit."
        ), decimals=0),
        [
            _(
                "There are {first} × {second} = {settings} settings, each with {k} × {times} = {each} fits. This "
                "makes {all} fits.",
                first=first, second=second, settings=settings, k=k, times=times, each=k * times,
                all=settings * k * times,
            ),
            _("The model with the chosen setting is trained once more, on all examples. The total is "
              "{truth}.", truth=truth),
        ],
    )  # fmt: skip


@family("never-drawn", "Never drawn in a few draws")
def never_drawn(rng):
    m, draws = int(rng.choice([2, 3, 4, 5, 6, 7, 8, 10])), int(rng.integers(2, 5))
    share, of_one = (1 - 1 / m) ** draws, bool(rng.integers(2))
    mistakes = {
        _("That is the average number of examples never drawn. The question asks for a probability."): m * share,
        _("That is the probability that the example is drawn at least once."): 1 - share,
        _("That would be right if the examples were drawn without replacement."): max(0, 1 - draws / m),
        _("That is the limit for very many examples and as many draws, 1/e."): 0.367879,
        _("That is the probability that the example is drawn each time."): 1 / m**draws,
        _(
            "That is the probability for one draw. There are more draws, and all of them must miss the example."
        ): 1 - 1 / m,
    } if of_one else {
        _("That is the probability for one example. How many examples are there?"): share,
        _("That is the mean number of examples that are drawn at least once."): m - m * share,
        _("That would be right if the examples were drawn without replacement."): max(0, m - draws),
        _("That is the limit for very many examples and as many draws, 1/e of them."): 0.367879 * m,
        _("That is the number of examples that the first draw misses. There are more draws."): m - 1,
    }  # fmt: skip
    truth = share if of_one else m * share
    steps = [
        _("One draw misses a given example with probability 1 − 1/{m} = {once:.4g}.", m=m, once=1 - 1 / m),
        _(
            "The draws are independent. All {draws} miss it with probability ({others}/{m})^{draws} = {share:.4g}.",
            draws=draws, others=m - 1, m=m, share=share,
        ),
    ]  # fmt: skip
    all_of_them = _(
        "For {m} examples that is {m} × {share:.4g} = {truth:.3f} on average.", m=m, share=share, truth=truth
    )
    hint = _("Each draw misses an example with probability 1 − 1/m; the draws are independent.")
    return Task(
        [
            _("Of {m} examples, one is drawn at random and put back; this is done {draws} times.", m=m, draws=draws),
            _("With what probability is the first example never drawn?") if of_one
            else _("How many of the examples are never drawn, on average?"),
        ],
        Numbers(truth, distinct(truth, mistakes), hint),
        steps if of_one else [*steps, all_of_them],
    )  # fmt: skip


@family("error-bar-of-a-test", "An error rate and its error bar")
def error_bar_of_a_test(rng):
    n = int(rng.choice([50, 100, 150, 200, 400, 500, 1000]))
    wrong = int(n * rng.integers(4, 40) / 100)
    error = wrong / n
    bar = (error * (1 - error) / n) ** 0.5
    mistakes = {
        _("The error rate is right. The second number is the variance; the error bar is its square root."):
            (error, bar**2),
        _("The error rate is right. The second number is the standard deviation of one answer. Divide it by √n."):
            (error, bar * n**0.5),
        _("The error rate is right. You left out the factor 1 − E."): (error, (error / n) ** 0.5),
        _("The error rate is right. The second number is two error bars."): (error, 2 * bar),
        _("Those are the number of errors and its standard deviation. Divide both by the number of examples."):
            (wrong, bar * n),
        _("Your numbers are in the wrong order. Give the error rate first, then the error bar."): (bar, error),
    }  # fmt: skip
    hints = (
        _("Divide the number of errors by the number of examples."),
        _("Compute √(E (1 − E) / n), where E is the error rate and n the number of examples."),
    )
    return Task(
        [_("A model errs on {wrong} of {n} test examples.", wrong=wrong, n=n),
         _("Give its error rate and its error bar (one standard deviation).")],
        Numbers((error, bar), mistakes, hints, asks=(_("error rate"), _("error bar"))),
        [_("E = {wrong} / {n} = {error:.3f}.", wrong=wrong, n=n, error=error),
         _("√({error:.3f} × {right:.3f} / {n}) = {bar:.3f}.", error=error, right=1 - error, n=n, bar=bar)],
    )  # fmt: skip


@family("what-fooled-it", "How the test examples were used")
def what_fooled_it(rng):
    count, genes, folds = int(rng.integers(20, 60)), 1000 * int(rng.integers(2, 21)), int(rng.choice([5, 10]))
    words = {
        marked("seen"): ["seen in training", "trained on", "见过"],
        marked("prepared"): ["preparation", "leak", "准备", "泄漏"],
        marked("chosen"): ["tuned on the test set", "选出"],
        marked("honest"): ["sound", "fine", "可靠", "没问题"],
    }
    trained = _("The error was measured on examples that took part in training.")
    prepared = _("The data were prepared with the help of the labels or values of the test examples.")
    chosen = _("The error was measured on examples that had also been used to choose the model.")
    honest = _("The error was measured on examples that took no part in training, preparing or choosing.")
    question = _(
        "Were the test examples seen in training, used to prepare the data or used to choose the model, or is the "
        "report honest?"
    )
    return cases(rng, question, words, [
        (_("A fully grown tree is right on all {count} examples on which it was "
           "trained.", count=count), "seen", trained),
        (_("Each patient has five recordings, and individual recordings were assigned to training or test at random."),
         "seen", trained),
        (_("The {count} best of {genes} genes were selected on all patients, and then {folds} folds were formed.",
           count=count, genes=genes, folds=folds), "prepared", prepared),
        (_("Missing values were filled in with the class means of the whole table, and then the table was split."),
         "prepared", prepared),
        (_("{count} settings were tried, and the report gives the smallest error on the test set.", count=count),
         "chosen", chosen),
        (_("Training stopped at the epoch with the smallest test error, and that error is reported."),
         "chosen", chosen),
        (_("The best of {count} settings on the validation set was tested once on the test set.", count=count),
         "honest", honest),
        (_("Selection and scaling were steps of a pipeline, fitted again in each of the {folds} training sets.",
           folds=folds), "honest", honest),
    ])  # fmt: skip


@family("promise-and-test", "Promises compared with tests")
def promise_and_test(rng):
    claim = int(rng.choice([2, 5, 10, 20]))
    parts, steps, rows, answers = {}, [], [], set()
    for number in "123":
        n = int(rng.choice([50, 100, 200, 500, 1000]))
        wrong = int(rng.integers(1, max(3, 3 * claim * n // 100)))
        error = wrong / n
        bar = (error * (1 - error) / n) ** 0.5
        distance = abs(error - claim / 100) / bar
        low, high = share_interval(wrong, n)  # with few errors, the bars may be too short
        if abs(distance - 2) < 0.1 or (distance < 2) != (low <= claim / 100 <= high):
            return None
        right = "compatible" if distance < 2 else "not"
        answers.add(right)
        rows.append([number, wrong, n])
        hint = _("The test error is {error:.3f}, and two error bars are {bars:.3f}. Does the promised {claim:.2f} "
                 "differ from the test error by more than that?",
                 error=error, bars=2 * bar, claim=claim / 100)  # fmt: skip
        parts[_("Test {number}", number=number)] = (right, hint)
        step = (
            _("Test {number}: compatible, because {claim:.2f} is within {error:.3f} ± {bars:.3f}.")
            if right == "compatible"
            else _("Test {number}: not compatible, because {claim:.2f} is outside {error:.3f} ± {bars:.3f}.")
        )
        steps.append(step.format(number=number, claim=claim / 100, error=error, bars=2 * bar))
    if len(answers) < 2:
        return None
    words = {
        marked("compatible"): ["yes", "holds", "相符", "符合", "是"],
        marked("not"): ["no", "not compatible", "不符", "不相符", "否"],
    }
    return Task(
        [
            _("A supplier promises an error rate of {claim} %. Three customers have tested the model:", claim=claim),
            [[_("test"), _("errors"), _("examples")], *rows],
            _(
                "For each test, is the promised rate within two error bars of the test error (compatible), or is it "
                "not?"
            ),
        ],
        Choice(parts, words),
        steps,
    )
