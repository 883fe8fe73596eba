"""Invalid input: whatever a function is given, it returns a documented value or says what was wrong.

``TABLE`` has a row for each public function of the calculation modules, each of its parameters and
each hazard that applies to it: the argument, and the words of the error or the documented value.
The hazards of a parameter follow from its name and its annotation.
"""

import os
import subprocess
import sys
import traceback
from collections.abc import Callable
from functools import partial
from importlib import import_module
from inspect import Parameter, getdoc, isclass, isfunction, signature, unwrap
from math import inf, nan
from pathlib import Path
from types import UnionType
from typing import NamedTuple, Union, get_args, get_origin

import layers
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import evalcore
from evalcore import (
    bias_variance,
    calibration,
    claims,
    comparison,
    conclusions,
    costs,
    counts,
    cross_fitting,
    datasets,
    description_length,
    fitting,
    hypotheses,
    intervals,
    means,
    metrics,
    multiclass,
    no_free_lunch,
    regions,
    rivals,
    splitting,
)

MODULES = [import_module(name) for name in layers.CALCULATION if "._" not in name]
pytestmark = pytest.mark.filterwarnings("error")

# ---------------------------------------------------------------------------------------------
# A sound call of every public function and method
# ---------------------------------------------------------------------------------------------

RANKING = {"y_true": [1, 0, 1, 0], "y_score": [0.9, 0.7, 0.5, 0.1]}
MATRIX = metrics.ConfusionMatrix(6, 4, 4, 6)
ROC = metrics.roc_curve(**RANKING)
CURVE = costs.cost_curve(ROC)
COUNTED_SCORES = counts.count_scores(**RANKING)
PRICES = {"cost_fn": 2, "cost_fp": 1}
DOMAINS = {"root": ("curled", "stiff"), "sound": ("dull", "crisp")}
SPACE = hypotheses.hypothesis_space(DOMAINS)
EXAMPLES = [("curled", "dull"), ("stiff", "crisp")]
OTHER_SPACE = hypotheses.hypothesis_space({"colour": ("green", "black")})
SAMPLE = {"x": [-1.0, 0.0, 1.0], "y": [1.0, 0.0, 1.0]}
TREE = DecisionTreeClassifier().fit([[0.25, 0], [0.75, 0]], [0, 1])
TASK = splitting.TwoClouds(20, 2, 1.0)
FOLDS = {"5-fold": KFold(5).split}
HELD_CONTEST = splitting.compare_estimators(FOLDS, TASK, 2, np.random.default_rng(0))
FOUR = {"X": [[0.0], [1.0], [4.0], [5.0]], "y": [0, 0, 1, 1]}
CLAIM = {"m": 10, "error_rate": 0.3}
ROW = [0.1, 0.0, 0.2]  # differences of error rates, fold by fold
RANKS = [[1.0, 2.0], [1.5, 1.5], [2.0, 1.0]]
LINE = {"x_train": [0.0, 0.5, 1.0], "x": [0.5, 1.5]}


BOXES = {"x": [[0.0, 1.0], [1.0, 2.0]], "y": [[0.1, 0.3], [0.4, 0.6]]}


TWO_AND_TWO = {"y_true": [1, 0, 1, 0], "y_score": [0.9, 0.7, 0.5, 0.1]}
HALVES = np.array([[True, True, False, False]])
FIT = cross_fitting.cross_fit(**TWO_AND_TWO, halves=HALVES)
ERRORS = {"misses": 3, "false_alarms": 20, "positives": 10, "negatives": 90}
TWO_SYSTEMS = {"first": [1, 0, 0.5, 0.2], "second": [0, 0, 0.5, 0.9], "group": [0, 0, 1, 1]}
OF_CLASSES = {"y_true": [0, 1, 0, 1], "y_pred": [0, 1, 1, 1]}
IN_GROUPS = {"group": [0, 0, 1, 1], "confidence": 0.9}
SCORES_OF_CLASSES = {"y_true": [0, 1, 0, 1], "y_scores": [[0.9, 0.1], [0.3, 0.7], [0.5, 0.5], [0.6, 0.4]]}
EFFECT_AND_LEVEL = {"effect": 1.5, "confidence": 0.9}


def rng():
    return np.random.default_rng(0)


def says_one(X, y, new):
    return [1] * len(new)


def left(points):
    return points[:, 0] < 0.5


def half(points):
    return np.full(len(points), 0.5)


NO_FREE_LUNCH = {"learner": says_one, "inputs": [[0], [1]], "train": [0], "probability": [0.5, 0.5]}

