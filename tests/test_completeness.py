"""A new module, public function, method or property needs no registration: these tests say what it still lacks.

The tests of the table of invalid inputs are in ``test_hostile_input.py``.
"""

import ast
import re
import sys
import tomllib
from fnmatch import fnmatch
from importlib import import_module
from inspect import isclass, isfunction

import layers
import pytest

from evalcore import metrics
from notebooks import ROOT, read

pytestmark = pytest.mark.texts
TESTS = ROOT / "tests"


# ---------------------------------------------------------------------------------------------
# The public names of the calculation, such as "metrics.ConfusionMatrix.f1"
# ---------------------------------------------------------------------------------------------


def public(module: str) -> list[str]:
    """The public functions and classes that a module defines."""
    members = vars(import_module(module)).items()
    own = {name: member for name, member in members if getattr(member, "__module__", None) == module}
    return sorted(name for name, member in own.items() if name[0] != "_" and (isfunction(member) or isclass(member)))


def public_names() -> list[str]:
    """The public functions and classes of all calculation modules, and the methods and properties of the classes."""
    names = []
    for module in layers.CALCULATION:
        for name in [] if "._" in module else public(module):
            full = f"{module.removeprefix('evalcore.')}.{name}"
            value = getattr(import_module(module), name)
            members = vars(value).items() if isclass(value) else []
            names += [full, *(f"{full}.{key}" for key, member in members if is_calculated(key, member))]
    return names


def is_calculated(name: str, member: object) -> bool:
    """Return whether a member of a class is a public method or property."""
    return name[0] != "_" and (isfunction(member) or isinstance(member, property))


# ---------------------------------------------------------------------------------------------
# The laws: what the tests call
# ---------------------------------------------------------------------------------------------


