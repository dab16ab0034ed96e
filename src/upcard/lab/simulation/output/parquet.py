"""Rounds one by one in a Parquet file, written as they come: what every seat staked and won in each.

The file holds besides, under the key `upcard`, the result of the whole simulation as JSON: game, settings, seed,
strategies, every wager's tallies. It is written beside its name and renamed when it is whole.
"""

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from upcard.extras import need
from upcard.lab.analysis import Json, LabError
from upcard.lab.kernels import Array
from upcard.lab.simulation.setup import Setup

KEY = "upcard"


def check_file(path: Path) -> None:
    """Refuses a file that can't be written, or where what writes it is missing, before any round is played."""
    from upcard.lab.reports.writing import refuse_folder

    need("parquet")
    if path.suffix != ".parquet":
        raise LabError(f"rounds are written to a file that ends in .parquet, not to {path}")
    if path.is_dir():
        raise LabError(f"{path} is a folder; name a file in it")
    refuse_folder(path.parent)


class RoundsFile:
    """A file that is being written; used with `with`, it is there in the end or not at all."""

    def __init__(self, path: Path, setup: Setup) -> None:
        import pyarrow as pa

        self.path, self._part = path, path.with_name(f".{path.name}.part")
        columns = [("round", pa.int64())]
        for number in sorted(setup.seats):
            columns += [(f"seat_{number}_staked", pa.int64()), (f"seat_{number}_won", pa.int64())]
        self._schema: Any = pa.schema(columns)
        self._rounds = 0
        self._waiting: list[tuple[Array, Array]] = []

    def __enter__(self) -> Self:
        from pyarrow import parquet

        self._writer: Any = parquet.ParquetWriter(str(self._part), self._schema, compression="zstd")
        return self

    def add(self, staked: Array, won: Array) -> None:
        """Takes rounds that come after those taken: arrays at [round, place], in cents.

        The last ones wait until others come, or the result says that they are in it: whoever interrupts in between has
        a file of just the rounds that were counted.
        """
        self._write()
        self._waiting = [(staked, won)]

    def _write(self) -> None:
        import numpy as np
        import pyarrow as pa

        for staked, won in self._waiting:
            columns = [np.arange(self._rounds + 1, self._rounds + len(won) + 1, dtype=np.int64)]
            for place in range(won.shape[1]):
                columns += [np.ascontiguousarray(staked[:, place]), np.ascontiguousarray(won[:, place])]
            self._writer.write_table(pa.Table.from_arrays([pa.array(one) for one in columns], schema=self._schema))
            self._rounds += len(won)
        self._waiting = []

    def close(self, result: Json) -> None:
        """Adds what the rounds came to; the file is whole."""
        if result["rounds"] > self._rounds:
            self._write()
        self._writer.add_key_value_metadata({KEY: json.dumps(result, ensure_ascii=False)})

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        if kind is None:
            self._part.replace(self.path)
        else:
            self._part.unlink(missing_ok=True)