SOUND: dict[str, tuple[Callable, dict]] = {
    "bias_variance.Decomposition.mean": (bias_variance.Decomposition(*np.ones((4, 2))).mean, {}),
    "bias_variance.decompose": (
        bias_variance.decompose,
        {"predictions": [[1.0, 2.0]], "truth": [1.0, 2.0], "noise_variance": [0.5, 0.5]},
    ),
    "bias_variance.exact_linear": (
        bias_variance.exact_linear,
        {"smoother": [[0.5, 0.5]], "truth_train": [0.0, 2.0], "truth": [1.0], "noise_variance": 1.0},
    ),
    "bias_variance.exact_polynomial": (
        bias_variance.exact_polynomial,
        {"target": np.sin, **LINE, "degree": 1, "noise_variance": 1.0},
    ),
    "bias_variance.polynomial_smoother": (bias_variance.polynomial_smoother, {**LINE, "degree": 1}),
    "bias_variance.ridge_smoother": (bias_variance.ridge_smoother, {**LINE, "degree": 1, "penalty": 1.0}),
    "bias_variance.neighbours_smoother": (bias_variance.neighbours_smoother, {**LINE, "k": 2}),
    "calibration.calibration_line": (
        calibration.calibration_line,
        {"counts": COUNTED_SCORES, "confidence": 0.9, "effect": 1.5},
    ),
    "calibration.shifted_probability": (
        calibration.shifted_probability,
        {"probability": [0.2, 0.7], "log_odds": -1.0},
    ),
    "claims.error_distribution": (claims.error_distribution, CLAIM),
    "claims.critical_error_rate": (claims.critical_error_rate, {**CLAIM, "alpha": 0.05}),
    "claims.binomial_test": (claims.binomial_test, {"errors": 2, **CLAIM}),
    "claims.one_sample_t": (claims.one_sample_t, {"error_rates": [0.1, 0.2], "error_rate": 0.1}),
    "comparison.paired_t": (comparison.paired_t, {"differences": ROW}),
    "comparison.corrected_t": (comparison.corrected_t, {"differences": ROW, "test_train_ratio": 0.1}),
    "comparison.five_by_two_t": (comparison.five_by_two_t, {"differences": [[0.1, 0.2]] * 5, "first_alone": False}),
    "comparison.mcnemar": (comparison.mcnemar, {"e01": [4, 2], "e10": [14, 3], "exact": False, "mid_p": False}),
    "comparison.same_order": (comparison.same_order, {"score_a": [0.9, 0.7, 0.5], "score_b": [3, 2, 2]}),
    "comparison.paired_cost_test": (
        comparison.paired_cost_test,
        {
            "y_true": [1, 0, 1, 0],
            "wrong_a": [0, 0.5, 1, 0],
            "wrong_b": [0, 0, 0, 1],
            "prior": 0.2,
            **PRICES,
            "group": [0, 0, 1, 2],
            "threshold_variance": 0.01,
            "confidence": 0.9,
        },
    ),
    "comparison.signed_rank_test": (
        comparison.signed_rank_test,
        {"first": [1, 0, 0.5, 0.2], "second": [0, 0, 0.5, 0.9], "confidence": 0.9},
    ),
    "comparison.average_ranks": (comparison.average_ranks, {"scores": [[0.9, 0.8, 0.8]]}),
    "comparison.delong_test": (
        comparison.delong_test,
        {
            "y_true": RANKING["y_true"],
            "score_a": RANKING["y_score"],
            "score_b": [0.6, 0.8, 0.1, 0.2],
            "confidence": 0.9,
        },
    ),
    "comparison.delong_from_covariance": (
        comparison.delong_from_covariance,
        {"aucs": [0.9, 0.8], "covariance": [[0.02, 0.01], [0.01, 0.03]], "smaller": 9, "confidence": 0.9},
    ),
    "comparison.friedman": (comparison.friedman, {"ranks": RANKS, "ties": True}),
    "comparison.iman_davenport": (comparison.iman_davenport, {"ranks": RANKS, "ties": True}),
    "comparison.nemenyi_distance": (comparison.nemenyi_distance, {"learners": 3, "data_sets": 4, "alpha": 0.05}),
    "conclusions.holm": (conclusions.holm, {"p_values": [0.01, 0.2]}),
    "conclusions.holm_confidence": (conclusions.holm_confidence, {"p_values": [0.01, 0.2], "alpha": 0.1}),
    "conclusions.difference_interval": (
        conclusions.difference_interval,
        {"differences": ROW, "test_train_ratio": 0.1, "confidence": 0.9},
    ),
    "conclusions.equivalence_on_data_sets": (
        conclusions.equivalence_on_data_sets,
        {"differences": [1, 0, 0.5, 0.2], "rope": 0.1},
    ),
    "conclusions.practical_equivalence": (
        conclusions.practical_equivalence,
        {"differences": ROW, "test_train_ratio": 0.1, "rope": 0.01},
    ),
    "conclusions.alike_groups": (conclusions.alike_groups, {"mean_ranks": [1, 2.5], "distance": 1.0}),
    "costs.cost_sensitive_error": (costs.cost_sensitive_error, {"cm": MATRIX, **PRICES}),
    "costs.positive_cost_probability": (costs.positive_cost_probability, {"p": 0.5, **PRICES}),
    "costs.normalized_cost": (costs.normalized_cost, {"fnr": [0.5, 0.1], "fpr": [0.1, 0.2], "p": [0.5, 0.4], **PRICES}),
    "costs.cost_lines": (costs.cost_lines, {"roc": ROC}),
    "costs.CostCurve.segment_at": (CURVE.segment_at, {"x": 0.5}),
    "costs.cost_curve": (costs.cost_curve, {"roc": ROC}),
    "costs.best_threshold": (costs.best_threshold, {"roc": ROC, "p": 0.5, **PRICES}),
    "costs.operating_range": (costs.operating_range, {"curve": CURVE}),
    "costs.crossings": (costs.crossings, {"first": CURVE, "second": CURVE}),
    "costs.shortened_thresholds": (
        costs.shortened_thresholds,
        {"thresholds": [0.12367, inf], "scores": [0.1, 0.12367, 0.5]},
    ),
    "counts.count_scores": (counts.count_scores, RANKING),
    "counts.ScoreCounts": (counts.ScoreCounts, {"scores": [0.1, 0.9], "positives": [0, 3], "negatives": [2, 1]}),
    "counts.ScoreCounts.rounded": (COUNTED_SCORES.rounded, {"decimals": 1}),
    "counts.ScoreCounts.resampled": (COUNTED_SCORES.resampled, {"rng": rng()}),
    "counts.ScoreCounts.average_precision": (COUNTED_SCORES.average_precision, {"share": 0.3}),
    "counts.ScoreCounts.roc": (COUNTED_SCORES.roc, {}),
    "counts.ScoreCounts.precision_recall": (COUNTED_SCORES.precision_recall, {}),
    "counts.ScoreCounts.calibration_groups": (COUNTED_SCORES.calibration_groups, {"groups": 2}),
    "counts.ScoreCounts.outcomes": (COUNTED_SCORES.outcomes, {"threshold": 0.5}),
    "cross_fitting.content_order": (
        cross_fitting.content_order,
        {"y_true": [1, 0, 1, 0], "y_scores": [TWO_AND_TWO["y_score"]], "group": [0, 0, 1, 2]},
    ),
    "cross_fitting.content_halves": (
        cross_fitting.content_halves,
        {"y_true": [1, 0, 1, 0], "y_scores": [TWO_AND_TWO["y_score"]], "partitions": 2, "group": [0, 0, 1, 1]},
    ),
    "cross_fitting.cross_fit": (cross_fitting.cross_fit, {**TWO_AND_TWO, "halves": HALVES, "threshold": 0.5}),
    "cross_fitting.cross_fit_tables": (
        cross_fitting.cross_fit_tables,
        {"first": COUNTED_SCORES, "second": COUNTED_SCORES, "threshold": 0.5},
    ),
    "cross_fitting.CrossFit.errors_at": (FIT.errors_at, {"x": [0.1, 0.5]}),
    "cross_fitting.CrossFit.errors_of_each": (FIT.errors_of_each, {"x": [0.1, 0.5]}),
    "cross_fitting.CrossFit.thresholds_at": (FIT.thresholds_at, {"x": 0.5}),
    "cross_fitting.CrossFit.wrong_shares": (FIT.wrong_shares, {**TWO_AND_TWO, "halves": HALVES, "x": 0.5}),
    "datasets.fetch_horse_colic": (
        datasets.fetch_horse_colic,
        {"folder": "no such folder", "url": "file:///no/such/archive.zip"},
    ),
    "datasets.load_horse_colic": (datasets.load_horse_colic, {"folder": "no such folder"}),
    "datasets.load_ranked_examples": (datasets.load_ranked_examples, {}),
    "datasets.load_watermelons": (datasets.load_watermelons, {"language": "zh"}),
    "fitting.wave": (fitting.wave, {"x": [0.0, 1.0]}),
    "fitting.draw_sample": (fitting.draw_sample, {"target": np.sin, "size": 3, "noise": 0.5, "rng": rng()}),
    "fitting.legendre_features": (fitting.legendre_features, {"x": SAMPLE["x"], "degree": 2}),
    "fitting.PolynomialFit": (fitting.PolynomialFit, {"coefficients": [1.0, 2.0]}),
    "fitting.PolynomialFit.__call__": (fitting.PolynomialFit([1.0, 2.0]), {"x": SAMPLE["x"]}),
    "fitting.fit_polynomial": (fitting.fit_polynomial, {**SAMPLE, "degree": 1}),
    "fitting.fit_ridge": (fitting.fit_ridge, {**SAMPLE, "degree": 1, "penalty": 1.0}),
    "fitting.gradient_descent": (fitting.gradient_descent, {**SAMPLE, "degree": 1, "epochs": 2, "rate": 0.01}),
    "fitting.descent_parts": (fitting.descent_parts, {"x": SAMPLE["x"], "degree": 2}),
    "fitting.early_stopping": (fitting.early_stopping, {"validation_error": [3.0, 2.0, 4.0], "patience": 1}),
    "fitting.mean_squared_error": (fitting.mean_squared_error, {"model": np.square, **SAMPLE}),
    "fitting.generalisation_error": (fitting.generalisation_error, {"model": np.sin, "target": np.cos, "noise": 1.0}),
    "fitting.error_curves": (fitting.error_curves, {"models": [np.sin], **SAMPLE, "target": np.cos, "noise": 1.0}),
    "regions.generalisation_error_rate": (
        regions.generalisation_error_rate,
        {"classify": left, "probability": half, "cells": 4},
    ),
    "regions.tree_regions": (regions.tree_regions, {"tree": TREE}),
    "hypotheses.Hypothesis": (hypotheses.Hypothesis, {"domains": DOMAINS, "values": ("curled", "*")}),
    "hypotheses.Hypothesis.covers": (SPACE[0].covers, {"example": EXAMPLES[0]}),
    "hypotheses.Hypothesis.generalises": (SPACE[0].generalises, {"other": SPACE[1]}),
    "hypotheses.hypothesis_space": (hypotheses.hypothesis_space, {"domains": DOMAINS}),
    "hypotheses.all_examples": (hypotheses.all_examples, {"domains": DOMAINS}),
    "hypotheses.coverage": (hypotheses.coverage, {"space": SPACE, "examples": EXAMPLES}),
    "hypotheses.version_space": (hypotheses.version_space, {"space": SPACE, "examples": EXAMPLES, "labels": [1, 0]}),
    "hypotheses.most_general": (hypotheses.most_general, {"hypotheses": SPACE}),
    "hypotheses.most_specific": (hypotheses.most_specific, {"hypotheses": SPACE}),
    "hypotheses.lattice_edges": (hypotheses.lattice_edges, {"space": SPACE}),
    "hypotheses.version_space_sizes": (
        hypotheses.version_space_sizes,
        {"space": SPACE, "target": SPACE[1], "draws": [[0, 1]]},
    ),
    "hypotheses.disjunction_counts": (hypotheses.disjunction_counts, {"space": SPACE}),
    "description_length.polynomial_terms": (
        description_length.polynomial_terms,
        {"curve": np.sin, "low": 0.0, "high": 1.0, "tolerance": 0.1},
    ),
    "no_free_lunch.binary_inputs": (no_free_lunch.binary_inputs, {"attributes": 2}),
    "no_free_lunch.all_targets": (no_free_lunch.all_targets, {"size": 2}),
    "no_free_lunch.label_changes": (no_free_lunch.label_changes, {"inputs": [[0], [1]]}),
    "no_free_lunch.smooth_prior": (no_free_lunch.smooth_prior, {"inputs": [[0], [1]], "strength": 1.0}),
    "no_free_lunch.off_training_errors": (no_free_lunch.off_training_errors, NO_FREE_LUNCH),
    "no_free_lunch.off_training_error_total": (
        no_free_lunch.off_training_error_total,
        {**NO_FREE_LUNCH, "prior": [1.0, 1.0, 1.0, 1.0]},
    ),
    "splitting.cut_once": (splitting.cut_once, {"splitter": KFold(2), "m": 4}),
    "splitting.bootstraps": (splitting.bootstraps, {"samples": 1, "m": 5, "rng": rng()}),
    "splitting.lean": (splitting.lean, {"estimators": FOLDS, "task": TASK, "data_sets": 1, "rng": rng()}),
    "metrics.ConfusionMatrix": (metrics.ConfusionMatrix, {"tp": 6, "fn": 4, "fp": 4, "tn": 6}),
    "metrics.ConfusionMatrix.fbeta": (MATRIX.fbeta, {"beta": 2}),
    "metrics.confusion_matrix": (metrics.confusion_matrix, {"y_true": [1, 0, 1], "y_pred": [1, 1, 0]}),
    "metrics.confusion_at": (metrics.confusion_at, {**RANKING, "threshold": 0.5}),
    **{
        f"metrics.{function.__name__}": (function, RANKING)
        for function in (
            metrics.roc_curve,
            metrics.roc_auc_score,
            metrics.rank_loss,
            metrics.precision_recall_curve,
            metrics.break_even_point,
        )
    },
    "intervals.share_interval": (intervals.share_interval, {"count": [2, 3], "m": [4, 5], **EFFECT_AND_LEVEL}),
    "intervals.clopper_pearson": (intervals.clopper_pearson, {"count": [2.5, 3], "m": [4, 5], **EFFECT_AND_LEVEL}),
    "intervals.design_effect": (intervals.design_effect, {"values": [1, 0, 0.5, 0.2], "group": [0, 0, 1, 1]}),
    "intervals.expected_cost": (
        intervals.expected_cost,
        {**ERRORS, "misses": [3, 2], "false_alarms": [20, 1], "prior": [0.1, 0.2], **PRICES, **EFFECT_AND_LEVEL},
    ),
    "intervals.net_benefit": (intervals.net_benefit, {**ERRORS, "prior": 0.2, **PRICES, **EFFECT_AND_LEVEL}),
    "intervals.f1_interval": (
        intervals.f1_interval,
        {"tp": 7, "fp": 20, "positives": 10, "negatives": 90, "prior": 0.2, **EFFECT_AND_LEVEL},
    ),
    "intervals.recall_at_least": (
        intervals.recall_at_least,
        {"recall": [[0.1, 0.5], [0.3, 0.8]], "quality": [[0.9, 0.7], [1, 0.9]], "least": 0.8},
    ),
    "intervals.auc_interval": (
        intervals.auc_interval,
        {"auc": 0.75, "variance": 0.01, "positives": 4, "negatives": 5, "confidence": 0.9},
    ),
    "intervals.interval_of_difference": (
        intervals.interval_of_difference,
        {"first": [0.9, 0.8, 0.95], "second": [0.7, 0.6, 0.8], "correlation": 0.5},
    ),
    "intervals.sum_interval": (intervals.sum_interval, {"weights": [0.5, 0.5], "counts": [4, 2], "sizes": [10, 10]}),
    "intervals.paired_share_difference": (
        intervals.paired_share_difference,
        {"first": 8, "second": 3, "m": 40, "confidence": 0.9},
    ),
    "intervals.precision_at_prior": (
        intervals.precision_at_prior,
        {"prior": 0.1, "tpr": [0.9, 0.0], "fpr": [0.1, 0.0]},
    ),
    "intervals.precision_interval": (
        intervals.precision_interval,
        {"prior": 0.1, "tp": [3, 4], "fp": [1, 2], "positives": 5, "negatives": 9, **EFFECT_AND_LEVEL},
    ),
    "intervals.union_of_boxes": (intervals.union_of_boxes, {"at": [0.5, 1.5], **BOXES}),
    "intervals.mean_interval": (intervals.mean_interval, {"values": [0.5, 1], "times": [2, 3]}),
    "means.student_mean": (means.student_mean, {"values": [1, 0, 0.5, 0.2], "group": [0, 0, 1, 1], "confidence": 0.9}),
    "means.mean_grade": (means.mean_grade, {"values": [1, 0, 0.5, 0.2], "group": [0, 0, 1, 1], "confidence": 0.9}),
    "means.paired_mean_test": (means.paired_mean_test, {**TWO_SYSTEMS, "confidence": 0.9}),
    "means.mean_square": (means.mean_square, {"errors": [1, 0, 0.5, 0.2], "group": [0, 0, 1, 1], "confidence": 0.9}),
    "means.r_squared": (
        means.r_squared,
        {"y_true": [1, 0, 0.5, 0.2], "y_pred": [0, 0, 0.5, 0.9], "group": [0, 0, 1, 1], "confidence": 0.9},
    ),
    "means.smallest_difference": (means.smallest_difference, {**TWO_SYSTEMS, "power": 0.7, "alpha": 0.1}),
    "metrics.calibration_groups": (
        metrics.calibration_groups,
        {"y_true": [1, 0, 1, 0], "probability": [0.9, 0.7, 0.5, 0.1], "groups": 2},
    ),
    "metrics.auc_covariance": (metrics.auc_covariance, {"y_true": [1, 0, 1, 0], "y_scores": [[0.9, 0.7, 0.5, 0.1]]}),
    "metrics.auc_influence": (metrics.auc_influence, RANKING),
    "metrics.macro_average": (metrics.macro_average, {"matrices": [MATRIX]}),
    "metrics.micro_average": (metrics.micro_average, {"matrices": [MATRIX]}),
    "multiclass.class_counts": (multiclass.class_counts, OF_CLASSES),
    "multiclass.class_scores": (multiclass.class_scores, {**OF_CLASSES, **IN_GROUPS}),
    "multiclass.macro_scores": (multiclass.macro_scores, {**OF_CLASSES, **IN_GROUPS}),
    "multiclass.macro_f1_influence": (multiclass.macro_f1_influence, OF_CLASSES),
    "multiclass.rest_aucs": (multiclass.rest_aucs, {**SCORES_OF_CLASSES, **IN_GROUPS}),
    "multiclass.hand_till_auc": (multiclass.hand_till_auc, {**SCORES_OF_CLASSES, **IN_GROUPS}),
    "rivals.fold_mistakes": (
        rivals.fold_mistakes,
        {"learner": "1 neighbour", "X": np.ones((1, 2, 4, 3)).tolist(), "folds": 2},
    ),
    "rivals.run_trials": (
        rivals.run_trials,
        {"learner": "1 neighbour", "m": 60, "differences": [0.0], "data_sets": 2, "rng": rng()},
    ),
    "splitting.stratified_half": (splitting.stratified_half, {"y_true": RANKING["y_true"], "rng": rng()}),
    "splitting.repeated_examples": (
        splitting.repeated_examples,
        {"y_true": [1, 0, 0, 1, 0, 0, 1], "y_scores": [[0.7, 0.2, 0.51, 0.7, 0.2, 0.1, 0.9]]},
    ),
    "splitting.never_drawn_probability": (splitting.never_drawn_probability, {"m": 3}),
    "splitting.bootstrap_split": (splitting.bootstrap_split, {"m": 3, "rng": rng()}),
    "splitting.TwoClouds": (splitting.TwoClouds, {"m": 4, "features": 2, "distance": 1.0}),
    "splitting.TwoClouds.draw": (TASK.draw, {"rng": rng()}),
    "splitting.TwoClouds.class_errors": (TASK.class_errors, {"direction": [[1.0, 0.0]], "offset": [0.0]}),
    "splitting.TwoClouds.true_error": (TASK.true_error, {"direction": [[1.0, 0.0]], "offset": [0.0]}),
    "splitting.nearest_centroid": (splitting.nearest_centroid, {**FOUR, "weights": [[1, 1, 1, 1]]}),
    "splitting.estimate_error": (splitting.estimate_error, {**FOUR, "splits": [([0, 2], [1, 3])]}),
    "splitting.split_errors": (splitting.split_errors, {**FOUR, "splits": [([0, 2], [1, 3])]}),
    **{
        f"splitting.Contest.{name}": (getattr(HELD_CONTEST, name), {"name": "5-fold"})
        for name in ("bias", "spread", "miss")
    },
    "splitting.compare_estimators": (
        splitting.compare_estimators,
        {"estimators": FOLDS, "task": TASK, "data_sets": 1, "rng": rng(), "progress": None},
    ),
}

# ---------------------------------------------------------------------------------------------
# The hazards of each kind of parameter: description -> (argument, text that the message must contain).
# {} stands for the name of the parameter.
# ---------------------------------------------------------------------------------------------


class Value(NamedTuple):
    """The documented value for an extreme argument."""

    value: object


def scalars(expected, **more):
    """One number."""
    words = f"{{}} must be {expected}, got "
    wrong = {"NaN": nan, "+inf": inf, "-inf": -inf, "a string": "1", "None": None, "a list": [1], "a truth value": True}
    return (
        {name: (value, f"{words}{value!r}") for name, value in wrong.items()} | {"complex": (1j, words + "1j")} | more
    )


def at_least(low, expected, **more):
    """One number with a lower bound, which is itself allowed."""
    return scalars(expected, negative=(low - 1, f"{{}} must be {expected}, got {low - 1!r}"), **more)


def wholes(low, expected=None, **more):
    """A whole number."""
    expected = expected or f">= {low}"
    below = {"below": (low - 1, f"{{}} must be a whole number {expected}, got {low - 1}")}
    fraction = {"a fraction": (1.5, f"{{}} must be a whole number {expected}, got 1.5")}
    return scalars(f"a whole number {expected}") | below | fraction | more


def arrays(*sizes, **more):
    """Finite numbers in an array of this many dimensions; the shape is named by its sizes."""

    def nested(*values):
        return [list(values)] if len(sizes) == 2 else list(values)

    shape = f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"
    wanted = f"{{}} must have shape {shape} with {', '.join(sizes)} >= 1, got shape "
    numbers = "{} must be finite numbers, got "
    kind = "{} must be an array of numbers, got the "
    hazards = {
        "NaN": (nested(0.5, nan), numbers + "nan"),
        "+inf": (nested(inf, 0.5), numbers + "inf"),
        "-inf": (nested(0.5, -inf), numbers + "-inf"),
        "empty": ([], wanted + "(0,)"),
        "a string": ("ab", kind + "str 'ab'"),
        "a generator": ((value for value in [1, 0]), kind + "generator <generator object"),
        "a set": ({1, 0}, kind + "set {0, 1}"),
        "a view of a dict": ({1: 0}.values(), kind + "dict_values dict_values([0])"),
        "a sparse array": (csr_array([[1, 0]]), kind + "csr_array <"),
        "strings": (nested("a", "b"), "{} must hold numbers, got 'a'"),
        "None": (None, kind + "NoneType None"),
        "None among numbers": (nested(0.5, None), "{} must hold numbers, got None"),
        "complex": (nested(0.5, 1j), "{} must hold numbers, got "),
        "numbers as objects": (
            np.array(nested(0.5, 1.0), dtype=object),
            "{} must hold numbers, got dtype('O')",
        ),
        "rows of unequal length": ([[1, 0], [1]], "{} must hold numbers, got rows of unequal length"),
        "wrong shape": ([[[0.5]]], wanted + "(1, 1, 1)"),
        "masked": (np.ma.masked_array([1.0, 0.0], [0, 1]), "{} must hold numbers, got masked ones"),
    }
    return hazards | more


