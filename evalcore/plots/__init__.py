"""Pictures of results that are already computed, one module a chapter."""

from evalcore.plots import bias_variance, boosting, costs, fitting, hypotheses, metrics, splitting
from evalcore.plots.style import CHOSEN, CURVES, GOOD, INK, MUTED, NEGATIVE, PALE, POSITIVE, panels, show, use_style

__all__ = [
    "CHOSEN",
    "CURVES",
    "GOOD",
    "INK",
    "MUTED",
    "NEGATIVE",
    "PALE",
    "POSITIVE",
    "bias_variance",
    "boosting",
    "costs",
    "fitting",
    "hypotheses",
    "metrics",
    "panels",
    "show",
    "splitting",
    "use_style",
]
