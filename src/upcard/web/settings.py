"""How a house is served: names it answers to, what its pages must say, how fast its tables are."""

from dataclasses import dataclass, field
from pathlib import Path

from upcard.web.edge.docs import BUILT
from upcard.web.live.driver import Pace


@dataclass(frozen=True, slots=True)
class Settings:
    """What `upcard serve` can be told."""

    names: frozenset[str] = frozenset()
    """Host names beside addresses and localhost."""
    helpline: str = "1-800-GAMBLER"
    notice: str = "Play money only. For people of 21 and over."
    pages: Path = field(default_factory=lambda: Path(__file__).parent / "pages")
    docs: Path = BUILT
    """The documentation's site, where it is built."""
    sessions: Path | None = None
    """The file that keeps sessions over a restart; None: they end with the process."""
    pace: Pace = field(default_factory=Pace)
    coach: bool = True
    """Whether the lab's worker is started."""
    lab: bool = True
    """Whether the lab's own processes are started, when somebody first asks them something."""
    metrics_token: str | None = None
    """What opens `/metrics`, from anywhere; None: only programs on this machine read them."""