class Calls(ast.NodeVisitor):
    """The calls of one test module: ``functions`` of evalcore, such as "metrics.roc_curve", and ``members``.

    A member is the class of an object, such as "metrics.RocCurve", and an attribute of it; the class is "" where the
    source does not tell it. A name means what the module has imported, unless a function binds the name itself.
    """

    def __init__(self, source: str):
        self.functions: set[str] = set()
        self.members: set[tuple[str, str]] = set()
        self._imported: dict[str, str] = {}
        self._scopes: list[dict[str, str]] = [{}]  # the names that are bound in each scope, and their classes
        tree = ast.parse(source)
        for node in ast.walk(tree):
            for alias in node.names if isinstance(node, ast.Import | ast.ImportFrom) else []:
                name = alias.asname or alias.name.partition(".")[0]
                origin = alias.name if alias.asname else name
                if isinstance(node, ast.ImportFrom):
                    name, origin = alias.asname or alias.name, f"{node.module}.{alias.name}"
                self._imported[name] = origin if self._imported.get(name, origin) == origin else "two modules"
        self.visit(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for outside in (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(outside)
        inside = [*ast.walk(node.args), *(part for statement in node.body for part in ast.walk(statement))]
        bound = [part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
        self._scopes.append(dict.fromkeys([*bound, *(part.arg for part in inside if isinstance(part, ast.arg))], ""))
        for statement in node.body:
            self.visit(statement)
        self._scopes.pop()

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        if isinstance(node.targets[0], ast.Name):
            self._scopes[-1][node.targets[0].id] = self._class_of(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        self._used(node.func, *node.args, *(keyword.value for keyword in node.keywords))
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if not self._origin(node.value):
            self.members.add((self._class_of(node.value), node.attr))
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple | ast.List) -> None:
        self._used(*node.elts)
        self.generic_visit(node)

    visit_List = visit_Tuple

    def _used(self, *nodes: ast.expr) -> None:
        """Add what is called, what is given to another function, and what a list for a parametrised test holds."""
        self.functions |= {name for name in map(self._origin, nodes) if name.startswith("evalcore.")}

    def _origin(self, node: ast.expr) -> str:
        """The full name of an imported module, or of something in it; otherwise an empty text."""
        if isinstance(node, ast.Attribute):
            origin = self._origin(node.value)
            return origin and defined_as(f"{origin}.{node.attr}")
        if not isinstance(node, ast.Name) or any(node.id in scope for scope in self._scopes):
            return ""
        return defined_as(self._imported.get(node.id, ""))

    def _class_of(self, node: ast.expr) -> str:
        """The class of the object that an expression gives, where the source tells it."""
        if isinstance(node, ast.Call):
            return returned_class(self._origin(node.func))
        if isinstance(node, ast.Name):
            return next((scope[node.id] for scope in reversed(self._scopes) if node.id in scope), "")
        return ""


def value_of(name: str) -> object:
    """The module, function or class with this full name, if it is loaded; otherwise None."""
    module, _, own = name.rpartition(".")
    return sys.modules.get(name) or (getattr(value_of(module), own, None) if module else None)


def defined_as(name: str) -> str:
    """The full name under which evalcore defines what a test calls by this name; other names are returned as given."""
    value = value_of(name) if name.startswith("evalcore.") else None
    return f"{value.__module__}.{value.__qualname__}" if isfunction(value) or isclass(value) else name


def returned_class(name: str) -> str:
    """The class of evalcore that a call returns: the class that is called, or the one that the function announces."""
    value = value_of(name) if name.startswith("evalcore.") else None
    if isclass(value):
        return name
    words = re.findall(r"\w+", str(getattr(value, "__annotations__", {}).get("return", "")))
    module = import_module(value.__module__) if isfunction(value) else None
    classes = [getattr(module, word, None) for word in words]
    return next((defined_as(f"{c.__module__}.{c.__qualname__}") for c in classes if isclass(c)), "")


def without_law(names: list[str], sources: list[str]) -> list[str]:
    """Those of the public names that no test calls. A class that only holds results needs no call of its own."""
    tested = set()
    for calls in map(Calls, sources):
        tested |= calls.functions
        classes = {returned_class(name) for name in calls.functions}
        tested |= {f"{known or returned}.{attribute}" for known, attribute in calls.members for returned in classes}
    return [name for name in names if f"evalcore.{name}" not in tested and not isclass(value_of(f"evalcore.{name}"))]


LAWS = [
    path.read_text(encoding="utf-8")
    for path in sorted(TESTS.glob("test_*.py"))
    if path.name not in ("test_hostile_input.py", "test_completeness.py")
]


def test_a_test_calls_every_public_function_method_and_property():
    missing = without_law(public_names(), LAWS)
    assert missing == [], f"no test calls {', '.join(missing)}: add a law to the test file of its module in tests/"


# ---------------------------------------------------------------------------------------------
# The glossary
# ---------------------------------------------------------------------------------------------

TERMS = {  # a term of the glossary: the public names that it explains, unless the name is the term itself
    "area under it": "area auc roc_auc_score",
    "AUC": "auc_bounds auc_interval hand_till_auc rest_aucs",
    "bias–variance decomposition": "Decomposition decompose",
    "best threshold for given costs": "best_threshold operating_range",
    "binomial test": "error_distribution",
    "bootstrap": "bootstraps bootstrap_split never_drawn_probability",
    "calibration": "CalibrationGroups CalibrationLine calibration_groups calibration_line",
    "closed form": "exact_linear exact_polynomial",
    "confusion matrix": "class_counts",
    "confidence interval": "clopper_pearson difference_interval interval_of_difference mean_interval "
    "paired_share_difference share_interval sum_interval",
    "corrected resampled t test": "corrected_t",
    "covariance of two AUCs": "auc_covariance",
    "critical difference": "nemenyi_distance",
    "critical value": "critical_error_rate",
    "DeLong": "delong_from_covariance delong_test",
    "disjunction": "disjunction_counts",
    "early stopping": "EarlyStop",
    "error rate": "best_error class_errors estimate_error generalisation_error_rate split_errors true_error",
    "expected prediction": "mean",
    "expected total cost": "expected_cost paired_cost_test",
    "Fβ": "fbeta",
    "F1": "f1_interval",
    "Friedman test": "friedman iman_davenport",
    "hypothesis": "short",
    "iso-cost line": "cost_lines",
    "lattice": "lattice_edges",
    "Legendre polynomials": "legendre_features",
    "linear smoother": "neighbours_smoother polynomial_smoother ridge_smoother",
    "lower envelope": "segment_at",
    "macro": "AverageScores MacroScores macro_average macro_f1_influence macro_scores",
    "McNemar": "mcnemar",
    "more general": "most_general most_specific generalises",
    "normalised cost": "normalized_cost",
    "off-training-set error": "off_training_errors off_training_error_total",
    "part": "DescentParts descent_parts",
    "multiple comparisons: Bonferroni": "holm_confidence",
    "positive probability cost": "positive_cost_probability",
    "precision": "ClassScores class_scores precision_at_prior precision_interval",
    "prior": "smooth_prior",
    "prior correction of a probability": "shifted_probability",
    "P–R curve": "PrecisionRecallCurve precision_recall precision_recall_curve",
    "rank": "average_ranks",
    "ranking loss": "rank_loss",
    "region of practical equivalence": "Equivalence equivalence_on_data_sets practical_equivalence",
    "ridge regression": "fit_ridge",
    "ROC curve": "roc",
    "standard deviation": "spread",
    "stratified sampling": "stratified_half",
    "t test": "five_by_two_t one_sample_t paired_t",
    "table of score counts": "ScoreCounts count_scores",
    "target function": "all_targets",
    "threshold": "confusion_at shortened_thresholds",
    "to cover": "covers",
    "to round": "rounded",
    "training": "ErrorCurves error_curves",
    "true positive rate": "fnr fpr tnr tpr",
    "variance of an AUC": "auc_influence auc_variance",
    "version space": "version_space_sizes",
}
NO_TERM = {  # ordinary words, tables and helpers, which a reader does not look up
    "Contest", "Lean", "Melons", "Outcome", "PolynomialFit", "Regions", "Sample", "Trials", "TwoClouds",
    "all_examples", "alike_groups", "binary_inputs", "compare_estimators", "coverage", "crossings", "cut_once",
    "draw", "draw_sample", "fetch_horse_colic", "fit_polynomial", "fold_mistakes", "label_changes", "lean",
    "load_horse_colic", "load_ranked_examples", "load_watermelons", "miss", "nearest_centroid", "outcomes",
    "polynomial_terms",
    "Mean", "mean_grade", "mean_square", "paired_mean_test", "r_squared", "signed_rank_test", "smallest_difference",
    "student_mean",
    "CrossFit", "PairedDifference", "content_halves", "content_order", "cross_fit", "cross_fit_tables",
    "design_effect", "errors_at", "errors_of_each", "net_benefit", "recall_at_least", "thresholds_at", "wrong_shares",
    "repeated_examples", "resampled", "run_trials", "same_order", "total", "tree_regions", "union_of_boxes", "wave",
}  # fmt: skip


def words(text: str) -> tuple[str, ...]:
    """The words of a text or a name, in lower case and without the s of the plural."""
    separated = re.sub("(?<=[a-z])(?=[A-Z])", " ", text)  # ConfusionMatrix
    return tuple(word.rstrip("s") for word in re.findall(r"\w+", separated.lower().replace("_", " ")))


def glossary() -> tuple[set[tuple[str, ...]], list[tuple[str, ...]]]:
    """The English terms of the glossary, and its English entries whole."""
    cells = {cell.id: cell.source for cell in read(ROOT / "notebooks" / "00_start_here.ipynb").cells}
    entries = re.findall(r"^\| ([^|]+) \|", cells["glossary"], re.MULTILINE)
    terms = {words(term) for entry in entries for term in re.split(r"[;,()]", entry)}
    return terms, [words(entry) for entry in entries]


def without_term(names: list[str]) -> list[str]:
    """Those of the public names that are no term of the glossary, and that ``TERMS`` does not map to one."""
    terms, _ = glossary()
    explained = {*NO_TERM, *(name for names in TERMS.values() for name in names.split())}
    return [name for name in names if words(own(name)) not in terms and own(name) not in explained]


def own(name: str) -> str:
    return name.rpartition(".")[2]


def test_every_public_name_is_explained_in_the_glossary():
    missing = without_term(public_names())
    assert missing == [], (
        f"the glossary has no term {', '.join(missing)}: add a row to the glossary in notebooks/00_start_here.ipynb, "
        "or add the name to its term in TERMS in tests/test_completeness.py"
    )


@pytest.mark.parametrize("term", TERMS)
def test_a_term_that_explains_a_name_is_in_the_glossary(term):
    searched = words(term)
    is_there = any(
        entry[start : start + len(searched)] == searched for entry in glossary()[1] for start in range(len(entry))
    )
    assert is_there, f"{term!r} of TERMS in tests/test_completeness.py is not in the glossary of 00_start_here.ipynb"


def test_names_that_are_gone_are_listed_nowhere():
    listed = {*NO_TERM, *(name for names in TERMS.values() for name in names.split())}
    gone = sorted(listed - set(map(own, public_names())))
    assert gone == [], "remove these from TERMS and NO_TERM in tests/test_completeness.py"


# ---------------------------------------------------------------------------------------------
# These tests cannot be fooled by a name that occurs somewhere
# ---------------------------------------------------------------------------------------------


@pytest.fixture
def accuracy_score(monkeypatch):
    """A new public function of evalcore whose name scikit-learn has too."""

    def accuracy_score(y_true, y_pred):
        return 42.0

    accuracy_score.__module__, accuracy_score.__qualname__ = "evalcore.metrics", "accuracy_score"
    monkeypatch.setattr(metrics, "accuracy_score", accuracy_score, raising=False)
    return "metrics.accuracy_score"


def test_a_function_with_the_name_of_another_is_reported(accuracy_score):
    assert without_law(public_names(), LAWS) == [accuracy_score]
    assert without_term(public_names()) == [accuracy_score]


@pytest.mark.parametrize(
    "source",
    [
        "from evalcore import metrics\nmetrics.accuracy_score(a, b)",
        "import evalcore\nevalcore.metrics.accuracy_score(a, b)",
        "from evalcore.metrics import accuracy_score as score\ndef test(): assert score(a, b) == 1",
        "from evalcore import metrics as m\n@parametrize('measure', [m.accuracy_score])\ndef test(measure): ...",
    ],
)
def test_a_call_through_any_import_of_evalcore_counts(accuracy_score, source):
    assert without_law([accuracy_score], [source]) == []


@pytest.mark.parametrize(
    "source",
    [
        "from sklearn.metrics import accuracy_score\naccuracy_score(a, b)",
        "from sklearn import metrics\nmetrics.accuracy_score(a, b)",
        "from evalcore.metrics import accuracy_score",
        "from evalcore import metrics\nNAMES = 'accuracy_score'",
        "from evalcore import metrics\ndef test(metrics): metrics.accuracy_score(a, b)",
        "from evalcore import metrics\ndef test(): from sklearn import metrics; metrics.accuracy_score(a, b)",
        "from evalcore.report import Report\nReport(a, b).accuracy_score",
    ],
)
def test_a_name_that_is_not_evalcores_does_not_count(accuracy_score, source):
    assert without_law([accuracy_score], [source]) == [accuracy_score]


@pytest.mark.parametrize("source", ["cm = metrics.confusion_matrix(a, b)\ncm.kappa", "def test(cm): cm.kappa"])
def test_a_property_of_a_class_needs_an_object_of_it(monkeypatch, source):
    monkeypatch.setattr(metrics.ConfusionMatrix, "kappa", property(lambda cm: 1.0), raising=False)
    name, imported = "metrics.ConfusionMatrix.kappa", "from evalcore import metrics\n"
    assert name in public_names()
    assert without_term([name]) == [name]
    assert without_law([name], [imported + "metrics.confusion_matrix(a, b)\n" + source]) == []
    assert without_law([name], [imported + source.replace("confusion_matrix", "roc_curve")]) == [name]


# ---------------------------------------------------------------------------------------------
# Mutation testing, and the workflows
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", layers.CALCULATION)
def test_mutation_testing_covers_every_calculation_module(module):
    mutation = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    path = layers.MODULES[module].relative_to(ROOT).as_posix()
    included, excluded = (
        [pattern for pattern in mutation[name] if fnmatch(path, pattern)] for name in ("only_mutate", "do_not_mutate")
    )
    assert included, f"add {path} to only_mutate in pyproject.toml"
    assert not excluded, f"pyproject.toml excludes {path} from the mutation: {excluded}"


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.name)
def test_a_workflow_pins_its_actions_has_least_permissions_and_no_secret(workflow):
    text = workflow.read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)", text)
    assert [action for action in used if not re.fullmatch(r"\./.*|[\w./-]+@[0-9a-f]{40}", action)] == []
    assert "\npermissions:\n  contents: read\n\n" in text
    assert "secrets." not in text
