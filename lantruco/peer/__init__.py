"""One running participant: links, lobby, replica, record and worker thread behind one `Session`.

`opening.open_table` and `joining.join_ad` / `join_address` give a session; `session.events()` tells what
happens (`lantruco.protocol.events` and `events` of this package), `view()` what the table looks like now,
`say(token)` acts, `leave()` leaves in order. Import the modules themselves: a command that opens no table
pays for none of it.
"""
