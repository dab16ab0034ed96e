"""What a game says of itself: names, pay tables, rules, labels."""

import re
from collections.abc import Iterable, Iterator
from importlib import resources
from importlib.resources.abc import Traversable

from upcard.rounds.round import Round
from upcard.rounds.view import WATCHER, label, sight
from upcard.rules.game import Game, Wager
from upcard.rules.needs import BOARD, Ask
from upcard.rules.paytable import Outcomes
from upcard.rules.rulebook import PAGE, own_rules, rule, rules_of
from upcard.rules.settings import SettingError
from upcard.rules.table import Hand
from upcard.workshop.verdict import Fault
from upcard.workshop.world import World, hands

NAME = re.compile(r"[a-z0-9]+([-+][a-z0-9]+)*")
PREFIX = re.compile(r"[A-Z][A-Z0-9]+")
RULE = re.compile(r"[A-Z][A-Z0-9]+-\d+")
SPAN = re.compile(r"\b([A-Z][A-Z0-9]+)-(\d+) to (?:[A-Z][A-Z0-9]+-)?(\d+)\b")
"""Several rules cited at once, as in TCP-5 to TCP-8."""


def definition(world: World) -> str:
    """Names, wagers, outcomes and settings are whole and fit together."""
    kind = world.kind
    _named("the game", kind.name)
    for what in ("title", "summary"):
        if not getattr(kind, what, "").strip():
            raise Fault(f"the game has no {what}")
    if not PREFIX.fullmatch(kind.rulebook):
        raise Fault(f"rulebook is the prefix of its rules, as in 'TCP', not {kind.rulebook!r}")
    if not 1 <= kind.default_seats <= kind.max_seats:
        raise Fault(f"default_seats {kind.default_seats} is not between 1 and max_seats {kind.max_seats}")
    if kind.hand_size < 0:
        raise Fault(f"hand_size {kind.hand_size}: it is how many cards each player starts with")
    _unlike("wager", [wager.name for wager in kind.wagers])
    _unlike("setting", [setting.name for setting in kind.settings])
    _unlike("set of outcomes", [f"{one.table} {one.variant}" for one in kind.outcomes])
    for wager in kind.wagers:
        _wager(kind, wager)
    for outcomes in kind.outcomes:
        _outcomes(kind, outcomes)
    for setting in kind.settings:
        _named("a setting", setting.name)
        if not setting.meaning.strip():
            raise Fault(f"the setting {setting.name} does not say what it decides")
        try:
            if setting.default is not None:
                setting.parse(setting.default)
        except SettingError as error:
            raise Fault(f"the default of {setting.name} is not allowed: {error}") from error
    return f"{len(kind.wagers)} wagers, {len(kind.settings)} settings"


def _named(what: str, name: str) -> None:
    if not NAME.fullmatch(name):
        raise Fault(f"{what} is called {name!r}; a name is lower case with hyphens, as in pair-plus")


def _unlike(what: str, names: list[str]) -> None:
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise Fault(f"the {what} {twice[0]!r} is there twice")


def _wager(kind: type[Game], wager: Wager) -> None:
    _named("a wager", wager.name)
    for what in ("title", "help"):
        if not getattr(wager, what).strip():
            raise Fault(f"the wager {wager.name} has no {what}")
    names = {other.name for other in kind.wagers}
    tied = [*(name for name in (wager.equals, wager.at_least) if name is not None), *wager.needs]
    unknown = [name for name in tied if name not in names]
    if unknown:
        raise Fault(f"the wager {wager.name} is tied to {unknown[0]}, which is no wager")
    if wager.table not in {outcomes.table for outcomes in kind.outcomes}:
        raise Fault(f"the wager {wager.name} takes the pay table {wager.table}, which has no outcomes")
    if wager.required and wager.placed != "before":
        raise Fault(f"the wager {wager.name} is required, and is not placed before the deal")


def _outcomes(kind: type[Game], outcomes: Outcomes) -> None:
    _unlike(f"outcome of {outcomes.table}", list(outcomes.names))
    for name in outcomes.names:
        _named(f"an outcome of {outcomes.table}", name)
    strange = [name for name in (*outcomes.meters, *outcomes.together) if name not in outcomes.names]
    if strange:
        raise Fault(f"{strange[0]} of {outcomes.table} has a meter, and is no outcome")
    if outcomes.table not in {wager.table for wager in kind.wagers}:
        raise Fault(f"there are outcomes of {outcomes.table}, and no wager takes that pay table")


def pay_tables(world: World) -> str:
    """Every wager has a pay table with its source and every outcome named in it, under every house setting."""
    tables = 0
    for game in world.houses:
        for name, outcomes in (
            (kind.table, kind) for kind in game.outcomes if kind.variant == game.variant(kind.table)
        ):
            offered = game.offered_tables(name)
            if not offered:
                raise Fault(f"{name} has no pay table under the house {game.house}")
            for table in offered.values():
                tables += 1
                if not table.source.strip():
                    raise Fault(f"the pay table {table.name} of {name} names no source")
                if list(table.pays) != list(outcomes.names):
                    raise Fault(f"the pay table {table.name} of {name} has the rows {', '.join(table.pays)}")
    return f"{tables} pay tables, every outcome in each"


