"""Writes a report in the form that its file's name asks for: whole or not at all."""

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from upcard.lab.analysis import Json, LabError
from upcard.lab.reports.layout.chapters import document


def _json(said: Json) -> bytes:
    return (json.dumps(said, indent=2, ensure_ascii=False) + "\n").encode()


def _html(said: Json) -> bytes:
    from upcard.lab.reports.forms.page import page

    return page(document(said))


def _pdf(said: Json) -> bytes:
    from upcard.lab.reports.forms.paper import paper

    return paper(document(said))


def _xlsx(said: Json) -> bytes:
    from upcard.lab.reports.forms.workbook import workbook

    return workbook(document(said))


FORMS: Mapping[str, Callable[[Json], bytes]] = {".json": _json, ".html": _html, ".pdf": _pdf, ".xlsx": _xlsx}
"""How a report is written, by the end of the file's name."""


def form_of(path: Path) -> str:
    """The form that a file's name asks for; a name or a folder that can't be written is refused before any work."""
    form = path.suffix.lower()
    if form not in FORMS:
        raise LabError(f"{path} names no form of a report; its name ends in {', '.join(FORMS)}")
    refuse_folder(path.parent)
    if path.is_dir():
        raise LabError(f"{path} is a folder; a report is a file")
    return form


def refuse_folder(folder: Path) -> None:
    """Refuses a folder that nothing can be written into."""
    if not folder.is_dir():
        raise LabError(f"there is no folder {folder} to write into")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise LabError(f"nothing can be written into {folder}")


def write_whole(path: Path, data: bytes) -> None:
    """Writes beside and renames: a reader sees the old file or the new one, never half of it."""
    beside: Path | None = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as part:
            beside = Path(part.name)
            part.write(data)
        beside.chmod(0o644)
        beside.replace(path)
    except OSError as error:
        if beside is not None:
            beside.unlink(missing_ok=True)
        raise LabError(f"{path} can't be written: {error.strerror or error}") from error


def write_all(said: Json, paths: Mapping[Path, str]) -> None:
    """Writes every form, once all of them are made."""
    made = {path: FORMS[form](said) for path, form in paths.items()}
    for path, data in made.items():
        write_whole(path, data)
