"""`--cluster ADDRESS`: who does a command's work, this machine or those of a Dask cluster."""

from typing import Annotated

import typer

Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="A Dask cluster: tcp://HOST:8786, or local to start one."),
]
