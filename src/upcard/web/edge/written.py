"""What people write and send: refused where no answer that names it could be written, or where it names our files."""

import json
from collections.abc import Mapping
from typing import Any

from upcard.web.edge.problems import Refusal


def refuse_halves(written: Mapping[str, Any]) -> None:
    """JSON can carry half a character (a lone surrogate); no answer that names it could be written."""
    try:
        json.dumps(written, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise Refusal("invalid", f"what was sent holds {error.object[error.start]!r}, half a character") from None


def refuse_files(pays: Mapping[str, object]) -> None:
    """On the command line a name that ends in .toml is a file of the user's; here it would be one of the server's."""
    for table, choice in pays.items():
        if isinstance(choice, str) and choice.endswith(".toml"):
            raise Refusal("invalid", f"pays.{table}: files can't be named here; send the table itself as an object")
