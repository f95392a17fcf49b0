"""Who decides on a seat: a bot (a policy over the seat's own view), or whoever else has a `seat.Player`."""
