"""The house's state as plain JSON values and back, by its type annotations: what a snapshot is made of."""

import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

T = TypeVar("T")

Reader = Callable[[Any], Any]

_kept_fields: dict[type, tuple[str, ...]] = {}
_readers: dict[Any, Reader] = {}


def plain(value: Any) -> Any:
    """A value as JSON has it. A field that is marked ``metadata={"kept": False}`` is left out."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in _kept(type(value))}
    if isinstance(value, msgspec.Struct):  # a part of a fact, as the ledger has it
        return msgspec.to_builtins(value)
    return value


def revive(kind: type[T], data: Any) -> T:
    """The value of that type that `plain` made the data of."""
    made: T = _reader(kind)(data)
    return made


def _kept(kind: Any) -> tuple[str, ...]:
    if kind not in _kept_fields:
        _kept_fields[kind] = tuple(field.name for field in fields(kind) if field.metadata.get("kept", True))
    return _kept_fields[kind]


def _as_is(data: Any) -> Any:
    return data


def _reader(kind: Any) -> Reader:
    if kind not in _readers:
        _readers[kind] = _make_reader(kind)
    return _readers[kind]


def _make_reader(kind: Any) -> Reader:
    origin, args = get_origin(kind), get_args(kind)
    if all(isinstance(one, type) and issubclass(one, msgspec.Struct) for one in args or (kind,)):
        return lambda data: msgspec.convert(data, kind)
    if origin is dict:
        key: Callable[[str], Any] = int if args[0] is int else _as_is
        item = _reader(args[1])
        return lambda data: {key(name): item(value) for name, value in data.items()}
    if origin is list:
        item = _reader(args[0])
        return lambda data: [item(value) for value in data]
    if origin in {Union, types.UnionType}:
        (inner,) = (_reader(arg) for arg in args if arg is not type(None))
        return lambda data: None if data is None else inner(data)
    if is_dataclass(kind):
        make: Any = kind
        hints = get_type_hints(kind)
        readers = {name: _reader(hints[name]) for name in _kept(kind)}
        return lambda data: make(**{name: read(data[name]) for name, read in readers.items()})
    return _as_is
