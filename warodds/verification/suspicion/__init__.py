"""Suspicion: which known mistake explains a sample best.

`candidates` are the mistakes and deck counts worth a look; `screen` (with `arrays` and `showing`)
weighs all of them fast, and `rank` puts them in order by the judge's own measures. `departures`
shows where the data depart when nothing fits, `resolution` what a sample is too small to tell.
"""
