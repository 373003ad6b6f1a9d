"""What the numbers of moves show: that lines are of one game, and that each move stands there once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, pairwise, takewhile

from innolog import log as seen
from innolog.log import At, GameLog, Inconsistency, Unread, UnsupportedLog
from parsers.lines.reading import Entry


def check_one_log(source: str, entries: Iterable[Entry]) -> None:
    """Raise :class:`~innolog.log.UnsupportedLog` if moves begin again: names, sets and the end are of several logs."""
    first, highest = None, -1
    for entry in entries:
        if entry.move is None:
            continue
        if first is None:
            first = entry.move
        elif entry.move <= first < highest:
            raise UnsupportedLog(source, f"{entry.at}: moves begin again here, as those of another log do")
        highest = max(highest, entry.move)


def note_strange(log: GameLog, sign: Unread | None) -> None:
    """Note a sign that the log is not known well, if it is the first one. None: there is none."""
    if sign is None:
        return
    if log.strange is None or sign.at.place < log.strange.at.place:
        log.strange = sign


def note_repetition(log: GameLog, entries: Iterable[Entry]) -> None:
    """Note the first move that stands again, with its number: somebody has pasted it twice, or a page ends within it.

    What comes from there on is not judged. The game can still be legal, since at a table two moves may read alike. A
    header without a line below it says nothing, however often it stands there.
    """
    moves = [move for move in _moves(entries) if any(entry.player is None for entry in move)]
    told = [[(entry.text, entry.player) for entry in move] for move in moves]
    begun = {each.at for each in log.observations if isinstance(each, seen.ActionBegan | seen.FreeActionBegan)}
    last: dict[int | None, int] = {}
    for index, move in enumerate(moves):
        first = last.get(move[0].move)
        if first is not None and (sign := _stands_again(moves, told, first, index, begun)) is not None:
            note_strange(log, sign)
            return
        last[move[0].move] = index


def _stands_again(
    moves: Sequence[Sequence[Entry]],
    told: Sequence[Sequence[tuple[str, str | None]]],
    first: int,
    index: int,
    begun: Collection[At],
) -> Unread | None:
    """Where a move begins to stand again, of which the ``first`` one has the number; None if it does not.

    The text of the move before it may break off, and go on with the end of the move before the repeated ones.
    """
    before, move = moves[index - 1], moves[index]
    copied, follows = told[first] == told[index], first == index - 1
    if not (copied or follows):
        return None
    whole = next((told[at] for at in range(index, len(moves)) if moves[at][0].move == before[0].move), [])
    seam = _seam(told[index - 1], whole, told[first - 1] if first else [])
    if copied or seam is not None:
        begins = move[0] if seam is None else [*before, move[0]][seam]
        return Unread(begins.at, "a move that stands there again, word for word")
    # If an action was taken to begin there (``begun``), and no lines are copies, the move may go on, as on a new page.
    # A copy with other lines in it is none.
    goes_on = move[0].at in begun and told[first][0] == told[index][0]
    if goes_on and not set(told[first]) <= set(told[index]):
        return Unread(move[0].at, "the header of the move before, so that it is not certain where an action begins")
    return None


def _seam(lines: Sequence[object], whole: Sequence[object], other: Sequence[object]) -> int | None:
    """Where lines that begin as a ``whole`` move go on with the end of another one, or end; None if they do neither."""
    seam = len(lines) if lines == whole else max(1, len(lines) - _alike(reversed(lines), reversed(other)))
    return seam if seam <= _alike(lines, whole) else None


def _moves(entries: Iterable[Entry]) -> list[list[Entry]]:
    """The entries of each numbered move, with its header if that is one."""
    numbered = (entry for entry in entries if entry.move is not None)
    return [list(move) for _, move in groupby(numbered, key=lambda entry: (entry.move, entry.header))]


def _alike(one: Iterable[object], other: Iterable[object]) -> int:
    """The number of equal lines at the start."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def compare_order(log: GameLog, entries: Iterable[Entry], *, again: bool = True) -> None:
    """Note in a log where move numbers are not consecutive; with ``again``, a number may be repeated.

    That a move was taken back can stand right before, in words that are not understood. Then nothing is judged from
    there on.
    """
    moves = _moves(entries)
    # A header may stand there twice.
    begins = [
        move[0].at
        for move, after in pairwise([*moves, []])
        if len(move) > 1 or move[0].player is None or [entry.text for entry in after[:1]] != [move[0].text]
    ]
    found = list(out_of_order([(at, at.move) for at in begins if at.move is not None], again=again))
    log.inconsistencies += found
    if not found:
        return
    after, until = begins[begins.index(found[0].at) - 1].place, found[0].at.place
    notice = next((unread for unread in log.unread if after <= unread.at.place < until), None)
    if notice is not None:
        words = f"innolog does not understand \u201c{notice.text}\u201d, after which moves are out of order"
        note_strange(log, Unread(notice.at, words))


def out_of_order(numbered: Iterable[tuple[At, int]], *, again: bool = True) -> Iterator[Inconsistency]:
    """The places where move numbers are not consecutive; with ``again``, a number may be repeated."""
    highest = -1
    for at, move in numbered:
        if move < highest or (move == highest and not again):
            yield Inconsistency(at, "moves are out of order", f"a move after {highest}", f"move {move}")
        highest = max(highest, move)
