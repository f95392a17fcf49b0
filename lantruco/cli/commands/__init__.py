"""One module for each command: `run(invocation)` gives the exit status, and raises what stops it."""
