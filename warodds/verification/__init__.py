"""Verify a simulator's output against the exact law, and say what is wrong with it.

Reading: `files` and `lines` know texts, `source` tables, `columns` what they hold; `words`,
`numbers` and `cards` read a value, `events` a row, `rounds` and `suits` count them, `twolines` and
`summaries` what is not a row a round; `read` goes through it all, and `collected` makes one
`sample` of it. `deals`, `clusters` and `shoes` say how rounds hang together, `statistics` and
`measures` hold the tests, `judge` makes them, `power` says what they could have found,
`hypotheses`, `screen` and `suspects` name the mistake, and `run` is the whole.
"""

from warodds.verification.model import Verification, VerificationError
from warodds.verification.run import verify

__all__ = ["Verification", "VerificationError", "verify"]
