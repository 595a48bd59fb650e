"""SQLite so that a killed process loses nothing that was answered: a write is on the disk when its transaction ends."""
import sqlite3, threading
from contextlib import contextmanager


class Database:
    """A file of SQLite. Each thread has a connection of its own; writers take turns."""

    def __init__(self, path, schema):
        self.path, self.local = path, threading.local()
        self.connection().executescript(schema)

    def connection(self):
        if not hasattr(self.local, "connection"):
            connection = sqlite3.connect(self.path, timeout=5, isolation_level=None)
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")  # In NORMAL, the last transactions are lost with the power.
            connection.execute("PRAGMA foreign_keys = ON")
            self.local.connection = connection
        return self.local.connection

    @contextmanager
    def transaction(self, kind="IMMEDIATE"):
        """All or nothing. IMMEDIATE: what is read in it cannot change before it is written. DEFERRED: reads of one moment."""
        connection = self.connection()
        connection.execute(f"BEGIN {kind}")
        try:
            yield connection
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def all(self, query, *values):
        return self.connection().execute(query, values).fetchall()

    def one(self, query, *values):
        return self.connection().execute(query, values).fetchone()