def shares(**more):
    """Numbers in [0, 1], one or an array of any shape."""
    numbers = "{} must be finite numbers"
    outside = {
        "below 0": (-0.1, numbers + " in [0, 1], got -0.1"),
        "above 1": ([0.5, 1.1], numbers + " in [0, 1], got 1.1"),
    }
    empty = {"empty": ([], Value(lambda result: result.size == 0))}
    return without(arrays("m"), "wrong shape") | outside | empty | more


def things(expected, **more):
    """An object of one kind."""
    wrong = {"NaN": nan, "None": None, "a number": 3, "a string": "abc", "an array": np.array(1.0)}
    return {name: (value, f"{expected}") for name, value in wrong.items()} | more


def without(hazards, *names):
    return {name: hazard for name, hazard in hazards.items() if name not in names}


HUGE = {"huge": ([1e60, 1.0], "{} must be finite numbers in [-1e+50, 1e+50], got 1e+60")}
HUGE_2 = {"huge": ([[1e60, 1.0]], "{} must be finite numbers in [-1e+50, 1e+50], got 1e+60")}

NOT_NEGATIVE = "a finite number >= 0 (up to 1e+50)"
SPREAD = at_least(0, NOT_NEGATIVE, huge=(1e60, f"{{}} must be {NOT_NEGATIVE}, got 1e+60"))
PRICED = "a finite number > 0 (1e-50 to 1e+50)"
COST = at_least(
    0,
    PRICED,
    zero=(0, f"{{}} must be {PRICED}, got 0"),
    denormal=(5e-324, f"{{}} must be {PRICED}, got 5e-324"),
    huge=(1e60, f"{{}} must be {PRICED}, got 1e+60"),
)

ZERO_ONE = {
    "NaN": ([1, nan, 0, 1], "{} must hold the labels 0 and 1, got nan"),
    "+inf": ([1, inf, 0, 1], "{} must hold the labels 0 and 1, got inf"),
    "-inf": ([1, -inf, 0, 1], "{} must hold the labels 0 and 1, got -inf"),
    "wrong label": ([1, 2, 0, 1], "{} must hold the labels 0 and 1, got 2"),
    "labels -1 and 1": ([1, -1, -1, 1], "{} must hold the labels 0 and 1, got -1"),
}
LABELS = arrays("m") | ZERO_ONE
ONE_CLASS = {
    "one class, all negative": ([0] * 4, "{} has no positive example (class 1); expected both classes"),
    "one class, all positive": ([1] * 4, "{} has no negative example (class 0); expected both classes"),
}
ONE_CLASS_WORDS = "{} has no negative example (class 0); expected both classes"
SHORT_LABELS = {"wrong length": ([1, 0], "y_true and y_score must be equally long, got 2 and 4 (m)")}
RANKED = {
    "y_true": LABELS | ONE_CLASS | SHORT_LABELS,
    "y_score": arrays(
        "m", **{"wrong length": ([0.9, 0.1], "y_true and y_score must be equally long, got 4 and 2 (m)")}
    ),
}

ROWS = arrays("rows", empty=([], "must be equally long, got "))
EXAMPLES_OF_ROWS = {
    "negative": ([-1, 1], "{} must be finite numbers in [0, 1e+15], got -1.0"),
    "a fraction": ([0.5, 1], "{} must hold whole numbers, got array([0.5, 1. ])"),
    "more than 64 bits add up to": ([1e16, 1], "{} must be finite numbers in [0, 1e+15], got 1e+16"),
    "wrong length": ([1] * 3, "must be equally long, got "),
}

BROADCAST = "could not be broadcast together with shapes "
PRICE = {"cost_fn": COST, "cost_fp": COST}
ONE_SHARE = scalars(
    "one number in [0, 1]",
    **{
        "below 0": (-0.1, "{} must be one number in [0, 1], got -0.1"),
        "above 1": (1.1, "{} must be one number in [0, 1], got 1.1"),
    },
)


def bad_roc(**fields):
    return ROC._replace(**fields)


ROC_RISES = "{} must have as many fpr, tpr and thresholds, and rates that rise, got RocCurve("
A_ROC = things("roc must be a RocCurve, as roc_curve returns, got ") | {
    "rates outside [0, 1]": (bad_roc(fpr=[0, 0.5, 0.5, 0.5, 2]), "fpr must be finite numbers in [0, 1], got 2.0"),
    "NaN rates": (bad_roc(tpr=[0, nan, 1, 1, 1]), "tpr must be finite numbers, got nan"),
    "rates that fall": (bad_roc(tpr=[0, 0.5, 0.2, 1, 1]), ROC_RISES),
    "wrong length": (bad_roc(fpr=[0, 1]), ROC_RISES),
    "strings": (bad_roc(tpr=list("abcde")), "tpr must hold numbers, got 'a'"),
    "empty": (metrics.RocCurve([], [], []), "fpr must have shape (points,) with points >= 1, got shape (0,)"),
}
A_CURVE = things("{} must be a CostCurve, as cost_curve returns, got ") | {
    "empty": (costs.CostCurve([], [], []), "x must have shape (vertices,) with vertices >= 1, got shape (0,)"),
    "not to the end": (costs.CostCurve([0, 0.5], [0, 0], [1]), "{} must have x that rises from 0 to 1 and a y for"),
    "wrong length": (costs.CostCurve([0, 1], [0, 0, 0], [1]), "{} must have x that rises from 0 to 1 and a y for"),
    "strings": (costs.CostCurve(["a", "b"], [0, 0], [1]), "x must hold numbers, got 'a'"),
    "x that falls": (costs.CostCurve([0, 0.7, 0.3, 1], [0] * 4, [1] * 3), "{} must have x that rises from 0 to 1"),
    "NaN heights": (costs.CostCurve([0, 1], [0, nan], [1]), "y must be finite numbers, got nan"),
}
MATRICES = things("matrices must be a list of one or more ConfusionMatrix, got ") | {
    "empty": ([], "matrices must be a list of one or more ConfusionMatrix, got []"),
    "something else among them": (
        [MATRIX, None],
        "matrices must be a list of one or more ConfusionMatrix, got [ConfusionMatrix(",
    ),
    "tuples of counts": ([(6, 4, 4, 6)], "matrices must be a list of one or more ConfusionMatrix, got [(6, 4, 4, 6)]"),
}


def functions(of="x", **more):
    """A function that is called; what it returns is checked too."""
    answer = f"{{}}({of}) must be finite numbers, got "
    return (
        things(f"{{}} must be a function of {of}, got ")
        | {
            "returns NaN": (lambda *x: np.full(len(x[-1]), nan), answer + "nan"),
            "returns inf": (lambda *x: np.full(len(x[-1]), inf), answer + "inf"),
            "returns another shape": (lambda *x: np.ones(99), f"{{}}({of}) must have one number for each of "),
            "returns a string": (lambda *x: "abc", f"{{}}({of}) must be an array of numbers, got the str 'abc'"),
            "returns None": (lambda *x: None, f"{{}}({of}) must be an array of numbers, got the NoneType None"),
        }
        | more
    )


MODEL = functions(
    **{"returns huge numbers": (lambda x: x * 0 + 1e60, "{}(x) must be finite numbers in [-1e+50, 1e+50]")}
)
MODELS = "models must be a list of one or more models, functions of x, got "
RANDOM = things("rng must be a Generator of numpy.random, such as default_rng(0), got ")
DEGREE = wholes(0, "from 0 to 1000", **{"too large": (1001, "{} must be a whole number from 0 to 1000, got 1001")})
INSIDE = {"outside [-1, 1]": ([0, 1.5, 1], "x must be finite numbers in [-1, 1], got 1.5")}
ANY_SHAPE = without(arrays("m"), "wrong shape", "empty")
NO_POINTS = {"empty": ([], Value(lambda result: len(result) == 0))}
FIT = {
    "x": arrays("m", **INSIDE, **{"wrong length": ([0, 1], "x and y must be equally long, got 2 and 3 (m)")}),
    "y": arrays("m", **HUGE, **{"wrong length": ([0, 1], "x and y must be equally long, got 3 and 2 (m)")}),
}

WORDS = things("must be a value for each of root, sound, got ") | {
    "too few": (("curled",), "must be a value for each of root, sound, got ['curled']"),
    "empty": ((), "must be a value for each of root, sound, got []"),
    "not in the domain": (("curled", "loud"), "sound must be one of dull, crisp, got 'loud'"),
    "an array among them": ((np.array(["curled", "stiff"]), "dull"), "root must be one of curled, stiff, got array("),
    "not words": ((nan, [1]), "root must be one of curled, stiff, got nan"),
}
ONE_WORD = "root must be one or more different values, got "
ALL_DOMAINS = things("domains must be a dict of attributes and their values, got ") | {
    "empty": ({}, "domains must be a dict of attributes and their values, got "),
    "no values": ({"root": ()}, ONE_WORD + "[]"),
    "a word for values": ({"root": "curled"}, ONE_WORD + "'curled'"),
    "a number for values": ({"root": 3}, ONE_WORD + "3"),
    "values that are no words": (
        {"root": (1, [2])},
        "root must have different words for values, none of them '*', got",
    ),
    "a value twice": ({"root": ("a", "a")}, "root must have different words for values, none of them '*', got"),
    "the wildcard as value": ({"root": ("a", "*")}, "root must have different words for values, none of them '*', got"),
}
A_SPACE = things("must be a list of Hypothesis, got ") | {
    "something else among them": ([SPACE[0], None], "must be a list of Hypothesis, got [(root=*) ∧ (sound=*), None]")
}
SOME_SPACE = {
    name: (value, words.replace("list of", "list of one or more")) for name, (value, words) in A_SPACE.items()
}
SOME_EXAMPLES = things("{} must be a list of examples, got ") | {
    "an example of another length": ([("curled",)] * 2, "must be a value for each of root, sound, got ['curled']"),
    "not in the domain": ([("curled", "loud")] * 2, "sound must be one of dull, crisp, got 'loud'"),
}
EMPTY_LIST = {"empty": ([], Value(lambda result: len(result) == 0))}
TRAIN = "train must hold different places from 0 to 1, got "
LEARNER = functions("X_train, y_train, X_new") | {
    "returns 2": (lambda X, y, new: [2], "{}(X_train, y_train, X_new) must be finite numbers in [0, 1], got 2.0"),
}
SUM = "{} must sum to 1, got "
BOTH_2 = "inputs and probability must be equally long, got "
LUNCH = {
    "learner": LEARNER,
    "inputs": without(arrays("|X|", "d", **HUGE_2), "None")
    | {
        "the same row twice": ([[0], [0]], "{} must be different rows, got array([[0.],"),
        "None": (None, BOTH_2 + "8 and 2 (|X|)"),
        "too many": (np.arange(17)[:, None], BOTH_2 + "17 and 2 (|X|)"),
    },
    "train": without(arrays("m"), "NaN", "+inf", "-inf")
    | {
        "a number": (0, "{} must have shape (m,) with m >= 1, got shape ()"),
        "an array": (np.array(1.0), "{} must have shape (m,) with m >= 1, got shape ()"),
        "no such place": ([2], TRAIN + "array([2])"),
        "a place twice": ([0, 0], TRAIN + "array([0, 0])"),
        "negative": ([-1], "{} must hold whole numbers >= 0, got array([-1])"),
        "NaN": ([nan], "{} must hold whole numbers >= 0, got array([nan])"),
        "fractions": ([0.5], "{} must hold whole numbers >= 0, got array([0.5])"),
    },
    "probability": without(arrays("|X|"), "None")
    | {
        "below 0": ([-0.5, 1.5], "{} must be finite numbers in [0, 1], got -0.5"),
        "another sum": ([0.5, 0.6], SUM),
        "wrong length": ([1.0], BOTH_2 + "2 and 1 (|X|)"),
        "None": (None, Value(lambda result: np.shape(result) in ((), (4,)))),
    },
}
INPUTS = LUNCH["inputs"] | {
    "None": arrays("|X|", "d")["None"],
    "too many": (np.arange(17)[:, None], "size must be a whole number from 1 to 16, got 17"),
}
LINES = {
    "x_train": arrays("m", **HUGE),
    "x": arrays("points", **HUGE),
}
VARIANCES = without(arrays("points"), "wrong shape") | {
    "below 0": (-0.1, "{} must be finite numbers in [0, 1e+50], got -0.1"),
    "wrong shape": ([[1.0]], "{} must have shape (points,) with points >= 1, got shape (1, 1)"),
    "wrong length": ([1.0] * 3, "predictions and {} must be equally long, got 2 and 3 (points)"),
}
EACH_POINT = {"wrong length": ([1.0], "predictions and truth must be equally long, got 2 and 1 (points)")}
NAME = things(
    "name must be one of ['5-fold'], got ", **{"no such name": ("loo", "got 'loo'"), "a list": ([1], "got [1]")}
)
ONE_OF_THEM = "learner must be one of nearest centroid, 5 neighbours, 1 neighbour, got "
LEARNER_OF_RIVALS = things(ONE_OF_THEM, **{"no such learner": ("tree", ONE_OF_THEM + "'tree'")})
NO_SPLITS = "splits must be one or more (train, test) splits, got "
EMPTY_PART = "a part of a split must have shape (indices,) with indices >= 1, got shape "
WHOLE_PART = "a part of a split must hold whole numbers >= 0, got "
SPLITS = things(NO_SPLITS) | {
    "empty": ([], NO_SPLITS + "[]"),
    "no pair": ([[0, 1, 2]], "a split must be a pair (train, test), got [0, 1, 2]"),
    "an empty test set": ([([0, 2], [])], EMPTY_PART + "(0,)"),
    "one empty test set of two": ([([0, 2], [1]), ([0, 2], [])], EMPTY_PART + "(0,)"),
    "one class in training": ([([0, 1], [2])], "a training set has no example of class 1; expected both classes"),
    "one example": ([([0], [0])], "a training set has no example of class 1; expected both classes"),
    "indices in a table": ([([[0, 2]], [1])], EMPTY_PART + "(1, 2)"),
    "fractions": ([([0.0, 2.5], [1])], WHOLE_PART),
    "no such example": ([([0, 4], [1])], "a split must hold indices from 0 to 3, got 4"),
    "negative indices": ([([0, -1], [1])], WHOLE_PART),
    "NaN indices": ([([0, nan], [1])], WHOLE_PART),
    "strings": ([(["a"], [1])], "a part of a split must hold numbers, got 'a'"),
}
CONTEST = {
    "estimators": things("{} must be a dict of names and functions of X and y, got ")
    | {
        "empty": ({}, "{} must be a dict of names and functions of X and y, got "),
        "no function": ({"a": 3}, "{} must be a dict of names and functions of X and y, got "),
        "returns None": ({"a": lambda X, y: None}, NO_SPLITS + "None"),
    },
    "task": things("task must be a TwoClouds, got "),
    "data_sets": wholes(1),
    "rng": RANDOM,
}
RULES = {
    "direction": ANY_SHAPE
    | {
        "empty": ([], "direction must be 2 numbers, not all 0, for each offset, got []"),
        "wrong shape": ([[1.0]], "direction must be 2 numbers, not all 0, for each offset, got [[1.]]"),
        "a number": (1.0, "direction must be 2 numbers, not all 0, for each offset, got 1.0"),
        "length 0": ([[0.0, 0.0]], "direction must be 2 numbers, not all 0, for each offset, got [[0. 0.]]"),
    },
    "offset": ANY_SHAPE
    | {
        "empty": ([], "direction must be 2 numbers, not all 0, for each offset, got [[1. 0.]]"),
        "wrong shape": ([[1.0]], "direction must be 2 numbers, not all 0, for each offset, got [[1. 0.]]"),
    },
}
TRAINED = {
    "X": arrays(
        "m", "features", **HUGE_2, **{"wrong length": ([[1.0]], "X and y must be equally long, got 1 and 4 (m)")}
    ),
    "y": LABELS | {"wrong length": ([0, 1], "X and y must be equally long, got 4 and 2 (m)")},
}
ONE_CLASS_IN_TRAINING = {"one class": ([0] * 4, "no example of class 1; expected both classes")}

