"""The command line: bake, simulate, map, style, skills, doctor, bench and more.

Exit status: 0 success, 1 a failed run, 2 invalid input. Errors are one sentence on standard error.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from ..base.errors import FootfallError, InvalidInput, RigError
from ..base.leaving import leave_blender
from . import doctor
from .sentences import sentence_of

DONE, FAILED, BAD_INPUT = 0, 1, 2


def main(line: Sequence[str] | None = None) -> int:
    """Run one command line (sys.argv's when None) and return its exit status."""
    try:
        arguments = _parse(sys.argv[1:] if line is None else line)
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe (`footfall skills | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        status = DONE
    except KeyboardInterrupt:
        status = _complain("Stopped.", FAILED)
    except (InvalidInput, RigError) as error:
        status = _complain(sentence_of(error), BAD_INPUT)
    except FootfallError as error:
        status = _complain(sentence_of(error), FAILED)
    except Exception as error:
        status = _complain(sentence_of(error), FAILED)
    leave_blender(status)
    return status


def _parse(line: Sequence[str]) -> Namespace:
    """Parse a command line; the libraries that most commands need may be missing for `doctor`."""
    if list(line[:1]) == [doctor.NAME]:
        return doctor.make_doctor_parser().parse_args(line[1:])
    from .parser import make_parser

    return make_parser().parse_args(line)


def _complain(sentence: str, status: int) -> int:
    print(f"footfall: {sentence}", file=sys.stderr)
    return status
