"""What `deploy/` ships fits the program: units that systemd reads, a container, a dashboard of metrics that exist."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer

from upcard.cli.main import app
from upcard.web.edge.metrics import Metrics

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")

OF_PROCESS = {f"process_{name}" for name in (
    "virtual_memory_bytes", "resident_memory_bytes", "start_time_seconds", "cpu_seconds_total", "open_fds", "max_fds"
)}  # fmt: skip


def metrics() -> set[str]:
    """What /metrics has, without what belongs to a histogram or says when a counter began."""
    families = {family.name: family.type for family in Metrics().registry.collect()}
    return {name + ("_total" if kind == "counter" else "") for name, kind in families.items()}


def asked(text: str) -> set[str]:
    """The metrics that a query, or a page, names."""
    found = re.findall(r"\b(?:upcard|process)_[a-z_]+[a-z]", text)
    return {re.sub(r"_seconds_(bucket|count|sum)$", "_seconds", name) for name in found}


def test_the_page_lists_every_metric_and_no_other() -> None:
    listed = {name for line in PAGE.splitlines() if line.startswith("| `") for name in asked(line.split("|")[1])}
    assert listed == metrics()
    assert metrics() >= OF_PROCESS


def test_dashboard_and_alerts_ask_for_metrics_that_there_are() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert len(queries) >= len(board["panels"])
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    rules = re.findall(r"expr: (.+)", (DEPLOY / "alerts.yml").read_text(encoding="utf-8"))
    assert rules
    for query in [*queries, *rules]:
        assert asked(query) <= metrics(), query
        assert query.count("(") == query.count(")")
    for alert in re.findall(r"alert: (\w+)", (DEPLOY / "alerts.yml").read_text(encoding="utf-8")):
        assert f"`{alert}`" in PAGE, f"docs/operations.md does not say what to do about {alert}"


def given(line: str) -> None:
    """A line of a unit, a container or the page: a command that there is, with options that it has."""
    words = shlex.split(line.partition("#")[0])
    command = typer.main.get_command(app)
    context = typer.Context(command)
    for word in words:
        below = getattr(command, "get_command", None)
        if below is None:
            break
        command = below(context, word)
        assert command is not None, f"there is no such command: {line}"
    known = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
    for word in words:
        if word.startswith("--"):
            assert word.partition("=")[0] in known, f"{command.name} has no {word}"


def test_units_container_and_page_use_commands_and_options_that_there_are() -> None:
    lines = [
        found
        for path in DEPLOY.glob("*.service")
        for found in re.findall(r"^ExecStart=\S+/upcard (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    lines += re.findall(r"^(?:sudo -u upcard )?(?:\S*/)?upcard (.+)$", PAGE, re.MULTILINE)
    assert len(lines) > 8
    for line in lines:
        given(line)


def test_systemd_reads_the_units(tmp_path: Path) -> None:
    """`systemd-analyze verify`, with programs in place of those that are not installed here."""
    units = []
    for path in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")):
        text = path.read_text(encoding="utf-8").replace("/opt/upcard/.venv/bin/upcard", "/bin/true")
        to = tmp_path / path.name.replace("@.", "@8021.")
        to.write_text(text, encoding="utf-8")
        units.append(str(to))
    program = shutil.which("systemd-analyze")
    assert program, "systemd-analyze is missing (Debian: apt-get install systemd)"
    done = subprocess.run([program, "verify", "--man=no", *units], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "upcard" in line and "Failed to load" not in line]
    assert not ours, done.stderr
    for path in DEPLOY.glob("*.service"):
        lines = path.read_text(encoding="utf-8").splitlines()
        strict = "strict" if "@" in path.name else "full"  # the others write where the operator says
        wanted = {
            "User=upcard",
            "UMask=0077",
            "NoNewPrivileges=yes",
            f"ProtectSystem={strict}",
            "CapabilityBoundingSet=",
        }
        assert wanted <= set(lines), path.name


def test_the_command_line_of_an_installed_house_is_that_of_its_units() -> None:
    script = DEPLOY / "upcard.sh"
    subprocess.run(["/bin/sh", "-n", str(script)], check=True)
    text, unit = script.read_text(encoding="utf-8"), (DEPLOY / "upcard@.service").read_text(encoding="utf-8")
    for setting, line in (
        ("EnvironmentFile", ". {}"),
        ("User", "runuser -u {} -- "),
        ("WorkingDirectory", "export HOME={}"),
        ("UMask", "umask {}"),
    ):
        (said,) = re.findall(rf"^{setting}=0*(.+)$", unit, re.MULTILINE)
        assert line.format(said) in text.replace("umask 0", "umask "), setting
    assert re.findall(r"^ExecStart=(\S+) ", unit, re.MULTILINE)[0] in text


def test_the_container_file_copies_what_there_is_and_runs_as_nobody_special() -> None:
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    steps = [line.split(None, 1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    known = {"ARG", "FROM", "WORKDIR", "RUN", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK"}
    assert {word for word, _ in steps} <= known | {"ENTRYPOINT", "CMD"}
    for word, rest in steps:
        if word == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), f"there is no {source} to copy"
    said = dict(steps)
    assert said["USER"] == "upcard"
    assert json.loads(said["ENTRYPOINT"]) == ["upcard"]
    given(shlex.join(json.loads(said["CMD"])))
    health = said["HEALTHCHECK"].partition("CMD ")[2]
    compile(json.loads(health)[2], "health", "exec")


@pytest.mark.parametrize("name", sorted(path.name for path in DEPLOY.iterdir()))
def test_every_file_is_on_the_page(name: str) -> None:
    assert f"deploy/{name}" in PAGE