LEVEL = scalars(
    "a number between 0 and 1, such as 0.05",
    zero=(0, "{} must be a number between 0 and 1, such as 0.05, got 0"),
    one=(1, "{} must be a number between 0 and 1, such as 0.05, got 1"),
)
RATIO = {"test_train_ratio": SPREAD}
CHOICE = things("{} must be True or False, got ")
FOLD_SHAPE = "{} must have shape (..., k), k >= 2 in each row, got "
FOLD_DIFFERENCES = without(arrays("k", **HUGE), "wrong shape") | {
    "empty": ([], FOLD_SHAPE),
    "one fold": ([0.1], FOLD_SHAPE),
    "a number": (0.1, FOLD_SHAPE),
    "no fold in two rows": (np.ones((2, 0)), FOLD_SHAPE),
}
FIVE_PAIRS = without(arrays("k"), "wrong shape") | {
    "empty": ([], "{} must have shape (..., 5, 2), got "),
    "ten in a row": ([0.1] * 10, "{} must have shape (..., 5, 2), got "),
    "two times five": ([[0.1] * 5] * 2, "{} must have shape (..., 5, 2), got "),
}
TABLE_OF_RANKS = arrays("data sets", "learners") | {
    "NaN": ([[1, nan]], "{} must be finite numbers, got nan"),
    "-inf": ([[1, -inf]], "{} must be finite numbers, got -inf"),
    "one data set": ([[1, 2]], "{} must be ranks of k >= 2 learners on two or more data sets, got sums [3.]"),
    "one learner": ([[1], [1]], "{} must be ranks of k >= 2 learners on two or more data sets, got sums [1. 1.]"),
    "scores": ([[1.5, 2.5], [1.0, 2.0]], "{} must be ranks of k >= 2 learners on two or more data sets, got sums "),
    "below 1": ([[0.5, 2.5], [1, 2]], "{} must be finite numbers in [1, 1e+50], got 0.5"),
}
COUNTED = without(arrays("k"), "wrong shape") | {
    "empty": ([], BROADCAST),
    "wrong length": ([1, 2, 3], BROADCAST),
    "a fraction": ([1.5, 2], "{} must hold whole numbers, got "),
    "below": (-1, "{} must be finite numbers in [0, 1e+09], got -1.0"),
    "huge": ([1, 1e10], "{} must be finite numbers in [0, 1e+09], got 10000000000.0"),
}

WHOLE_COUNTS = without(arrays("k"), "wrong shape") | {
    "empty": ([], BROADCAST),
    "wrong length": ([1, 2, 3], BROADCAST),
    "a fraction": ([1.5, 2], "{} must hold whole numbers, got "),
    "below": ([-1, 2], "{} must be finite numbers in [0, 1e+15], got -1.0"),
}
THREE = arrays("3") | {
    "two numbers": ([0.9, 0.8], "{} must hold a value, a low end below it and a high end above it, got "),
    "outside": ([0.9, 0.95, 0.99], "{} must hold a value, a low end below it and a high end above it, got "),
}
ROWS_OF_PARTS = without(arrays("parts"), "wrong shape") | {
    "empty": ([], "must be equally long, got "),
    "wrong length": ([1], "must be equally long, got "),
    "a number": (1, "{} must hold numbers, or a row of numbers, for each part, got "),
}

EXPECTED_COUNTS = without(WHOLE_COUNTS, "a fraction")
EFFECT = at_least(1, "a design effect, a finite number >= 1")
OPTIONAL_LEVEL = without(LEVEL, "None")
NUMBERS_OF_GROUPS = without(arrays("m"), "None", "NaN", "+inf", "-inf") | {
    **{
        name: ([0, value], "{} must hold whole numbers >= 0, got array(")
        for name, value in {"NaN": nan, "+inf": inf, "-inf": -inf}.items()
    },
    "negative": ([-1, 0, 1, 1], "{} must hold whole numbers >= 0, got array("),
    "a number": (0, "{} must have shape (m,) with m >= 1, got shape ()"),
    "an array": (np.array(1.0), "{} must have shape (m,) with m >= 1, got shape ()"),
    "wrong length": ([0, 1], "must be equally long, got "),
}
ONE_COUNT = at_least(0, "a number >= 0 (up to 1e15)")
TWO_OF_EACH = (
    LABELS
    | ONE_CLASS
    | {
        "one positive": ([1, 0, 0, 0], "y_true must hold two or more examples of each class, got array("),
        "wrong length": ([1, 1, 0, 0, 0], "must be equally long, got "),
    }
)
SOME_RANKINGS = arrays("models", "m", **{"wrong length": ([[0.9, 0.1]], "must be equally long, got ")})
NO_HALVES = "{} must be an array of True and False, shape (partitions, m), got "
A_FOLDER = {
    "NaN": (nan, "{} must be the path of a folder, got nan"),
    "a number": (3, "{} must be the path of a folder, got 3"),
    "an array": (np.array(1.0), "{} must be the path of a folder, got "),
    "a list": (["a"], "{} must be the path of a folder, got ['a']"),
}
TWO_HALVES = things(NO_HALVES) | {
    **{name: (hazard[0], NO_HALVES) for name, hazard in arrays("m").items() if name != "wrong shape"},
    "numbers": (np.eye(4), "{} must be an array of True and False, shape (partitions, m), got "),
    "in one row": (HALVES[0], "{} must be an array of True and False, shape (partitions, m), got "),
    "wrong length": (HALVES[:, :3], "must be equally long, got "),
}
NO_CLASS = {
    "a half without a class": (np.array([[True, False, True, False]]), "halves must have examples of both classes")
}
SHARES_OF_WRONG = arrays("m") | {
    "below 0": ([-0.1, 0, 0, 0], "{} must be finite numbers in [0, 1], got -0.1"),
    "above 1": ([1.1, 0, 0, 0], "{} must be finite numbers in [0, 1], got 1.1"),
    "wrong length": ([1, 0], "must be equally long, got "),
}
BOX_SIDES = arrays("2", "boxes") | {
    "NaN": ([[0, nan], [1, 2]], "{} must be finite numbers, got nan"),
    "low above high": ([[1, 3], [1, 2]], "{} must hold low and high ends, got array("),
    "wrong length": ([[0], [1]], "must be equally long, got "),
}
ERROR_COUNTS = EXPECTED_COUNTS | {"too many": (91, "misses and false alarms must be at most 10 and 90, got more")}
CLASS_SIZES = {"positives": wholes(1), "negatives": wholes(1)}
EFFECTS = {"effect": EFFECT, "confidence": LEVEL}

OF_DATA_SETS = arrays("data sets", **HUGE, **{"wrong length": ([1, 0, 1], "must be equally long, got "),
                                              "one data set": ([1], "{} must be of 2 to 1000 data sets, got array("),
                                              "too many": ([0.5] * 1001, "{} must be of 2 to 1000")})  # fmt: skip
ITEMS_IN_GROUPS = arrays("m", **HUGE, **{"wrong length": ([1, 0], "must be equally long, got "),
                                         "one item": ([1], "{} must hold two items or more, got array(")})  # fmt: skip
SOME_GROUPS = NUMBERS_OF_GROUPS | {"one group": ([0] * 4, "{} must number two groups or more, got array(")}
NUMBERED = "{} must number two classes or more from 0, each with an example, got array("
NUMBERED_ROWS = NUMBERS_OF_GROUPS | {"None": arrays("m")["None"]}
TRUE_CLASSES = NUMBERED_ROWS | {
    "one class, all negative": ([0] * 4, NUMBERED),
    "one class, all positive": ([1] * 4, NUMBERED),
    "wrong label": ([0, 2, 0, 2], NUMBERED),
    "huge": ([0, 10**12, 0, 1], NUMBERED),
}
PREDICTED_CLASSES = NUMBERED_ROWS | {
    "wrong label": ([0, 2, 0, 2], "y_pred must number the classes of y_true, from 0 to 1, got 2"),
}
OF_TWO_CLASSES = {"y_true": TRUE_CLASSES, "y_pred": PREDICTED_CLASSES}
RANKED_CLASSES = {
    "y_true": TRUE_CLASSES
    | {
        "one example": ([0, 0, 0, 1], "y_true must hold two or more examples of each class, got 1"),
        "three classes": ([0, 1, 2, 1], "y_scores must have a column for each of 3 classes, got 2"),
    },
    "y_scores": arrays("m", "classes", **{"wrong length": ([[0.9, 0.1]], "must be equally long, got ")}),
    "group": SOME_GROUPS,
    "confidence": LEVEL,
}

