"""Verify a simulator's output against the exact law, and say what is wrong with it.

`files`, `source`, `lines`, `columns`, `words`, `rounds`, `twolines`, `summaries` and `read` turn
any output into one `sample`; `deals`, `clusters`, `shoes` and `neighbours` say how rounds hang
together, `tails`, `statistics` and `measures` hold the tests, `judge` makes them, `power` and
`resolution` say what they could have found; `hypotheses` and `likelihood` weigh the `candidates`
exactly, `screen` (with `arrays` and `showing`) all of them fast, `suspects` ranks them, and
`departures` is for when none fits. `run` is the whole.
"""

from warodds.verification.model import Verification, VerificationError
from warodds.verification.run import verify

__all__ = ["Verification", "VerificationError", "verify"]
