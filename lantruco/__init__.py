"""Truco Paulista for one local network, dealt fairly without a referee."""

__version__ = "0.1.0"
