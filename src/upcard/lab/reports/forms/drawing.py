"""From what a document asks for to a Vega-Lite specification."""

from collections.abc import Callable
from typing import Any

from upcard.lab.analysis import Json
from upcard.lab.reports.document import Plot
from upcard.lab.reports.forms import plots
from upcard.lab.reports.forms.charts import chart_picture

_MAKERS: dict[str, Callable[..., Json]] = {
    "bars": plots.bars,
    "bands": plots.bands,
    "meter": plots.meter_line,
    "front": plots.front,
    "results": plots.results,
    "chart": chart_picture,
}


def drawn(plot: Plot) -> Json:
    """The specification of a plot."""
    asked: dict[str, Any] = dict(plot.spec)
    return _MAKERS[asked.pop("kind")](**asked)
