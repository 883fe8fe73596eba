"""Pictures of results that are already computed, one module a chapter."""

from evalcore.plots import costs, metrics
from evalcore.plots.style import CURVES, NEGATIVE, POSITIVE, panels, show, use_style

__all__ = ["CURVES", "NEGATIVE", "POSITIVE", "costs", "metrics", "panels", "show", "use_style"]
