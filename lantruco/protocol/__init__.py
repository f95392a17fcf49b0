"""The replica of a table: messages, canonical encoding, signed step log, phases. No I/O, no clock."""