HAZARDS: dict[str, dict[str, dict[str, tuple]]] = {
    "bias_variance.Decomposition.mean": {},
    "bias_variance.decompose": {
        "predictions": arrays("repeats", "points", **HUGE_2),
        "truth": arrays("points", **HUGE, **EACH_POINT),
        "noise_variance": VARIANCES,
    },
    "bias_variance.exact_linear": {
        "smoother": arrays(
            "points", "m", **{"wrong length": ([[1.0]], "{} and truth_train must be equally long, got 1 and 2 (m)")}
        ),
        "truth_train": arrays(
            "m", **HUGE, **{"wrong length": ([1.0] * 3, "smoother and {} must be equally long, got 2 and 3 (m)")}
        ),
        "truth": arrays(
            "points",
            **HUGE,
            **{"wrong length": ([1.0] * 3, "smoother and {} must be equally long, got 1 and 3 (points)")},
        ),
        "noise_variance": SPREAD,
    },
    "bias_variance.exact_polynomial": {
        "target": MODEL,
        **LINES,
        "degree": DEGREE | {"degree >= m": (3, "degree 3 needs 4 different training points, got 3")},
        "noise_variance": SPREAD,
    },
    "bias_variance.polynomial_smoother": {
        **LINES,
        "degree": DEGREE | {"degree >= m": (3, "degree 3 needs 4 different training points, got 3")},
    },
    "bias_variance.ridge_smoother": {
        **LINES,
        "degree": DEGREE,
        "penalty": at_least(0, "a number >= 0") | {"+inf": (inf, Value(lambda mean: np.allclose(mean, 1 / 3)))},
    },
    "bias_variance.neighbours_smoother": {
        "x_train": arrays("m", **HUGE),
        "x": arrays("points", **HUGE),
        "k": wholes(1, **{"k > m": (4, "k must be a whole number from 1 to 3, got 4")}),
    },
    "calibration.calibration_line": {
        "counts": things("counts must be a ScoreCounts, got ")
        | {
            "no probabilities": (counts.count_scores([1, 0], [2, 0.5]), "scores must be finite numbers in [0, 1], got"),
            "one class": (counts.count_scores([1, 1], [0.3, 0.5]), "the counts have no negative example (class 0)"),
        },
        **EFFECTS,
    },
    "calibration.shifted_probability": {"probability": shares(), "log_odds": scalars("a finite number")},
    "claims.error_distribution": {
        "m": wholes(1),
        "error_rate": ONE_SHARE | {"next to 0": (3e-308, Value(lambda chances: chances[0] == chances.sum() == 1))},
    },
    "claims.critical_error_rate": {"m": wholes(1), "error_rate": ONE_SHARE, "alpha": LEVEL},
    "claims.binomial_test": {
        "errors": wholes(0, **{"more than m": (11, "errors must be at most m, got 11 of 10")}),
        "m": wholes(1),
        "error_rate": ONE_SHARE,
    },
    "claims.one_sample_t": {
        "error_rates": FOLD_DIFFERENCES,
        "error_rate": ONE_SHARE,
    },
    "comparison.paired_t": {"differences": FOLD_DIFFERENCES},
    "comparison.corrected_t": {"differences": FOLD_DIFFERENCES, **RATIO},
    "comparison.five_by_two_t": {"differences": FIVE_PAIRS, "first_alone": CHOICE},
    "comparison.mcnemar": {"e01": COUNTED, "e10": COUNTED, "exact": CHOICE, "mid_p": CHOICE},
    "comparison.delong_test": {
        "y_true": LABELS
        | ONE_CLASS
        | {
            "one positive": ([1, 0, 0, 0], "y_true must hold two or more examples of each class, got array("),
            "wrong length": ([1, 1, 0, 0, 0], "y_true and score_a must be equally long, got 5 and 4 (m)"),
        },
        **{
            name: arrays("m", **{"wrong length": ([0.9, 0.1], f"y_true and {name} must be equally long, got 4 and 2")})
            for name in ("score_a", "score_b")
        },
        "confidence": LEVEL,
    },
    "comparison.delong_from_covariance": {
        "aucs": arrays("2")
        | {
            "above 1": ([0.5, 1.1], "{} must be finite numbers in [0, 1], got 1.1"),
            "three": ([0.5] * 3, "{} must hold two AUCs, got array("),
            "-inf": ([0.5, -inf], "{} must be finite numbers, got -inf"),
        },
        "covariance": arrays("2", "2")
        | {
            "three": (np.eye(3), "{} must hold two variances and their covariance, shape (2, 2), got array("),
            "a negative variance": ([[1, 0], [0, -1]], "{} must hold two variances and their covariance, shape (2, 2)"),
        },
        "smaller": wholes(2),
        "confidence": LEVEL,
    },
    "comparison.same_order": {
        name: arrays("m", **{"wrong length": ([0.9, 0.1], "score_a and score_b must be equally long, got ")})
        for name in ("score_a", "score_b")
    },
    "comparison.paired_cost_test": {
        "y_true": LABELS | ONE_CLASS | {"wrong length": ([1, 0], "must be equally long, got ")},
        "wrong_a": SHARES_OF_WRONG,
        "wrong_b": SHARES_OF_WRONG,
        "prior": OPTIONAL_LEVEL,
        **PRICE,
        "group": NUMBERS_OF_GROUPS,
        "threshold_variance": SPREAD,
        "confidence": LEVEL,
    },
    "comparison.signed_rank_test": {"first": OF_DATA_SETS, "second": OF_DATA_SETS, "confidence": LEVEL},
    "comparison.average_ranks": {"scores": arrays("data sets", "learners", **HUGE_2)},
    "comparison.friedman": {"ranks": TABLE_OF_RANKS, "ties": CHOICE},
    "comparison.iman_davenport": {"ranks": TABLE_OF_RANKS, "ties": CHOICE},
    "comparison.nemenyi_distance": {
        "learners": wholes(
            2, "from 2 to 100", **{"too many": (101, "{} must be a whole number from 2 to 100, got 101")}
        ),
        "data_sets": wholes(1),
        "alpha": LEVEL,
    },
    "conclusions.holm": {
        "p_values": arrays(
            "tests",
            **{
                "below 0": ([0.5, -0.1], "{} must be finite numbers in [0, 1], got -0.1"),
                "above 1": ([0.5, 1.1], "{} must be finite numbers in [0, 1], got 1.1"),
            },
        )
    },
    "conclusions.holm_confidence": {
        "p_values": arrays(
            "tests",
            **{
                "below 0": ([0.5, -0.1], "{} must be finite numbers in [0, 1], got -0.1"),
                "above 1": ([0.5, 1.1], "{} must be finite numbers in [0, 1], got 1.1"),
            },
        ),
        "alpha": LEVEL,
    },
    "conclusions.difference_interval": {"differences": FOLD_DIFFERENCES, **RATIO, "confidence": LEVEL},
    "conclusions.equivalence_on_data_sets": {
        "differences": without(OF_DATA_SETS, "wrong length"),
        "rope": SPREAD,
    },
    "conclusions.practical_equivalence": {
        "differences": arrays("k", **HUGE, **{"one fold": ([0.1], FOLD_SHAPE)}),
        **RATIO,
        "rope": SPREAD,
    },
    "conclusions.alike_groups": {"mean_ranks": arrays("learners"), "distance": SPREAD},
    "costs.cost_sensitive_error": {"cm": things("cm must be a ConfusionMatrix, got "), **PRICE},
    "costs.positive_cost_probability": {"p": shares(), **PRICE},
    "costs.normalized_cost": {
        **dict.fromkeys(
            ["fnr", "fpr", "p"],
            shares(**{"wrong length": ([0.5] * 3, BROADCAST), "empty": ([], BROADCAST)}),
        ),
        **PRICE,
    },
    "costs.cost_lines": {"roc": A_ROC},
    "costs.CostCurve.segment_at": {"x": ONE_SHARE},
    "costs.cost_curve": {"roc": A_ROC},
    "costs.best_threshold": {
        "roc": A_ROC,
        "p": ONE_SHARE | {"exactly 0": (0, Value(lambda threshold: threshold == inf))},
        **PRICE,
    },
    "costs.operating_range": {
        "curve": A_CURVE
        | {"nowhere below": (costs.CostCurve([0, 0.5, 1], [1, 1, 1], [1, 0]), Value(lambda pair: np.isnan(pair).all()))}
    },
    "costs.crossings": {"first": A_CURVE, "second": A_CURVE},
    "costs.shortened_thresholds": {
        "thresholds": without(arrays("thresholds"), "+inf", "-inf", "NaN")
        | {
            "NaN": ([0.5, nan], "{} must be numbers, got nan"),
            "+inf": ([inf, 0.5], Value(lambda shorter: shorter.tolist() == [inf, 0.5])),
            "-inf": ([0.5, -inf], Value(lambda shorter: shorter.tolist() == [0.5, -inf])),
        },
        "scores": arrays("m", **{"falling": ([0.5, 0.1], "{} must hold scores that rise, got array(")})
        | {"NaN": ([0.5, nan], "{} must be finite numbers, got nan")},
    },
    "counts.count_scores": {
        "y_true": LABELS
        | SHORT_LABELS
        | {
            "one class, all negative": ([0] * 4, Value(lambda result: result.negatives.tolist() == [1] * 4)),
            "one class, all positive": ([1] * 4, Value(lambda result: result.positives.tolist() == [1] * 4)),
            "empty": ([], "y_true and y_score must be equally long, got 0 and 4 (m)"),
        },
        "y_score": RANKED["y_score"] | {"empty": ((), "y_true and y_score must be equally long, got 4 and 0 (m)")},
    },
    "counts.ScoreCounts": {
        "scores": ROWS
        | {
            "beyond floats": (
                [2**53, 1],
                "{} must be floats, or whole numbers below 2**53 for floats to hold, got 9007",
            ),
            "wrong length": ([0.5] * 3, "scores and positives must be equally long, got 3 and 2 (rows)"),
            "wrong shape": ([[[0.5]]], "{} must have shape (m,) with m >= 1, got shape (1, 1, 1)"),
        },
        **dict.fromkeys(["positives", "negatives"], ROWS | EXAMPLES_OF_ROWS),
    },
    "counts.ScoreCounts.rounded": {
        "decimals": wholes(-300, "from -300 to 300", above=(301, "{} must be a whole number from -300 to 300, got 301"))
    },
    "counts.ScoreCounts.resampled": {"rng": RANDOM},
    "counts.ScoreCounts.average_precision": {
        "share": scalars("a number between 0 and 1, such as 0.05")
        | {
            "None": (None, Value(lambda result: 0 < result[0] <= 1)),
            "exactly 0": (0, "{} must be a number between 0 and 1, such as 0.05, got 0"),
            "exactly 1": (1, "{} must be a number between 0 and 1, such as 0.05, got 1"),
        }
    },
    "counts.ScoreCounts.roc": {},
    "counts.ScoreCounts.precision_recall": {},
    "counts.ScoreCounts.calibration_groups": {
        "groups": wholes(1, "from 1 to 1000", above=(1001, "{} must be a whole number from 1 to 1000, got 1001"))
    },
    "counts.ScoreCounts.outcomes": {
        "threshold": scalars("a number")
        | {
            "+inf": (inf, Value(lambda result: result == (0, 2, 0, 2))),
            "-inf": (-inf, Value(lambda result: result == (2, 0, 2, 0))),
        }
    },
    "cross_fitting.content_order": {
        "y_true": LABELS
        | {
            "wrong length": ([1, 0], "must be equally long, got "),
            "one class, all negative": ([0] * 4, Value(lambda result: result[0].tolist() == [3, 2, 1, 0])),
            "one class, all positive": ([1] * 4, Value(lambda result: result[0].tolist() == [3, 2, 1, 0])),
        },
        "y_scores": SOME_RANKINGS,
        "group": NUMBERS_OF_GROUPS,
    },
    "cross_fitting.content_halves": {
        "y_true": TWO_OF_EACH,
        "y_scores": SOME_RANKINGS,
        "partitions": wholes(1, "from 1 to 1000", above=(1001, "{} must be a whole number from 1 to 1000, got 1001")),
        "group": NUMBERS_OF_GROUPS
        | {"cannot be cut": ([0, 0, 0, 1], "group must be cut into two halves with examples of both classes, got ")},
    },
    "cross_fitting.cross_fit": {
        "y_true": TWO_OF_EACH,
        "y_score": arrays("m", **{"wrong length": ([0.9, 0.1], "must be equally long, got ")}),
        "halves": TWO_HALVES | NO_CLASS,
        "threshold": without(scalars("a finite number"), "None"),
    },
    "cross_fitting.cross_fit_tables": {
        **dict.fromkeys(
            ["first", "second"],
            things("{} must be a ScoreCounts, got ")
            | {"one class": (counts.count_scores([1, 1], [0.3, 0.5]), "halves must have examples of both classes")},
        ),
        "threshold": without(scalars("a finite number"), "None"),
    },
    "cross_fitting.CrossFit.errors_at": {
        "x": without(shares(), "empty") | {"empty": ([], Value(lambda e: e[0].size == 0))}
    },
    "cross_fitting.CrossFit.errors_of_each": {"x": shares()},
    "cross_fitting.CrossFit.thresholds_at": {"x": ONE_SHARE},
    "cross_fitting.CrossFit.wrong_shares": {
        "y_true": TWO_OF_EACH,
        "y_score": arrays("m", **{"wrong length": ([0.9, 0.1], "must be equally long, got ")}),
        "halves": TWO_HALVES
        | {"of another fit": (np.repeat(HALVES, 2, axis=0), "halves must be the 1 of this fit, got 2")},
        "x": ONE_SHARE,
    },
    "datasets.fetch_horse_colic": {
        "folder": A_FOLDER,
        "url": {
            "NaN": (nan, "{} must be the address of a zip archive, got nan"),
            "None": (None, "{} must be the address of a zip archive, got None"),
            "a number": (3, "{} must be the address of a zip archive, got 3"),
            "an array": (np.array(1.0), "{} must be the address of a zip archive, got "),
            "a word": ("horses", "{} must be the address of a zip archive, got 'horses'"),
            "a path": (Path("horses.zip"), "{} must be the address of a zip archive, got "),
        },
    },
    "datasets.load_horse_colic": {"folder": A_FOLDER},
    "datasets.load_ranked_examples": {},
    "datasets.load_watermelons": {
        "language": things(
            "language must be one of ['en', 'zh'], got ",
            **{"no such table": ("de", "got 'de'"), "a list": (["en"], "got ['en']")},
        )
    },
    "fitting.wave": {"x": ANY_SHAPE | HUGE | NO_POINTS},
    "fitting.draw_sample": {"target": MODEL, "size": wholes(1), "noise": SPREAD, "rng": RANDOM},
    "fitting.legendre_features": {"x": ANY_SHAPE | INSIDE | NO_POINTS, "degree": DEGREE},
    "fitting.PolynomialFit": {"coefficients": arrays("degree + 1", **HUGE)},
    "fitting.PolynomialFit.__call__": {"x": ANY_SHAPE | INSIDE | NO_POINTS},
    "fitting.fit_polynomial": {**FIT, "degree": DEGREE},
    "fitting.fit_ridge": {**FIT, "degree": DEGREE, "penalty": SPREAD},
    "fitting.gradient_descent": {
        **FIT,
        "degree": DEGREE,
        "epochs": wholes(0),
        "rate": COST | {"as large as the limit": (1.0, "{} must be below 0.")},
    },
    "fitting.descent_parts": {"x": arrays("m", **INSIDE), "degree": DEGREE},
    "fitting.early_stopping": {"validation_error": arrays("epochs"), "patience": wholes(1)},
    "fitting.mean_squared_error": {"model": MODEL, **FIT, "x": without(FIT["x"], *INSIDE)},
    "fitting.generalisation_error": {"model": MODEL, "target": MODEL, "noise": SPREAD},
    "fitting.error_curves": {
        "models": things(MODELS)
        | {
            "empty": ([], MODELS + "[]"),
            "an array": (np.array(1.0), MODELS),
            "no functions": ([None], MODELS + "[None]"),
        },
        **FIT,
        "x": without(FIT["x"], *INSIDE),
        "target": MODEL,
        "noise": SPREAD,
    },
    "regions.generalisation_error_rate": {
        "classify": functions("points")
        | {
            "returns NaN": (lambda p: p[:, 0] + nan, "{}(points) must hold the labels 0 and 1, got nan"),
            "returns inf": (lambda p: p[:, 0] + inf, "{}(points) must hold the labels 0 and 1, got inf"),
            "returns other labels": (lambda p: p[:, 0] * 0 + 2, "{}(points) must hold the labels 0 and 1, got 2"),
            "returns another shape": (lambda p: p, "{}(points) must have shape (m,) with m >= 1, got shape (16, 2)"),
        },
        "probability": functions("points")
        | {
            "above 1": (lambda p: p[:, 0] + 1, "{}(points) must be finite numbers in [0, 1], got 1.125"),
            "below 0": (lambda p: p[:, 0] - 1, "{}(points) must be finite numbers in [0, 1], got -0.875"),
        },
        "cells": wholes(1),
    },
    "regions.tree_regions": {
        "tree": things("tree must be a DecisionTreeClassifier fitted on points of shape (m, 2), got ")
        | {
            "another learner": (LogisticRegression(), "(m, 2), got LogisticRegression()"),
            "a regressor": (DecisionTreeRegressor().fit([[0, 0], [1, 1]], [0, 1]), "got DecisionTreeRegressor()"),
            "not fitted": (DecisionTreeClassifier(), "(m, 2), got DecisionTreeClassifier()"),
            "wrong shape": (DecisionTreeClassifier().fit([[0], [1]], [0, 1]), "fitted on points of shape (m, 2), got "),
            "two labels": (TREE.__class__().fit([[0, 0], [1, 1]], [[0, 1], [1, 0]]), "of shape (m, 2), got "),
            "outside": (DecisionTreeClassifier().fit([[0, 0], [5, 0]], [0, 1]), "in the unit square, got a cut at 2.5"),
            "a little outside": (DecisionTreeClassifier().fit([[0, 1], [0, 1.5]], [0, 1]), "got a cut at 1.25"),
        }
    },
    "hypotheses.Hypothesis": {
        "domains": ALL_DOMAINS,
        "values": WORDS | {"None": (None, Value(lambda hypothesis: str(hypothesis) == "∅"))},
    },
    "hypotheses.Hypothesis.covers": {
        "example": WORDS | {"the wildcard": (("*", "dull"), "root must be one of curled, stiff, got '*'")}
    },
    "hypotheses.Hypothesis.generalises": {
        "other": things("other must be a Hypothesis over root, sound, got ")
        | {"of another space": (OTHER_SPACE[0], "other must be a Hypothesis over root, sound, got (colour=*)")}
    },
    "hypotheses.hypothesis_space": {"domains": ALL_DOMAINS},
    "hypotheses.all_examples": {"domains": ALL_DOMAINS},
    "hypotheses.coverage": {
        "space": A_SPACE | {"empty": ([], Value(lambda covered: covered.shape == (0, 2)))},
        "examples": SOME_EXAMPLES
        | {
            "empty": ([], Value(lambda covered: covered.shape == (10, 0))),
            "one value short": ([("curled",)], "example must be a value for each of root, sound, got ['curled']"),
        },
    },
    "hypotheses.version_space": {
        "space": A_SPACE | EMPTY_LIST,
        "examples": SOME_EXAMPLES | {"empty": ([], "examples and labels must be equally long, got 0 and 2 (m)")},
        "labels": {name: row for name, row in LABELS.items() if name != "labels -1 and 1"}
        | {
            "empty": ([], "examples and labels must be equally long, got 2 and 0 (m)"),
            "wrong length": ([1, 0, 1], "examples and labels must be equally long, got 2 and 3 (m)"),
            "one class": ([0, 0], Value(lambda kept: all(not h.covers(e) for h in kept for e in EXAMPLES))),
        },
    },
    "hypotheses.most_general": {"hypotheses": A_SPACE | EMPTY_LIST},
    "hypotheses.most_specific": {"hypotheses": A_SPACE | EMPTY_LIST},
    "hypotheses.lattice_edges": {"space": A_SPACE | EMPTY_LIST},
    "hypotheses.version_space_sizes": {
        "space": A_SPACE | {"empty": ([], Value(lambda sizes: sizes.tolist() == [[0, 0]]))},
        "target": things("target must be a Hypothesis, got "),
        "draws": without(arrays("runs", "m"), "NaN", "+inf", "-inf")
        | {
            "NaN": ([[nan]], "{} must hold whole numbers >= 0, got "),
            "+inf": ([[inf]], "{} must hold whole numbers >= 0, got "),
            "-inf": ([[-inf]], "{} must hold whole numbers >= 0, got "),
            "negative": ([[-1]], "{} must hold whole numbers >= 0, got "),
            "no such place": ([[4]], "draws must be places from 0 to 3, got 4"),
        },
    },
    "hypotheses.disjunction_counts": {
        "space": SOME_SPACE | {"empty": ([], "must be a list of one or more Hypothesis, got []")}
    },
    "description_length.polynomial_terms": {
        "curve": MODEL,
        "low": scalars("a finite number", above=(2.0, "expected low < high, got 2.0 and 1.0"))
        | {"as large": (1.0, "expected low < high, got 1.0 and 1.0")},
        "high": scalars("a finite number", below=(-1.0, "expected low < high, got 0.0 and -1.0")),
        "tolerance": COST,
    },
    "no_free_lunch.binary_inputs": {"attributes": wholes(1, "from 1 to 4")},
    "no_free_lunch.all_targets": {"size": wholes(1, "from 1 to 16")},
    "no_free_lunch.label_changes": {"inputs": INPUTS},
    "no_free_lunch.smooth_prior": {
        "inputs": INPUTS,
        "strength": scalars("a finite number", huge=(-1e60, "strength must be a finite number, got -1e+60")),
    },
    "no_free_lunch.off_training_errors": LUNCH,
    "no_free_lunch.off_training_error_total": LUNCH
    | {
        "prior": without(arrays("|F|"), "None")
        | {
            "huge": ([1, 1, 1, 1e60], "{} must be finite numbers in [0, 1e+50], got 1e+60"),
            "below 0": ([1, 1, 1, -1], "{} must be finite numbers in [0, 1e+50], got -1.0"),
            "wrong length": ([1.0], "{} must hold a weight for each of the 4 targets, got 1"),
            "None": (None, Value(lambda total: total == 1)),
        }
    },
    "splitting.cut_once": {
        "splitter": things("splitter must be a splitter, such as KFold(5), got "),
        "m": wholes(2, odd=(5, "m must be even, one half of each class, got 5")),
    },
    "splitting.bootstraps": {"samples": wholes(1), "m": wholes(2), "rng": RANDOM},
    "splitting.lean": CONTEST,
    "metrics.ConfusionMatrix": dict.fromkeys(["tp", "fn", "fp", "tn"], SPREAD),
    "metrics.ConfusionMatrix.fbeta": {"beta": COST},
    "metrics.confusion_matrix": {
        "y_true": LABELS
        | {
            "wrong length": ([1, 0], "y_true and y_pred must be equally long, got 2 and 3 (m)"),
            "one class, all negative": ([0] * 3, Value(lambda cm: cm == metrics.ConfusionMatrix(0, 0, 2, 1))),
            "one class, all positive": ([1] * 3, Value(lambda cm: cm == metrics.ConfusionMatrix(2, 1, 0, 0))),
        },
        "y_pred": LABELS | {"wrong length": ([1, 0], "y_true and y_pred must be equally long, got 3 and 2 (m)")},
    },
    "metrics.confusion_at": {
        **RANKED,
        "y_true": LABELS
        | SHORT_LABELS
        | {
            "one class, all negative": ([0] * 4, Value(lambda cm: cm == metrics.ConfusionMatrix(0, 0, 3, 1))),
            "one class, all positive": ([1] * 4, Value(lambda cm: cm == metrics.ConfusionMatrix(3, 1, 0, 0))),
        },
        "threshold": scalars("a number")
        | {
            "+inf": (inf, Value(lambda cm: cm == metrics.ConfusionMatrix(0, 2, 0, 2))),
            "-inf": (-inf, Value(lambda cm: cm == metrics.ConfusionMatrix(2, 0, 2, 0))),
        },
    },
    "metrics.roc_curve": RANKED,
    "metrics.roc_auc_score": RANKED,
    "metrics.rank_loss": RANKED,
    "metrics.precision_recall_curve": RANKED,
    "metrics.break_even_point": RANKED,
    "intervals.share_interval": {
        "count": WHOLE_COUNTS | {"more than m": ([5, 3], "count must be at most m, got 1 more")},
        "m": WHOLE_COUNTS | {"fewer than counted": ([1, 5], "count must be at most m, got 1 more")},
        **EFFECTS,
    },
    "intervals.clopper_pearson": {
        "count": EXPECTED_COUNTS | {"more than m": ([5, 3], "count must be at most m, got 1 more")},
        "m": EXPECTED_COUNTS | {"fewer than counted": ([1, 5], "count must be at most m, got 1.5 more")},
        **EFFECTS,
    },
    "intervals.design_effect": {
        "values": arrays("m", **HUGE, **{"wrong length": ([1, 0], "must be equally long, got ")}),
        "group": NUMBERS_OF_GROUPS
        | {
            "None": arrays("m")["None"],
            "one group": ([0] * 4, "{} must number two groups or more, got array("),
        },
    },
    "intervals.expected_cost": {
        "misses": ERROR_COUNTS,
        "false_alarms": ERROR_COUNTS,
        **CLASS_SIZES,
        "prior": without(shares(**{"wrong length": ([0.5] * 3, BROADCAST), "empty": ([], BROADCAST)}), "None"),
        **PRICE,
        **EFFECTS,
    },
    "intervals.net_benefit": {
        "misses": ONE_COUNT,
        "false_alarms": ONE_COUNT,
        **CLASS_SIZES,
        "prior": OPTIONAL_LEVEL,
        **PRICE,
        **EFFECTS,
    },
    "intervals.f1_interval": {
        "tp": ONE_COUNT,
        "fp": ONE_COUNT,
        **CLASS_SIZES,
        "prior": OPTIONAL_LEVEL,
        **EFFECTS,
    },
    "intervals.recall_at_least": {
        "recall": BOX_SIDES,
        "quality": BOX_SIDES,
        "least": scalars("a number in [0, 1], such as 0.9", above=(1.1, "{} must be a number in [0, 1], such as 0.9")),
    },
    "intervals.auc_interval": {
        "auc": ONE_SHARE,
        "variance": SPREAD,
        "positives": wholes(2),
        "negatives": wholes(2),
        "confidence": LEVEL,
    },
    "intervals.interval_of_difference": {
        "first": THREE,
        "second": THREE,
        "correlation": scalars(
            "a correlation in [-1, 1]", too_large=(1.1, "{} must be a correlation in [-1, 1], got 1.1")
        ),
    },
    "intervals.sum_interval": {
        "weights": ROWS_OF_PARTS,
        "counts": ROWS_OF_PARTS
        | {
            "a fraction": ([0.5, 1], "{} must hold whole numbers, got array("),
            "below": ([-1, 1], "{} must be finite numbers in [0, 1e+15], got -1.0"),
            "more than there are": ([11, 1], "count must be at most m, got 1 more"),
        },
        "sizes": arrays("parts", **{"none": ([0, 10], "{} must hold whole numbers > 0, got array(")})
        | {"-inf": ([10, -inf], "{} must be finite numbers, got -inf")},
    },
    "intervals.paired_share_difference": {
        "first": wholes(0, **{"too many": (38, "first and second must be at most m together, got 38 + 3 of 40")}),
        "second": wholes(0, **{"too many": (33, "first and second must be at most m together, got 8 + 33 of 40")}),
        "m": wholes(1, **{"too few": (10, "first and second must be at most m together, got 8 + 3 of 10")}),
        "confidence": LEVEL,
    },
    "intervals.precision_at_prior": {
        "prior": LEVEL,
        **dict.fromkeys(["tpr", "fpr"], shares(**{"wrong length": ([0.5] * 3, BROADCAST), "empty": ([], BROADCAST)})),
    },
    "intervals.precision_interval": {
        "prior": LEVEL,
        "tp": EXPECTED_COUNTS | {"more than positives": ([6, 3], "count must be at most m, got 1 more")},
        "fp": EXPECTED_COUNTS | {"more than negatives": ([11, 3], "count must be at most m, got 2 more")},
        "positives": wholes(1, **{"fewer than counted": (3, "count must be at most m, got 1 more")}),
        "negatives": wholes(1, **{"fewer than counted": (1, "count must be at most m, got 1 more")}),
        **EFFECTS,
    },
    "intervals.union_of_boxes": {
        "at": arrays("places"),
        **dict.fromkeys(
            ["x", "y"],
            arrays("2", "boxes")
            | {
                "NaN": ([[0, nan], [1, 2]], "{} must be finite numbers, got nan"),
                "low above high": ([[1, 3], [1, 2]], "{} must hold low and high ends, got array("),
                "three rows": ([[0, 1]] * 3, "{} must hold low and high ends, got array("),
                "wrong length": ([[0], [1]], "x and y must be equally long, got "),
            },
        ),
    },
    "intervals.mean_interval": {
        "values": arrays("m", **{"wrong length": ([1], "values and times must be equally long, got 1 and 2 (m)")}),
        "times": arrays("m", **{"wrong length": ([2], "values and times must be equally long, got 2 and 1 (m)")})
        | {
            "a fraction": ([1.5, 2], "{} must hold whole numbers, two examples in all or more, got "),
            "one example": ([1, 0], "{} must hold whole numbers, two examples in all or more, got "),
            "below": ([-1, 2], "{} must be finite numbers in [0, 1e+15], got -1.0"),
        },
    },
    "means.student_mean": {"values": ITEMS_IN_GROUPS, "group": SOME_GROUPS, "confidence": LEVEL},
    "means.mean_grade": {
        "values": ITEMS_IN_GROUPS
        | {
            "below 0": ([1, -0.1, 0, 0], "{} must be finite numbers in [0, 1], got -0.1"),
            "above 1": ([1, 1.1, 0, 0], "{} must be finite numbers in [0, 1], got 1.1"),
            "huge": ([1e60, 1, 0, 0], "{} must be finite numbers in [0, 1], got 1e+60"),
        },
        "group": SOME_GROUPS,
        "confidence": LEVEL,
    },
    "means.paired_mean_test": {
        "first": ITEMS_IN_GROUPS,
        "second": ITEMS_IN_GROUPS,
        "group": SOME_GROUPS,
        "confidence": LEVEL,
    },
    "means.mean_square": {"errors": ITEMS_IN_GROUPS, "group": SOME_GROUPS, "confidence": LEVEL},
    "means.r_squared": {
        "y_true": ITEMS_IN_GROUPS
        | {
            "one item": ([1], "{} must hold two items or more, got array("),
            "wrong label": ([1] * 4, "{} must hold different numbers, got array("),
            "one class, all negative": ([0] * 4, "{} must hold different numbers, got array("),
            "one class, all positive": ([1] * 4, "{} must hold different numbers, got array("),
        },
        "y_pred": ITEMS_IN_GROUPS | {"wrong label": ([2] * 3, "must be equally long, got ")},
        "group": SOME_GROUPS,
        "confidence": LEVEL,
    },
    "means.smallest_difference": {
        "first": ITEMS_IN_GROUPS,
        "second": ITEMS_IN_GROUPS,
        "group": SOME_GROUPS,
        "power": scalars(
            "a power, a number between 0.5 and 1, such as 0.8",
            below=(0.4, "{} must be a power, a number between 0.5 and 1, such as 0.8, got 0.4"),
            one=(1, "{} must be a power, a number between 0.5 and 1, such as 0.8, got 1"),
        ),
        "alpha": LEVEL,
    },
    "metrics.calibration_groups": {
        "y_true": LABELS
        | {
            "one class, all negative": ([0, 0, 0, 0], Value(lambda groups: groups.positives.sum() == 0)),
            "one class, all positive": ([1, 1, 1, 1], Value(lambda groups: groups.positives.sum() == 4)),
        }
        | {"wrong length": ([1, 0], "y_true and probability must be equally long, got 2 and 4 (m)")},
        "probability": arrays("m")
        | {
            "below 0": ([-0.1, 0.5, 0.5, 0.5], "{} must be finite numbers in [0, 1], got -0.1"),
            "percent": ([90, 70, 50, 10], "{} must be finite numbers in [0, 1], got 90"),
        },
        "groups": wholes(1, "from 1 to 1000"),
    },
    "metrics.auc_covariance": {
        "y_true": LABELS
        | ONE_CLASS
        | {
            "one positive": ([1, 0, 0, 0], "y_true must hold two or more examples of each class, got array("),
            "one negative": ([1, 1, 1, 0], "y_true must hold two or more examples of each class, got array("),
            "wrong length": ([1, 0, 1, 0, 0], "y_true and y_scores must be equally long, got 5 and 4 (m)"),
        },
        "y_scores": arrays("rankings", "m")
        | {
            "huge": ([[1e300, 7e60, 7e60, -1e60]], Value(lambda result: result.tolist() == [[0.03125]])),
            "wrong length": ([[0.9, 0.1]], "y_true and y_scores must be equally long, got 4 and 2 (m)"),
        },
    },
    "metrics.auc_influence": RANKED,
    "metrics.macro_average": {"matrices": MATRICES},
    "metrics.micro_average": {"matrices": MATRICES},
    "multiclass.class_counts": OF_TWO_CLASSES,
    "multiclass.class_scores": {**OF_TWO_CLASSES, "group": SOME_GROUPS, "confidence": LEVEL},
    "multiclass.macro_scores": {**OF_TWO_CLASSES, "group": SOME_GROUPS, "confidence": LEVEL},
    "multiclass.macro_f1_influence": OF_TWO_CLASSES,
    "multiclass.rest_aucs": RANKED_CLASSES,
    "multiclass.hand_till_auc": RANKED_CLASSES,
    "rivals.fold_mistakes": {
        "learner": LEARNER_OF_RIVALS,
        "X": {
            **{
                f"{'+' * (value > 0)}{value}".replace("nan", "NaN"): (
                    np.full((1, 2, 4, 3), value),
                    f"{{}} must be finite numbers, got {value}",
                )
                for value in (nan, inf, -inf)
            },
            **{name: arrays("m")[name] for name in ("a string", "None", "a generator", "rows of unequal length")},
            "empty": ([], "X must have shape (data sets, 2, half, features) with "),
            "wrong shape": ([[1.0]], "X must have shape (data sets, 2, half, features) with "),
            "one class": (np.ones((1, 1, 4, 3)), "X must have two classes that 2 folds divide, got shape (1, 1, 4, 3)"),
        },
        "folds": wholes(
            2, **{"do not divide": (3, "X must have two classes that 3 folds divide, got shape (1, 2, 4, 3)")}
        ),
    },
    "rivals.run_trials": {
        "learner": LEARNER_OF_RIVALS,
        "m": wholes(60, **{"another size": (100, "m must be 60, 120 or 240, got 100")}),
        "differences": arrays("differences")
        | {
            "NaN": ([nan], "{} must be finite numbers, got nan"),
            "-inf": ([-inf], "{} must be finite numbers, got -inf"),
            "below 0": ([-0.1], "{} must be finite numbers in [0, 0.2], got -0.1"),
            "above 0.2": ([0.3], "{} must be finite numbers in [0, 0.2], got 0.3"),
        },
        "data_sets": wholes(1),
        "rng": RANDOM,
    },
    "splitting.stratified_half": {
        "y_true": LABELS | ONE_CLASS | {"wrong length": ([1, 1], ONE_CLASS_WORDS)},
        "rng": RANDOM,
    },
    "splitting.repeated_examples": {
        "y_true": LABELS
        | {
            "wrong length": ([1, 0], "y_true and y_scores must be equally long, got 2 and 7 (m)"),
            "one class, all negative": ([0] * 7, Value(lambda repeated: repeated == 2)),
            "one class, all positive": ([1] * 7, Value(lambda repeated: repeated == 2)),
        },
        "y_scores": arrays("rankings", "m")
        | {"wrong length": ([[0.9, 0.1]], "y_true and y_scores must be equally long, got 7 and 2 (m)")},
    },
    "splitting.never_drawn_probability": {"m": wholes(1)},
    "splitting.bootstrap_split": {"m": wholes(1), "rng": RANDOM},
    "splitting.TwoClouds": {
        "m": wholes(4, odd=(5, "m must be even, one half of each class, got 5")),
        "features": wholes(1),
        "distance": SPREAD,
    },
    "splitting.TwoClouds.draw": {"rng": RANDOM},
    "splitting.TwoClouds.class_errors": RULES,
    "splitting.TwoClouds.true_error": RULES,
    "splitting.nearest_centroid": {
        **TRAINED,
        "y": TRAINED["y"] | ONE_CLASS_IN_TRAINING,
        "weights": arrays("fits", "m")
        | {
            "below 0": ([[1, 1, 1, -1]], "weights must be finite numbers in [0, 1e+50], got -1.0"),
            "wrong length": ([[1, 1]], "X and weights must be equally long, got 4 and 2 (m)"),
            "all zero": ([[0] * 4], "a training set has no example of class 0; expected both classes"),
        },
    },
    "splitting.estimate_error": {**TRAINED, "y": TRAINED["y"] | ONE_CLASS_IN_TRAINING, "splits": SPLITS},
    "splitting.split_errors": {**TRAINED, "y": TRAINED["y"] | ONE_CLASS_IN_TRAINING, "splits": SPLITS},
    "splitting.Contest.bias": {"name": NAME},
    "splitting.Contest.spread": {"name": NAME},
    "splitting.Contest.miss": {"name": NAME},
    "splitting.compare_estimators": {
        **CONTEST,
        "progress": without(things("{} must be a function of the number of data sets done, got "), "None"),
    },
}

