"""How `make docs` makes the site: Markdown by MyST, the reference by autodoc, nothing from another machine."""

from pathlib import Path

from sphinx.application import Sphinx

import upcard

ROOT = Path(__file__).parents[2]

project = "Upcard"
author = "The Upcard maintainers"
copyright = "The Upcard maintainers, Apache-2.0"  # noqa: A001 (Sphinx calls it so)
version = release = upcard.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["rulebook/pending.txt"]
suppress_warnings = ["myst.header", "misc.highlighting_failure"]  # a page may begin small; JSON may have … in it
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {"Cards": "Cards", "Script": "Script", "Turns": "Turns", "Bets": "Bets"}
autodoc_class_signature = "separated"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Upcard {version}"
html_copy_source = False
html_show_sourcelink = False
pygments_style = "friendly"


def add_the_rest(app: Sphinx, page: str, source: list[str]) -> None:
    """A page that nobody has put into the contents stands at their end."""
    if page == root_doc:
        rest = [doc for doc in sorted(app.env.found_docs) if "/" not in doc and f"\n{doc}\n" not in source[0]]
        rest.remove(root_doc)
        if rest:
            source[0] += "\n".join(["\n```{toctree}", ":caption: More", ":maxdepth: 1", "", *rest, "```", ""])


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", add_the_rest)