def labels(world: World) -> str:
    """Hands, moves and keys have words; what the visible cards say of a hand is always sayable.

    A game need not call its hands anything; one that does has a word for every hand of `hand_size` cards.
    """
    named = 0
    labelled = (world.kind.label, world.kind.label_in_sight) != (Game.label, Game.label_in_sight)
    for played in world.played:
        round_ = Round(played.game, played.bets)
        for answer in played.answers:
            _check_turns(round_, played.story())
            round_.give(answer)
            named += _check_labels(round_, played.story())
        for hand in hands(round_):
            if not labelled or hand.seat == BOARD or hand.status == "folded":
                continue
            if not hand.cards or len(hand.cards) != world.kind.hand_size:
                continue
            if not _whole_label(round_, hand).strip():
                raise Fault(f"a whole hand has no label, in the round: {played.story()}")
    return f"{named} hands, whole and in part" + ("" if labelled else "; the game gives them no names of its own")


def _whole_label(round_: Round, hand: Hand) -> str:
    seen = {(other.seat, other.number): tuple(other.cards) for other in hands(round_)}
    return round_.game.label_in_sight(hand, hand.cards, seen)


def _check_labels(round_: Round, told: str) -> int:
    named = 0
    for hand in hands(round_):
        for viewer in (WATCHER, {hand.seat}):
            cards = sight(round_, viewer)[hand.seat, hand.number]
            if not cards:
                continue
            named += 1
            try:
                said = label(round_, hand, viewer)
            except Exception as error:
                raise Fault(f"the label of {len(cards)} cards: {type(error).__name__}: {error}, in: {told}") from error
            if not isinstance(said, str):
                raise Fault(f"a label is text, not {said!r}, in the round: {told}")
    return named


def _check_turns(round_: Round, told: str) -> None:
    if not isinstance(round_.need, Ask):
        return
    for turn in round_.need.turns:
        if not turn.moves:
            raise Fault(f"seat {turn.seat} has a turn and no move, in the round: {told}")
        for what in ("name", "label", "key"):
            said = [getattr(move, what) for move in turn.moves]
            if not all(said) or len(set(said)) != len(said):
                raise Fault(f"the {what}s of a turn's moves are not all there and different: {said}, in: {told}")
        if "?" in {move.key for move in turn.moves}:
            raise Fault(f"the key ? asks for help and is no move, in the round: {told}")
        if turn.default is not None and turn.move(turn.default) is None:
            raise Fault(f"silence stands for {turn.default}, which is no move now, in the round: {told}")


def rules(world: World) -> str:
    """Every rule that is cited stands on a page, and every rule on the game's page is cited by its code."""
    page = own_rules(world.kind) or {found.id: found for found in rules_of(world.kind.rulebook)}
    if not page:
        raise Fault(f"the game has no page of rules; write them down, numbered, in {PAGE} beside its module")
    cited = dict(_cited(world))
    for id_, by in cited.items():
        if not RULE.fullmatch(id_):
            raise Fault(f"{by} cites {id_!r}, which is no rule; a rule's id is as in TCP-4")
        if id_ not in page and rule(id_) is None:
            raise Fault(f"{by} cites {id_}, which stands on no page")
    sources = "\n".join(source.read_text(encoding="utf-8") for source in _sources(world.kind))
    mentioned = set(RULE.findall(sources))
    for prefix, first, last in SPAN.findall(sources):
        mentioned |= {f"{prefix}-{number}" for number in range(int(first), int(last) + 1)}
    idle = [id_ for id_ in page if id_ not in cited and id_ not in mentioned]
    if idle:
        raise Fault(f"{', '.join(idle)}: nothing in the game's code cites {'it' if len(idle) == 1 else 'them'}")
    return f"{len(page)} rules, {len(cited)} of them cited in play"


def _cited(world: World) -> Iterator[tuple[str, str]]:
    """The rules that the game and its rounds name, each with who names it."""
    for wager in world.kind.wagers:
        yield wager.rule, f"the wager {wager.name}"
    for setting in world.kind.settings:
        yield setting.rule, f"the setting {setting.name}"
    for played in world.played:
        for line in played.round.lines:
            yield line.rule, f"a line of {line.wager}"
        round_ = Round(played.game, played.bets)
        for answer in played.answers:
            if isinstance(round_.need, Ask):
                for turn in round_.need.turns:
                    for move in turn.moves:
                        yield move.rule, f"the move {move.name}"
            round_.give(answer)


def _sources(kind: type[Game]) -> Iterable[Traversable]:
    """The code of the game's package; of Upcard's own games all of Upcard, whose rules are kept in many rooms."""
    package = kind.__module__.rpartition(".")[0]
    return _modules(resources.files("upcard" if package.startswith("upcard.") else package))


def _modules(folder: Traversable) -> Iterator[Traversable]:
    for file in folder.iterdir():
        if file.is_dir():
            yield from _modules(file)
        elif file.name.endswith((".py", ".toml")):
            yield file