# Undefined values of sound arguments: nan where the docstring says so.
NOTHING_CALLED, NO_POSITIVE = metrics.ConfusionMatrix(0, 3, 0, 5), metrics.ConfusionMatrix(0, 0, 2, 5)
NO_NEGATIVE, ONLY_TRUE_NEGATIVES = metrics.ConfusionMatrix(4, 1, 0, 0), metrics.ConfusionMatrix(0, 0, 0, 5)
UNDEFINED = {
    "metrics.ConfusionMatrix.precision": ("nothing called positive", lambda: NOTHING_CALLED.precision),
    "metrics.ConfusionMatrix.recall": ("no positive", lambda: NO_POSITIVE.recall),
    "metrics.ConfusionMatrix.tpr": ("no positive", lambda: NO_POSITIVE.tpr),
    "metrics.ConfusionMatrix.fnr": ("no positive", lambda: NO_POSITIVE.fnr),
    "metrics.ConfusionMatrix.fpr": ("no negative", lambda: NO_NEGATIVE.fpr),
    "metrics.ConfusionMatrix.tnr": ("no negative", lambda: NO_NEGATIVE.tnr),
    "metrics.ConfusionMatrix.f1": ("only true negatives", lambda: ONLY_TRUE_NEGATIVES.f1),
    "metrics.ConfusionMatrix.fbeta": ("only true negatives", lambda: ONLY_TRUE_NEGATIVES.fbeta(2)),
    "metrics.macro_average": ("undefined for one of them", lambda: metrics.macro_average([MATRIX, NO_POSITIVE]).recall),
    "multiclass.class_scores": (
        "a class that is never predicted",
        lambda: multiclass.class_scores([0, 1], [0, 0]).precision[0, 1],
    ),
    "multiclass.macro_scores": (
        "a class that is never predicted",
        lambda: multiclass.macro_scores([0, 1], [0, 0]).precision.value,
    ),
    "metrics.micro_average": ("no positive anywhere", lambda: metrics.micro_average([NO_POSITIVE]).recall),
    "intervals.precision_at_prior": ("both rates 0", lambda: intervals.precision_at_prior(0.1, 0, 0)),
    "calibration.calibration_line": (
        "a probability of 0 or 1",
        lambda: calibration.calibration_line(counts.count_scores([1, 0, 1], [0, 0.5, 1])).slope[0],
    ),
    "costs.operating_range": (
        "nowhere below the trivial classifiers",
        lambda: costs.operating_range(costs.CostCurve(np.array([0, 1]), np.array([1, 1]), np.array([0])))[0],
    ),
}

