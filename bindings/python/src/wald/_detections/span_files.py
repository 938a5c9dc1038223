"""Spans in CSV, and tagged tokens."""

from __future__ import annotations

import csv
import os
import re
from contextlib import contextmanager
from typing import Any, Iterator, TextIO

import numpy as np

from .._core.errors import FormatError
from .detections import Detections, matched_rows

_BLANKS = re.compile(r"[ \t\r]+")  # a token may hold other white space


@contextmanager
def _text(path: Any, newline: str | None) -> Iterator[TextIO]:
    with open(path, encoding="utf-8-sig", newline=newline) as file:
        try:
            yield file
        except UnicodeDecodeError:
            raise FormatError(f"{os.fspath(path)} is not UTF-8") from None
        except csv.Error as error:  # a cell too long, or NUL
            raise FormatError(f"{os.fspath(path)}: {error}") from None


def _parsed(text: str, where: str) -> float:
    try:
        value = np.nan if "_" in text else float(text)  # float() takes 1_000, too
    except ValueError:
        value = np.nan
    if not np.isfinite(value):
        raise FormatError(f"{where} is {text!r}: must be a finite number")
    return value


def _spans(path: Any, scored: bool) -> Iterator[tuple[str, str, tuple[float, float], float]]:
    name = os.fspath(path)
    needed = ["document", "start", "end", "label", *(["score"] if scored else [])]
    with _text(path, "") as file:
        rows = csv.reader(file)
        header = next(filter(None, rows), [])
        for each in needed:
            if header.count(each) != 1:
                raise FormatError(f"{name} has {'no column' if each not in header else 'two columns'} {each}: must have "
                                  f"{', '.join(needed)}")  # fmt: skip
        empty = 0  # the first empty line after the header: only others may follow
        for cells in rows:
            if not any(map(str.strip, cells)):
                empty = empty or rows.line_num
                continue
            if empty:
                raise FormatError(f"{name}:{empty}: an empty line before the end of the table")
            where = f"{name}:{rows.line_num}"
            if len(cells) > len(header):
                raise FormatError(f"{where}: {len(cells)} cells, where the header has {len(header)}")
            row = dict(zip(header, cells))
            for each in needed:
                if not row.get(each):
                    raise FormatError(f"{where}: {each} is empty")
            numbers = [_parsed(row[each], f"{where}: {each}") for each in needed[1:3] + needed[4:]]
            if numbers[1] < numbers[0]:
                raise FormatError(f"{where}: end is {row['end']}: must be at least start = {row['start']}")
            yield row["document"], row["label"], (numbers[0], numbers[1]), numbers[2] if scored else 0.0


def _matched_spans(truths: list[Any], found: list[Any], documents: list[Any], min_overlap: float) -> Detections:
    names = dict.fromkeys([row[1] for row in truths] + [row[1] for row in found])
    documents = documents + [row[0] for row in truths] + [row[0] for row in found]
    return matched_rows([(*row[:3], 0) for row in truths], found, names, documents, min_overlap)


def read_spans(results: Any, truth: Any, *, min_overlap: float = 1.0) -> Detections:
    """Spans of two CSV files, matched: columns document, start, end, label, and in `results` score.

    Parameters
    ----------
    results, truth : path
        Start and end count characters or tokens; the end is not part of the span.
    min_overlap : float
        1 asks for the same span; less for the intersection's least share of the union.

    Raises
    ------
    FormatError
        Where a column is missing or a cell is wrong, with its line.
    """
    return _matched_spans(list(_spans(truth, False)), list(_spans(results, True)), [], min_overlap)


def read_bio(results: Any, truth: Any, *, min_overlap: float = 1.0) -> Detections:
    """Entities of two files in CoNLL's format, matched: a token per line, its tag in the last column of `truth`, and an
    empty line after each sentence. In `results` the tag's score follows the tag; the score of an entity is the least of
    its tokens'.

    Tags are B-NAME, I-NAME and O. An entity that begins with I- is refused. Positions count tokens.

    Parameters
    ----------
    results, truth : path
        Both have the same tokens.
    min_overlap : float
        1 asks for the same entity; less for the intersection's least share of the union.

    Raises
    ------
    FormatError
        Where a tag or a score is wrong, or the files differ in their tokens, with the line.
    """
    known, tokens = _bio(truth, False)
    found, others = _bio(results, True)
    for (line, document, token), (other_line, other_document, other) in zip(tokens, others):
        if token == other and document != other_document:
            raise FormatError(f"{os.fspath(results)}:{other_line}: token {other!r} is in sentence {other_document}: that of "
                              f"{os.fspath(truth)}:{line} is in sentence {document}")  # fmt: skip
        if token != other:
            raise FormatError(f"{os.fspath(results)}:{other_line}: token {other!r} is not that of "
                              f"{os.fspath(truth)}:{line}, {token!r}")  # fmt: skip
    if len(tokens) != len(others):
        raise FormatError(f"{os.fspath(results)} has {len(others)} tokens: {os.fspath(truth)} has {len(tokens)}")
    return _matched_spans(known, found, [document for _, document, _ in tokens], min_overlap)


def _bio(path: Any, scored: bool) -> tuple[list[Any], list[tuple[int, int, str]]]:
    """Entities (sentence, name, span, least score), and each token with its line and sentence."""
    name = os.fspath(path)
    spans: list[Any] = []
    tokens: list[tuple[int, int, str]] = []
    sentence, position, open_name = 0, 0, ""
    with _text(path, None) as file:
        for number, line in enumerate(file, 1):
            cells = [cell for cell in _BLANKS.split(line.rstrip("\n")) if cell]
            where = f"{name}:{number}"
            if not cells or cells[0] == "-DOCSTART-":
                sentence, position, open_name = sentence + (position > 0), 0, ""
                continue
            if len(cells) < 2 + scored:
                raise FormatError(f"{where}: {len(cells)} columns: must have a token, a tag{' and a score' * scored}")
            tag, score = cells[-1 - scored], _parsed(cells[-1], f"{where}: score") if scored else 0.0
            kind, _, of = tag.partition("-")
            if tag != "O" and (kind not in ("B", "I") or not of):
                raise FormatError(f"{where}: tag is {tag!r}: must be O, B-NAME or I-NAME")
            if kind == "I" and of != open_name:
                raise FormatError(f"{where}: tag is {tag!r} after {'an entity ' + repr(open_name) if open_name else 'O'}: "
                                  f"an entity begins with B-{of}")  # fmt: skip
            if kind == "B":
                spans.append((sentence, of, (float(position), position + 1.0), score))
            elif kind == "I":
                document, _, (start, _), least = spans[-1]
                spans[-1] = (document, of, (start, position + 1.0), min(least, score))
            open_name = "" if tag == "O" else of
            tokens.append((number, sentence, cells[0]))
            position += 1
    return spans, tokens
