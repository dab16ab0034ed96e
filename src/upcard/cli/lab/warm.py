"""`upcard warm`: compiles and tabulates everything the lab needs, so that nobody waits for it later."""

import time

import typer

from upcard.cli.waiting import waiting


def warm() -> None:
    """Compile the lab's kernels ahead of time."""
    from upcard.lab.analysis import LabError
    from upcard.lab.kernels import cache_folder
    from upcard.lab.simulation.warming import warm as warm_rounds
    from upcard.lab.solvers import solver
    from upcard.rules import registry

    for name in registry.names():
        begin = time.perf_counter()
        try:
            with waiting(name) as progress:
                solver(name).warm(progress)
                warm_rounds(name, progress)
        except LabError as error:  # a game that is not finished yet keeps no other from being ready
            typer.echo(f"{name}: {error}", err=True)
            continue
        typer.echo(f"{name}: ready after {time.perf_counter() - begin:.1f} s")
    typer.echo(f"kept in {cache_folder()}")


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command("warm")(warm)