TABLE = [
    (function, parameter, hazard, *row)
    for function, parameters in HAZARDS.items()
    for parameter, hazards in parameters.items()
    for hazard, row in hazards.items()
]


def words_of(row):
    """Return how a message names a row."""
    function, parameter, hazard, *_ = row
    return f"{function}({parameter}: {hazard})"


# ---------------------------------------------------------------------------------------------
# The table holds, and is complete
# ---------------------------------------------------------------------------------------------


def is_ours(error):
    """Return whether the package raised it on purpose, and says what was given and what was expected."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    words = str(error)
    explains = any(
        word in words
        for word in (" must ", "expected ", " needs ", " no example ", " is too high ", " not be broadcast ")
    )
    return Path(last.filename).is_relative_to(Path(evalcore.__file__).parent) and explains


def test_no_row_stands_twice():
    assert len({words_of(row) for row in TABLE}) == len(TABLE)


OF_FILES = {"datasets.fetch_horse_colic": ConnectionError, "datasets.load_horse_colic": FileNotFoundError}


@pytest.mark.parametrize("name", [name for name in SOUND if name not in OF_FILES])
def test_the_call_that_is_made_hostile_is_sound(name):
    function, arguments = SOUND[name]
    function(**arguments)


def test_a_folder_without_the_files_is_a_documented_error():
    with pytest.raises(FileNotFoundError, match=r"horseColicTraining2.txt is not in no such folder"):
        datasets.load_horse_colic("no such folder")


def fault(row):
    """Return what is wrong with a row of the table, in words, or None if it holds."""
    name, parameter, _, argument, expected = row
    function, arguments = SOUND[name]
    try:
        result = function(**arguments | {parameter: argument})
    except (ValueError, TypeError) as error:
        if isinstance(expected, Value):
            return f"{words_of(row)} raises {error!r}"
        words = expected.replace("{}", parameter)
        as_documented = str(error).startswith(words) if expected.startswith("{}") else words in str(error)
        right = as_documented and is_ours(error)
        return "" if right else f"{words_of(row)} says {error!r}, expected {expected!r}"
    right = isinstance(expected, Value) and expected.value(result)
    return "" if right else f"{words_of(row)} returns {result!r}"


@pytest.mark.parametrize("name", HAZARDS)
def test_every_row_of_the_table_holds(name):
    assert [fault(row) for row in TABLE if row[0] == name and fault(row)] == []


def test_a_message_shows_up_to_200_characters_of_what_came():
    for length in (1, 198, 199, 10_000):  # the length of the word without quotes
        shown = repr("x" * length)
        with pytest.raises(ValueError, match=r"^target must be a function of x, got '") as caught:
            fitting.draw_sample("x" * length, 3, 0.5, rng())
        assert str(caught.value).partition("got ")[2] == (shown if len(shown) <= 200 else shown[:200] + "…")


@pytest.mark.parametrize(
    ("args", "named", "message"),
    [
        ((), {}, "missing a required argument: 'p'"),
        ((0.5, 1), {}, "too many positional arguments"),
        ((0.5,), {"p": 0.5, "cost_fn": 1, "cost_fp": 1}, "multiple values for argument 'p'"),
        ((0.5,), {"cost_fn": 1, "cost_fp": 1, "cost": 1}, "unexpected keyword argument 'cost'"),
    ],
)
def test_a_call_that_does_not_fit_is_a_type_error_of_python(args, named, message):
    with pytest.raises(TypeError, match=message):
        costs.positive_cost_probability(*args, **named)


def test_the_bounds_themselves_are_sound():
    assert costs.cost_sensitive_error(MATRIX, cost_fn=1 / 1e50, cost_fp=1) == pytest.approx(0.2)
    assert costs.cost_sensitive_error(MATRIX, cost_fn=1e50, cost_fp=1) == pytest.approx(0.2e50)
    assert metrics.confusion_at(**RANKING, threshold=LARGEST) == metrics.ConfusionMatrix(0, 2, 0, 2)


@pytest.mark.parametrize("name", UNDEFINED, ids=lambda name: f"{name}: {UNDEFINED[name][0]}")
def test_undefined_is_nan(name):
    assert np.isnan(UNDEFINED[name][1]())


def public(module):
    """Return the public functions, classes and methods of a module that take arguments, by name.

    NamedTuples and classes that only hold what a function returned check nothing: their users do.
    """
    short = module.__name__.rpartition(".")[2]
    for name, member in vars(module).items():
        if name.startswith("_") or getattr(member, "__module__", None) != module.__name__:
            continue
        if isfunction(member):
            yield f"{short}.{name}", member
        elif isclass(member):
            if hasattr(member.__init__, "__wrapped__"):  # the constructor has @asks
                yield f"{short}.{name}", member
            for method, function in vars(member).items():
                asked = not method.startswith("_") or method == "__call__"
                if asked and isfunction(function) and unwrap(function).__code__.co_filename == module.__file__:
                    yield f"{short}.{name}.{method}", partial(function, None)


PUBLIC = dict(pair for module in MODULES for pair in public(module))

# further hazards that follow from the name of a parameter
BY_NAME = {
    "y_true": {"wrong label", "wrong length", "one class, all negative", "one class, all positive"},
    "y_pred": {"wrong label", "wrong length"},
    "y_score": {"wrong length"},
    "labels": {"wrong label", "wrong length", "one class"},
    "cost_fn": {"zero", "negative"},
    "cost_fp": {"zero", "negative"},
    "beta": {"zero", "negative"},
    "p": {"below 0", "above 1"},
    "fnr": {"below 0", "above 1"},
    "fpr": {"below 0", "above 1"},
    "probability": {"below 0"},
    "k": {"below", "k > m"},
    "noise": {"negative"},
    "penalty": {"negative"},
    "splits": {"one class in training", "an empty test set"},
}
NUMBER = {"NaN", "+inf", "-inf", "a string", "None"}
ONE_NUMBER_HERE = {"bias_variance.exact_linear", "bias_variance.exact_polynomial"}  # elsewhere one value per point


def kinds_of(annotation) -> set:
    """Return the types that an annotation allows; ``ArrayLike``, whose spelling changes between NumPys, is an array."""
    if annotation == ArrayLike:
        return {np.ndarray}
    if isinstance(annotation, UnionType) or get_origin(annotation) is Union:
        return set().union(*map(kinds_of, get_args(annotation)))
    return {annotation}


def needed(name, parameter: Parameter) -> set[str]:
    """Return the hazards of a parameter, by its annotation and its name."""
    kinds = kinds_of(parameter.annotation)
    hazards = set(BY_NAME.get(parameter.name, ()))
    if kinds & {complex, np.ndarray}:  # ``ArrayLike | None``, an anonymous union that contains complex
        several = name not in ONE_NUMBER_HERE or parameter.name != "noise_variance"
        hazards |= NUMBER | ({"empty", "rows of unequal length", "a generator"} if several else {"a list"})
    elif kinds & {float, int}:
        hazards |= NUMBER | {"a list"} | ({"a fraction", "below"} if int in kinds else set())
    elif any(get_origin(kind) is Callable for kind in kinds):
        if not any(get_args(kind)[-1:] == (object,) for kind in kinds):  # then the return value is not used
            hazards |= {"None", "a number", "a string", "returns NaN", "returns another shape", "returns a string"}
    else:
        hazards |= {"None", "a number", "an array"}
    return hazards - ({"None"} if parameter.default is None else set())


DEFAULTS = {
    "alpha": 0.05, "confidence": 0.95, "correlation": 0, "cost_fn": 1, "cost_fp": 1, "effect": 1, "exact": False,
    "first_alone": False, "groups": 10, "mid_p": False, "partitions": 100, "power": 0.8, "threshold_variance": 0,
    "ties": False,
}  # fmt: skip


def test_parameters_of_one_name_have_one_default():
    optional = {
        (name, parameter.name): parameter.default
        for name, function in PUBLIC.items()
        for parameter in signature(function).parameters.values()
        if parameter.name in DEFAULTS and parameter.default is not parameter.empty
    }
    assert {parameter for _, parameter in optional} == set(DEFAULTS)
    assert {key: default for key, default in optional.items() if default != DEFAULTS[key[1]]} == {}


HERE = "in tests/test_hostile_input.py"


def test_every_public_function_has_a_sound_call_and_rows():
    for table, content in {"SOUND": SOUND, "HAZARDS": HAZARDS}.items():
        missing, gone = sorted(PUBLIC.keys() - content), sorted(content.keys() - PUBLIC)
        assert missing == [], f"add a row for {', '.join(missing)} to {table} {HERE}"
        assert gone == [], f"remove the row of {', '.join(gone)} from {table} {HERE}: there is no such function"


@pytest.mark.parametrize("name", PUBLIC)
def test_every_parameter_has_a_row_for_each_hazard_that_can_concern_it(name):
    parameters = signature(PUBLIC[name]).parameters
    rows = HAZARDS.get(name, {})
    missing = {
        parameter.name: hazards
        for parameter in parameters.values()
        if (hazards := needed(name, parameter) - rows.get(parameter.name, {}).keys())
    }
    assert missing == {}, f"add rows for these parameters to HAZARDS[{name!r}] {HERE}"
    assert sorted(rows.keys() - parameters) == [], f"{name} has no such parameters: remove their rows {HERE}"


def test_every_value_that_a_docstring_calls_nan_has_a_row():
    documented = {
        name
        for name, function in PUBLIC.items()
        if "nan" in (getdoc(getattr(function, "func", function)) or "").split()
    }
    for module in MODULES:
        for kind in filter(isclass, vars(module).values()):
            if kind.__module__ == module.__name__:
                properties = {key: value for key, value in vars(kind).items() if isinstance(value, property)}
                short = f"{module.__name__.rpartition('.')[2]}.{kind.__name__}"
                documented |= {f"{short}.{key}" for key, value in properties.items() if "nan" in (getdoc(value) or "")}
    missing = sorted(documented - {"metrics.ConfusionMatrix", "metrics.confusion_at"} - UNDEFINED.keys())
    assert missing == [], f"add a row for {', '.join(missing)} to UNDEFINED {HERE}: when it is nan, and such a call"


# ---------------------------------------------------------------------------------------------
# Random invalid input gives a result or an error of evalcore, never a warning
# ---------------------------------------------------------------------------------------------

EXTREME = [nan, inf, -inf, 0, -0.0, -1, 2, 1e308, -1e308, 5e-324, 1e-50, 1e49, -1e49]
OF_NUMPY = [np.int8(-128), np.uint8(255), np.float32(0.5), np.bool_(True), np.datetime64("NaT", "s")]
STRANGE = ["", "x", "1", b"x", None, True, 1j, ..., object(), slice(1), {}, {1}, {"a": 1}, np.random, lambda *_: 1]
SHAPES = [[], (), [[]], [[1], [1, 2]], range(3), np.array(1.0), np.array("a"), np.empty((0, 3)), np.zeros((2, 2, 2))]
OURS = [MATRIX, ROC, CURVE, SPACE, SPACE[0], OTHER_SPACE, OTHER_SPACE[0], DOMAINS, TASK, HELD_CONTEST, TREE]
TAMPERED = [ROC._replace(thresholds=["a"] * 5), ROC._replace(fpr=[0, 5e-324, 1e-323, 1, 1]), CURVE._replace(x=None)]
anything = st.sampled_from([*EXTREME, *OF_NUMPY, *STRANGE, *SHAPES, *OURS, *TAMPERED])
junk = st.recursive(anything, lambda inner: st.lists(inner, max_size=3), max_leaves=4)


def hostile(sound):
    """Draw junk, or something like the sound argument: with junk in it, shorter, longer, extreme."""
    if callable(sound):
        return st.one_of(junk, (junk | st.sampled_from(EXTREME).map(np.asarray)).map(lambda answer: lambda *_: answer))
    if type(sound) in (list, tuple) and sound:
        spoilt = st.tuples(*[st.just(item) | hostile(item) for item in sound]).map(list)
        longer = st.builds(lambda items, more: [*items, more], st.just(list(sound)), junk)
        return st.one_of(junk, spoilt, spoilt, longer, st.just(list(sound[:-1])))
    if isinstance(sound, dict):
        return st.one_of(junk, st.fixed_dictionaries({key: hostile(value) for key, value in sound.items()}))
    if isinstance(sound, float):
        return st.one_of(st.sampled_from(EXTREME), st.floats(), junk)
    return junk


def hostile_calls(arguments):
    """Draw all arguments of a call, one or more of them hostile."""
    strategies = {name: st.just(value) | hostile(value) for name, value in arguments.items()}
    return st.fixed_dictionaries(strategies)


@pytest.mark.parametrize("name", [name for name in SOUND if SOUND[name][1]])
def test_any_call_gives_a_result_or_an_error_of_ours(name):
    function, arguments = SOUND[name]

    @settings(max_examples=10, database=None, suppress_health_check=list(HealthCheck))
    @given(hostile_calls(arguments))
    def holds(drawn):
        caught = None
        try:
            function(**drawn)
        except OSError as error:
            caught = None if isinstance(error, OF_FILES.get(name, ())) else error
        except (ValueError, TypeError) as error:
            caught = None if is_ours(error) else error
        assert caught is None

    holds()


# ---------------------------------------------------------------------------------------------
# Extreme numbers
# ---------------------------------------------------------------------------------------------


def everything(y_true, y_score):
    """Return all measures of a ranking that do not name a score."""
    roc, pr = metrics.roc_curve(y_true, y_score), metrics.precision_recall_curve(y_true, y_score)
    cost = costs.cost_curve(roc)
    area = [metrics.roc_auc_score(y_true, y_score), metrics.rank_loss(y_true, y_score), cost.area]
    single = [*area, metrics.break_even_point(y_true, y_score)]
    return np.concatenate([roc.fpr, roc.tpr, pr.precision, pr.recall, cost.x, cost.y, single])


def test_a_million_ties_are_counted_like_a_few():
    """Three scores with a third of a million examples each give the same as three examples of each kind."""
    y_true, y_score = np.array([1, 0, 0, 1, 1, 0]), np.array([2, 2, 1, 1, 1, 0])
    times = 10**6 // 6 + 1
    few, many = everything(y_true, y_score), everything(np.tile(y_true, times), np.tile(y_score, times))
    np.testing.assert_allclose(many, few, rtol=1e-13)


SMALLEST, LARGEST = 5e-324, float(np.finfo(float).max)


@pytest.mark.parametrize("unit", [SMALLEST, -SMALLEST, 1e-310, LARGEST / 50, -LARGEST / 50], ids=str)
def test_scores_that_are_denormal_or_huge_rank_like_any_others(unit):
    drawn = np.random.default_rng(1)
    y_true, ranks = drawn.integers(0, 2, 300), drawn.integers(-40, 40, 300)
    scaled = ranks * unit
    assert len(np.unique(scaled)) == len(np.unique(ranks))
    np.testing.assert_array_equal(everything(y_true, scaled), everything(y_true, ranks if unit > 0 else -ranks))
    assert metrics.confusion_at(y_true, scaled, 3 * unit) == metrics.confusion_at(
        *((y_true, ranks, 3) if unit > 0 else (y_true, -ranks, -3))
    )


def test_denormal_and_nearly_certain_priors_keep_the_normalised_cost_between_the_two_rates():
    for p in (0.0, SMALLEST, 1e-300, 0.5, 1 - 2**-53, 1.0):
        for cost_fn, cost_fp in [(1e-50, 1e50), (1e50, 1e-50), (1e-50, 1e-50), (1e50, 1e50), (1, 1)]:
            x = costs.positive_cost_probability(p, cost_fn=cost_fn, cost_fp=cost_fp)
            cost = costs.normalized_cost(0.75, 0.25, p, cost_fn=cost_fn, cost_fp=cost_fp)
            assert 0 <= x <= 1
            assert cost == pytest.approx(0.75 * x + 0.25 * (1 - x))
            assert costs.best_threshold(ROC, p, cost_fn=cost_fn, cost_fp=cost_fp) in ROC.thresholds


@pytest.mark.parametrize("unit", [1e-150, 1e-50, 1e20, 1e50], ids=str)
def test_the_decomposition_of_tiny_and_of_huge_numbers_is_that_of_any_others_in_another_unit(unit):
    predictions, truth = np.array([[0.1, 0.9], [0.3, 0.5]]), np.array([0.25, 0.75])
    usual = bias_variance.decompose(predictions, truth, 0)
    scaled = bias_variance.decompose(predictions * unit, truth * unit, 0)
    np.testing.assert_allclose(np.array(scaled) / unit**2, usual, rtol=1e-12)


def test_the_largest_number_1e50_is_still_allowed():
    """It is used as an x far from a line's two points, as a prediction and as a label."""
    assert bias_variance.polynomial_smoother([-1, 1], [1e50], 1) @ [-1, 1] == pytest.approx(1e50)
    assert fitting.mean_squared_error(lambda x: x * 0 + 1e50, [0, 1], [-1e50, -1e50]) == pytest.approx(4e100)


