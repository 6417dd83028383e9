"""Verify a simulator's output against the exact law, and say what is wrong with it.

`files`, `source`, `lines`, `columns`, `words`, `rounds`, `twolines`, `summaries` and `read` turn
any output into one `sample`; `deals`, `clusters` and `shoes` say how rounds hang together,
`statistics` and `measures` hold the tests, `judge` makes them, `power` says what they could have
found, `hypotheses`, `screen` and `suspects` name the mistake, and `run` is the whole.
"""

from warodds.verification.model import Verification, VerificationError
from warodds.verification.run import verify

__all__ = ["Verification", "VerificationError", "verify"]
