"""Judging: a sample against the exact law of what it is said to be.

`hypotheses` are rules, deck counts and mistakes with their exact laws, `likelihood` what a sample
says of one. `tails` and `statistics` hold the distributions, `measures` the tests, `judge` makes
them, and `power` says what they could have found. `shoes` is for rounds whose shoes nobody
marked, `neighbours` for rows next to each other.
"""
