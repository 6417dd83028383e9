"""Reading: from files, a mapping or a data frame to one sample, with the way back to its lines.

`files` and `lines` know texts, `source` tables, `columns` what they hold; `words`, `numbers` and
`cards` read a value, `events` a row; `distinct` keeps the rows that differ and `rounds` counts
them, `twolines` and `summaries` what is not a row a round. `read` goes through it all,
`collected` makes one sample of it, and `deals` and `clusters` say which rows hang together.
"""
