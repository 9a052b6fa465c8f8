"""A helper: a process that evaluates tasks for another one. See `helpers`.

Messages are pickles, each after its length, on standard input and output. The first one is a
function, with whose module the process loads what it needs; the second one is its content: that
call makes the function that evaluates the tasks, one each. Both have one answer, None once that
function is made, and each task its result. When standard input closes, the other
process is gone, and the helper ends.
"""

from __future__ import annotations

import io
import os
import pickle
import signal
import struct
import threading
import traceback
from queue import SimpleQueue
from typing import IO, Any

from ..base.errors import FootfallError
from .own_streams import own_input

LENGTH = struct.Struct("<Q")


class Failure(str):
    """Why a task could not be evaluated, in one sentence."""


def main() -> int:
    """Evaluate tasks until standard input closes; return the exit status after a failure."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that is helped
    answers = _own_output()
    messages = SimpleQueue[bytes]()
    threading.Thread(target=_listen, args=(own_input(), messages), daemon=True).start()
    try:
        make = pickle.loads(messages.get())
        evaluate = make(pickle.loads(messages.get()))
        write(answers, packed(None))
        while True:
            write(answers, packed(evaluate(pickle.loads(messages.get()))))
    except FootfallError as error:
        write(answers, packed(Failure(error)))
    except Exception as error:
        traceback.print_exception(error)
        sentence = f"A search failed: {type(error).__name__}: {error}."
        write(answers, packed(Failure(sentence)))
    return 1


def packed(message: Any) -> bytes:
    """A message as it is written."""
    return pickle.dumps(message, pickle.HIGHEST_PROTOCOL)


def write(stream: IO[bytes], message: bytes) -> None:
    """Write a packed message."""
    stream.write(LENGTH.pack(len(message)) + message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """The next message, still pickled; None at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = stream.read(length)
    return data if len(data) == length else None


def _own_output() -> IO[bytes]:
    """Reserve standard output for answers; all other prints, also PyBullet's, go to stderr."""
    channel = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(channel, "wb")


def _listen(unbuffered: io.FileIO, messages: SimpleQueue[bytes]) -> None:
    with io.BufferedReader(unbuffered) as stream:
        while (message := receive(stream)) is not None:
            messages.put(message)
    os._exit(0)
