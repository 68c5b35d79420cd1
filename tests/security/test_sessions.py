#!/usr/bin/env python3
"""Sessions and connections that are opened and left: nobody is locked out by
them, and what is in use stays."""
import pathlib
import resource
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

OF_ONE = 64
IN_ALL = 1000
GONE = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no such session: send initialize again"}}'
IN_USE = b'{"error":"too many sessions are in use; end some with DELETE, or their requests and streams"}'
INITIALIZE = message(1, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})
PING = message(7, "ping")


class Keyed:
    """A client on one connection that stays open."""

    def __init__(self, server, key, source=None):
        self.server, self.key = server, key
        self.connection = socket.create_connection((server.host, server.port), timeout=WAIT,
                                                   source_address=(source, 0) if source else None)

    def send(self, body, session=None, method="POST"):
        headers = {"Authorization": f"Bearer {self.key}" if self.key else None, "Mcp-Session-Id": session}
        self.connection.sendall(raw_request(self.server, method, "/mcp", headers, body))
        return read_reply(self.connection, method)

    def open(self):
        """The id of a session that nothing more is heard of."""
        reply = self.send(INITIALIZE)
        same(reply.status, 200, repr(reply))
        return reply.headers["mcp-session-id"]

    def use(self):
        """The id of one that is used."""
        id = self.open()
        same(self.send(message(None, "notifications/initialized"), id).status, 202)
        return id

    def lives(self, id):
        reply = self.send(PING, id)
        if reply.status == 404:
            same(reply.body, GONE)
            return False
        same((reply.status, reply.body), (200, b'{"jsonrpc":"2.0","id":7,"result":{}}'))
        return True

    def close(self):
        self.connection.close()


def stream_of(server, key, session):
    stream = Events(server, headers={"Accept": "text/event-stream", "Mcp-Session-Id": session, "Authorization": f"Bearer {key}"})
    same(stream.status, 200)
    return stream


# ---- sessions ----

@both_ways
def initialize_without_end_locks_nobody_out(direct):
    with Place() as place:
        first_key, second_key = place.key("first"), place.key("second")
        server = Http(place, auth=True, direct=direct)
        flood, other = Keyed(server, first_key), Keyed(server, second_key)
        used, others = flood.use(), other.use()
        ids = [flood.open() for _ in range(IN_ALL + 200)]
        assert other.lives(others), "another key's session is gone"
        assert flood.lives(used), "one that is used is gone, and unused ones are there"
        same(flood.lives(ids[0]), False)
        same([flood.lives(id) for id in ids[-3:]], [True] * 3)
        assert other.lives(other.use()) and flood.lives(flood.use())
        flood.close()
        other.close()
        server.stop()


@case
def the_longest_unused_goes_first():
    with Place() as place:
        key = place.key()
        server = Http(place, auth=True)
        client = Keyed(server, key)
        ids = [client.use() for _ in range(OF_ONE)]
        assert client.lives(ids[0])  # used again: the second is the oldest now
        newest = client.use()
        same([client.lives(id) for id in (ids[0], ids[1], ids[2], newest)], [True, False, True, True])
        # One that was only opened goes before all that were used.
        same(client.send(None, ids[3], "DELETE").status, 204)
        opened = client.open()
        later = client.use()
        same([client.lives(id) for id in (opened, ids[2], ids[4], later)], [False, True, True, True])
        client.close()
        server.stop()


@case
def what_is_in_use_stays():
    with Place() as place:
        key = place.key()
        server = Http(place, auth=True)
        client = Keyed(server, key)
        ids = [client.use() for _ in range(OF_ONE)]
        streams = [stream_of(server, key, id) for id in ids[:2]]
        for _ in range(3 * OF_ONE):
            client.use()
        same([client.lives(id) for id in ids[:4]], [True, True, False, False])
        # All in use: told so, and an end of one makes room.
        ids = ids[:2] + [client.use() for _ in range(OF_ONE - 2)]
        streams += [stream_of(server, key, id) for id in ids[2:]]
        reply = client.send(INITIALIZE)
        same((reply.status, reply.body), (503, IN_USE))
        assert Keyed(server, place.key("other")).use(), "another key has a quota of its own"
        streams[0].close()
        until(lambda: client.send(INITIALIZE).status == 200, "room after a stream's end")
        same(client.lives(ids[0]), False)
        for stream in streams:
            stream.close()
        client.close()
        server.stop()


@case
def without_keys_each_address_has_its_own():
    with Place() as place:
        server = Http(place)
        flood, other = Keyed(server, None), Keyed(server, None, source="127.0.0.2")
        others = other.use()
        for _ in range(3 * OF_ONE):
            flood.use()
        assert other.lives(others)
        server.stop()


@case
def without_a_key_no_session_is_made():
    with Place() as place:
        key = place.key()
        server = Http(place, auth=True)
        for _ in range(20):
            reply = server.send("POST", "/mcp", INITIALIZE, {"Authorization": "Bearer fathom_" + "0" * 40})
            same((reply.status, reply.body), (401, b'{"error":"unauthorized"}'))
            assert "mcp-session-id" not in reply.headers
        client = Keyed(server, key)
        used = client.use()
        server.stop()
        kept = json.loads(next((place.root / "state" / "fathom").glob("sessions-*.json")).read_text())
        same([session["id"] for session in kept["sessions"]], [used])


@case
def sessions_and_their_order_outlive_a_restart():
    with Place() as place:
        key = place.key()
        server = Http(place, auth=True)
        client = Keyed(server, key)
        ids = [client.use() for _ in range(OF_ONE - 1)]
        opened = client.open()
        port = server.port
        client.close()
        server.stop()
        server = Http(place, auth=True, port=port)
        client = Keyed(server, key)
        client.use()
        same([client.lives(id) for id in (opened, ids[0], ids[-1])], [False, True, True])
        client.close()
        server.stop()


# ---- connections that say nothing ----

def silent(server, count):
    return [socket.create_connection((server.host, server.port), timeout=WAIT) for _ in range(count)]


@case
def half_open_connections_keep_nobody_out():
    """More than are allowed at once, with a part of a request or none."""
    with Place() as place:
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        count = 4300 if before[1] >= 12000 else 0
        limit = 12000 if count else before[0]
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, before[1]))
        key = place.key()
        server = Http(place, auth=True)
        if not count:  # the server has few descriptors too, and allows fewer connections
            count = min(before[0] // 2, 600)
        client = Keyed(server, key)
        session = client.use()
        stream = stream_of(server, key, session)
        connections = silent(server, count // 2)
        for connection in silent(server, count - count // 2):
            connection.sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ")
            connections.append(connection)
        started = time.monotonic()
        for _ in range(20):
            newcomer = Keyed(server, key)
            assert newcomer.lives(session), "a keyed request on a new connection"
            newcomer.close()
            assert client.lives(session), "a keyed request on an old connection"
        assert time.monotonic() - started < 60
        same(stream.events.qsize(), 0)
        same(server.send("GET", "/health").status, 200)
        for connection in connections:
            connection.close()
        client.close()
        stream.close()
        server.stop()
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


if __name__ == "__main__":
    main()