@pytest.mark.parametrize("unit", [1e-150, 1e50], ids=str)
def test_a_fit_to_tiny_or_huge_labels_is_that_to_any_others_in_another_unit(unit):
    x, y = np.linspace(-1, 1, 9), np.array([0.1, -0.5, 0.9, 0.3, 0.7, -0.2, 0.4, 1.0, -0.9])
    for fit in [
        lambda x, y: fitting.fit_polynomial(x, y, 3),
        lambda x, y: fitting.fit_ridge(x, y, 3, penalty=0.5),
        lambda x, y: fitting.gradient_descent(x, y, 3, epochs=20, rate=0.1)[-1],
    ]:
        usual, scaled = fit(x, y), fit(x, y * unit)
        np.testing.assert_allclose(scaled.coefficients / unit, usual.coefficients, rtol=1e-9, atol=1e-12)
        error = fitting.mean_squared_error(scaled, x, y * unit)
        assert error / unit**2 == pytest.approx(fitting.mean_squared_error(usual, x, y))


A_FIFTH = """
import resource
import sys
from pathlib import Path

import numpy as np
from evalcore import costs, metrics

m = 2 * 10**6
y_score = np.arange(m, dtype=float)
y_true = np.arange(m) % 2
auc = (m / 2 + 1) / m
roc = metrics.roc_curve(y_true, y_score)
assert abs(roc.auc - auc) < 1e-12
assert abs(costs.cost_curve(roc).area - 0.25) < 1e-6
del roc
assert metrics.roc_auc_score(y_true, y_score) == auc
assert metrics.rank_loss(y_true, y_score) == (m / 2 - 1) / m
assert metrics.break_even_point(y_true, y_score) == 0.5
assert metrics.precision_recall_curve(y_true, y_score).precision[-1] == 0.5
assert metrics.confusion_at(y_true, y_score, m / 2) == metrics.ConfusionMatrix(m // 4, m // 4, m // 4, m // 4)
if sys.platform == "darwin":  # counts in bytes
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
else:  # Linux begins ru_maxrss with what the process had that started this one
    (peak,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    print(1024 * int(peak.split()[1]))
"""


@pytest.mark.trials
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no module resource")
def test_ten_million_examples_need_less_than_two_gigabytes():
    """All measures of a ranking of a fifth of them, exact, in one process: its peak, with Python and NumPy, is below a
    fifth of that."""
    environment = {**os.environ, "PYTHONPATH": str(Path(evalcore.__file__).parent.parent)}
    command = [sys.executable, "-W", "error", "-c", A_FIFTH]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    assert int(result.stdout) < 2 * 10**9 / 5
