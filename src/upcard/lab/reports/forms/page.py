"""A report as one HTML file: no other file, no address, nothing to load."""

from importlib import resources

from upcard.lab.reports.document import Column, Document, Grid, Heading, Plot, Text, shown, value_of
from upcard.lab.reports.forms.drawing import drawn
from upcard.lab.reports.forms.plots import svg

_NAMES = {Grid: "table", Text: "text", Heading: "heading", Plot: "plot"}


def page(document: Document) -> bytes:
    """The file's bytes."""
    import jinja2
    import markupsafe

    source = resources.files(__package__).joinpath("page.html.j2").read_text(encoding="utf-8")
    strict = jinja2.StrictUndefined
    surroundings = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=strict)
    text = surroundings.from_string(source).render(
        document=document,
        kind=lambda block: _NAMES[type(block)],
        shown=shown,
        is_number=is_number,
        total=total_of,
        picture=lambda plot: markupsafe.Markup(svg(drawn(plot))),  # noqa: S704 - drawn here, from numbers
    )
    return text.encode()


def is_number(column: Column) -> bool:
    """Whether a column is set flush right."""
    return column.kind in {"count", "number", "percent", "money"}


def total_of(table: Grid, column: Column) -> str:
    """What stands below a column that is added up."""
    if column.key not in table.sums:
        return ""
    return shown(column, sum(value_of(row[column.key]) for row in table.rows))
