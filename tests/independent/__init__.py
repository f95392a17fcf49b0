"""A second verifier of match records, written from the documents alone.

It shares nothing with the package: plain integers, the standard library, a parser, a judge of the rules and a
reader of records of its own. `python -m tests.independent FILE…` judges files.
"""
