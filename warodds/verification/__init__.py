"""Verify a simulator's output against the exact law, and say what is wrong with it.

`reading` turns any output into one `sample`, `judging` tests it, `suspicion` names the mistake
that explains it, `model` is what was found, and `run` is the whole.
"""

from warodds.verification.model import Verification, VerificationError
from warodds.verification.run import verify

__all__ = ["Verification", "VerificationError", "verify"]
