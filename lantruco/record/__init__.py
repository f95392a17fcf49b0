"""The signed record of a match: written as it is played, and checked again from its bytes alone."""
