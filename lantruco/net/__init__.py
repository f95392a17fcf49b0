"""Identity keys, authenticated links, the mesh and discovery on the local network.

This package knows bytes, keys and addresses, never cards. Modules are imported one by one, so that a command
which needs no network pays for none.
"""
