#!/usr/bin/env python3
"""Who may talk to the HTTP listener: hosts, origins, keys, addresses, and what
a repository may change about that."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

PLACE = Place()
KEY = PLACE.key("first")
OTHER_KEY = PLACE.key("second")
LIST = message(1, "tools/list", modern())
_servers = {}


def server(*options):
    """A listener with these options, shared between cases; no key is sent
    unless a case sends it."""
    if options not in _servers:
        _servers[options] = Http(PLACE, *options, auth="--no-auth" not in options)
    return _servers[options]


def status(listener, headers=None, source=None, path="/mcp", body=LIST, method="POST"):
    reply = listener.send(method, path, body, {**listener.era_headers(body), **(headers or {})}, source=source)
    return reply.status


def bearer(key):
    return {"Authorization": f"Bearer {key}"}


# ---- rebinding and cross-origin ----

@case
def host_must_be_ours():
    lax = server("--no-auth")
    port = lax.port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", "localhost", "127.0.0.1", f"LOCALHOST:{port}", f"[::1]:{port}"):
        same(status(lax, {"Host": host}), 200, host)
    for host in ("evil.example", f"evil.example:{port}", f"localhost.evil.example:{port}", f"127.0.0.1.evil.example:{port}",
                 f"evil.example:{port}@127.0.0.1", "127.0.0.2", "0.0.0.0", "[::2]", "localhost:99999999", f"x@localhost:{port}",
                 "localhost,evil.example", "[::1", "169.254.169.254"):
        assert status(lax, {"Host": host}) in (400, 403), host
    # Not even health is told to a rebound name.
    same(lax.send("GET", "/health", headers={"Host": "evil.example"}).status, 403)


@case
def host_must_be_there_once():
    lax = server("--no-auth")
    for head in (b"POST /mcp HTTP/1.1\r\n", b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n",
                 b"POST http://evil.example/mcp HTTP/1.1\r\nHost: localhost\r\n", b"POST /mcp HTTP/1.1\r\nHost:\r\n"):
        with socket.create_connection((lax.host, lax.port), timeout=WAIT) as connection:
            connection.sendall(head + b"Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
            assert read_reply(connection).status in (400, 403, 421), head


@case
def origin_must_be_ours():
    lax = server("--no-auth")
    for origin in (f"http://localhost:{lax.port}", "http://127.0.0.1:3000", "https://localhost", "http://[::1]:8080"):
        same(status(lax, {"Origin": origin}), 200, origin)
    for origin in ("https://evil.example", "http://localhost.evil.example", "null", "file://", "http://127.0.0.1.evil.example",
                   "https://evil.example:80@localhost", "chrome-extension://abc", "http://", "localhost", "http://127.0.0.2",
                   "http://localhost https://evil.example"):
        same(status(lax, {"Origin": origin}), 403, origin)
    # With a right key as well: the browser would send it along.
    same(status(server(), {"Origin": "https://evil.example", **bearer(KEY)}), 403)
    reply = lax.send("OPTIONS", headers={"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"})
    same(reply.status, 403)
    lacks(str(reply.headers).lower(), "access-control-allow")


@case
def simple_cross_origin_requests_are_not_enough():
    """What a page can send without asking first is no JSON."""
    lax = server("--no-auth")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        same(status(lax, {"Content-Type": kind}), 415, kind)


@case
def more_hosts_and_origins_by_the_user():
    with Place() as place:
        place.user_config({"http": {"allowed_hosts": ["fathom.internal"], "allowed_origins": ["https://app.example"]}})
        listener = Http(place)
        same(status(listener, {"Host": "fathom.internal"}), 200)
        same(status(listener, {"Host": f"fathom.internal:{listener.port}"}), 200)
        same(status(listener, {"Host": "x.fathom.internal"}), 403)
        same(status(listener, {"Origin": "https://app.example"}), 200)
        same(status(listener, {"Origin": "http://app.example"}), 403)
        listener.stop()
        place.user_config({})
        place.project_config({"http": {"allowed_hosts": ["fathom.internal"], "allowed_origins": ["https://app.example"]}})
        listener = Http(place)
        same(status(listener, {"Host": "fathom.internal"}), 403)
        same(status(listener, {"Origin": "https://app.example"}), 403)
        listener.stop()


# ---- keys ----

@case
def without_a_key_nobody_gets_in():
    keyed = server()
    reply = keyed.send("POST", "/mcp", LIST, keyed.era_headers(LIST))
    same((reply.status, reply.body), (401, b'{"error":"unauthorized"}'))
    has(reply.headers["www-authenticate"], "Bearer")
    for method, path in (("GET", "/mcp"), ("DELETE", "/mcp"), ("POST", "/"), ("GET", "/.well-known/agents.md"), ("GET", "/nope"), ("PUT", "/mcp")):
        same(keyed.send(method, path).status, 401, f"{method} {path}")
    same(keyed.send("GET", "/health").status, 200)
    same(keyed.send("POST", "/health").status, 401)


@case
def wrong_keys_are_refused():
    keyed = server()
    same(status(keyed, bearer(KEY)), 200)
    for value in (f"Bearer {KEY[:-1]}", f"Bearer {KEY}0", f"Bearer {KEY[:-1]}g", f"Bearer {KEY.upper()}", f"Basic {KEY}", KEY, "Bearer", "Bearer ",
                  "Bearer fathom_" + "0" * 40, f"Bearer {KEY} {KEY}", f"Bearer Bearer {KEY}", "Bearer " + "x" * 20000):
        same(status(keyed, {"Authorization": value}), 401, value[:60])
    same(status(keyed, {"Authorization": f"bearer {KEY}"}), 200, "the scheme has no case")
    same(status(keyed, path=f"/mcp?key={KEY}&access_token={KEY}"), 401, "keys in addresses do not count")
    same(status(keyed, {"X-Api-Key": KEY, "Cookie": f"key={KEY}"}), 401)


@case
def keys_made_and_revoked_count_at_once():
    keyed = server()
    key = PLACE.key("short-lived")
    same(status(keyed, bearer(key)), 200)
    id = [line.split()[0] for line in PLACE.run("key", "list").out.splitlines() if "short-lived" in line][0]
    keyed.key = key
    keyed.initialize()
    stream = keyed.stream()
    same(stream.status, 200)
    same(PLACE.run("key", "revoke", id).status, 0)
    same(status(keyed, bearer(key)), 401)
    same(keyed.exchange(message(1, "ping")).status, 401)
    keyed.key = None
    # What was open under it ends as well.
    until(lambda: stream.events.qsize() and stream.next() is None, "the end of the stream of a revoked key", 15)
    same(status(keyed, bearer(KEY)), 200)


@case
def key_from_the_environment():
    with Place() as place:
        key = "fathom_" + "ab" * 20
        listener = Http(place, auth=True, env={"FATHOM_KEY": key})
        same(status(listener, bearer(key)), 200)
        same(status(listener, bearer(KEY)), 401)
        listener.stop()
        done = place.run("serve", "--http", "--no-daemon", "--port", "0", env={"FATHOM_KEY": "hunter2"})
        same(done.status, 2, repr(done))
        has(done.err, "fathom_", "40")
        lacks(done.err, "hunter2")


@case
def sessions_belong_to_their_key():
    keyed = server()
    keyed.key = KEY
    keyed.initialize()
    ping = message(1, "ping")
    same(keyed.exchange(ping).status, 200)
    same(keyed.exchange(ping, bearer(OTHER_KEY)).status, 404)
    same(keyed.send("GET", headers={"Accept": "text/event-stream", **keyed.session_headers(), **bearer(OTHER_KEY)}).status, 404)
    same(keyed.send("DELETE", headers={**keyed.session_headers(), **bearer(OTHER_KEY)}).status, 404)
    same(keyed.exchange(ping).status, 200)
    keyed.key = None


# ---- modes ----

@case
def no_key_no_listener():
    with Place() as place:
        done = place.run("serve", "--http", "--no-daemon", "--port", "0")
        same(done.status, 3, repr(done))
        has(done.err, "fathom key create", "--no-auth")
        done = place.run("serve", "--http", "--port", "0")
        same(done.status, 3, f"through the daemon: {done}")
        has(done.err, "fathom key create")


@case
def lax_is_for_loopback_and_only_when_asked_for():
    for words in (["--no-auth", "--listen", "0.0.0.0"], ["--no-auth", "--listen", "::"], ["--no-auth", "--listen", "192.0.2.1"]):
        done = PLACE.run("serve", "--http", "--no-daemon", "--port", "0", *words)
        same(done.status, 3, repr(done))
        has(done.err, "127.0.0.1", "fathom key create")
    done = PLACE.run("serve", "--http", "--no-daemon", "--port", "0", "--auth", "lax")
    same(done.status, 3, repr(done))
    has(done.err, "--no-auth")
    for mode in ("strict", "relaxed"):
        done = PLACE.run("serve", "--http", "--no-daemon", "--port", "0", "--no-auth", "--auth", mode)
        same(done.status, 3, repr(done))
        has(done.err, "--no-auth", mode)
    lax = Http(PLACE, "--auth", "lax")
    same(status(lax), 200)
    lax.stop()


@case
def strict_asks_for_the_address_too():
    strict = server("--auth", "strict")
    same(status(strict, bearer(KEY)), 200)
    same(status(strict), 401)
    same(status(strict, bearer(KEY), source="127.0.0.2"), 403)
    same(strict.send("GET", "/health", source="127.0.0.2").status, 403, "a stranger learns nothing")
    relaxed = server()
    same(status(relaxed, bearer(KEY), source="127.0.0.2"), 200)
    # What the client says about itself does not count.
    same(status(strict, {**bearer(KEY), "X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1", "X-Real-IP": "127.0.0.1"},
                source="127.0.0.2"), 403)


@case
def address_list_by_the_user():
    with Place() as place:
        key = place.key()
        place.user_config({"http": {"allowed_addresses": ["127.0.0.2", "127.0.1.0/24"]}})
        listener = Http(place, "--auth", "strict", auth=True)
        same(status(listener, bearer(key), source="127.0.0.2"), 200)
        same(status(listener, bearer(key), source="127.0.1.77"), 200)
        same(status(listener, bearer(key), source="127.0.0.1"), 403)
        listener.stop()
        place.user_config({"http": {"allowed_addresses": ["localhost;", "x"]}})
        done = place.run("serve", "--http", "--no-daemon", "--auth", "strict", "--port", "0")
        same(done.status, 2, repr(done))


# ---- what a repository may do ----

@case
def project_cannot_loosen():
    with Place() as place:
        key = place.key()
        place.project_config({"http": {"auth": "lax", "listen": "0.0.0.0", "allowed_addresses": ["127.0.0.1", "::1", "127.0.0.2"],
                                       "allowed_hosts": ["evil.example"], "allowed_origins": ["https://evil.example"]}})
        listener = Http(place, "--auth", "strict", auth=True)
        same(listener.host, "127.0.0.1")
        same(status(listener), 401)
        same(status(listener, bearer(key)), 200)
        same(status(listener, bearer(key), source="127.0.0.2"), 403)
        same(status(listener, {**bearer(key), "Host": "evil.example"}), 403)
        listener.stop()
        has("".join(listener.errors), "'http.auth' may only be made stricter", "'http.allowed_hosts' is ignored")


@case
def project_may_tighten():
    with Place() as place:
        key = place.key()
        place.project_config({"http": {"auth": "strict"}})
        listener = Http(place, auth=True)
        same(status(listener, bearer(key)), 200)
        same(status(listener, bearer(key), source="127.0.0.2"), 403)
        listener.stop()
        done = place.run("serve", "--http", "--no-daemon", "--no-auth", "--port", "0")
        same(done.status, 3, repr(done))
        has(done.err, "project config")


@case
def project_cannot_empty_the_address_list():
    """An empty list would stand for the default, which the user had left."""
    with Place() as place:
        key = place.key()
        place.user_config({"http": {"allowed_addresses": ["127.0.0.2"]}})
        place.project_config({"http": {"allowed_addresses": []}})
        listener = Http(place, "--auth", "strict", auth=True)
        same(status(listener, bearer(key), source="127.0.0.2"), 200)
        same(status(listener, bearer(key), source="127.0.0.1"), 403)
        listener.stop()


# ---- files and logs ----

@case
def key_file_open_to_others_is_not_trusted():
    with Place() as place:
        key = place.key()
        path = place.root / "config" / "fathom" / "keys.json"
        listener = Http(place, auth=True)
        same(status(listener, bearer(key)), 200)
        os.chmod(path, 0o644)
        same(status(listener, bearer(key)), 401)
        os.chmod(path, 0o600)
        same(status(listener, bearer(key)), 200)
        listener.stop()
        os.chmod(path, 0o666)
        for words in (["serve", "--http", "--no-daemon", "--port", "0"], ["key", "list"], ["key", "create"]):
            done = place.run(*words)
            same(done.status, 3, repr(done))
            has(done.err, "keys.json", "chmod")
        os.chmod(path, 0o600)
        if os.geteuid() == 0:
            os.chown(path, 65534, 65534)
            done = place.run("key", "list")
            same(done.status, 3, repr(done))
            has(done.err, "another user")


@case
def damaged_key_file_lets_nobody_in():
    with Place() as place:
        key = place.key()
        path = place.root / "config" / "fathom" / "keys.json"
        listener = Http(place, auth=True)
        good = path.read_text()
        for text in ("", "{", "[]", '{"keys":[{}]}', '{"keys":[{"id":"a","digest":"' + "0" * 64 + '"}]}'):
            path.write_text(text)
            same(status(listener, bearer(key)), 401, text)
        path.unlink()
        same(status(listener, bearer(key)), 401)
        path.touch(mode=0o600)
        path.write_text(good)
        same(status(listener, bearer(key)), 200)
        listener.stop()


def every_text_beneath(*directories):
    for directory in directories:
        for path in directory.rglob("*"):
            if path.is_file():
                yield path, path.read_bytes()


@both_ways
def secrets_appear_nowhere(direct):
    with Place() as place:
        key = place.key()
        env_key = "fathom_" + "cd" * 20
        wrong = "fathom_" + "ef" * 20
        place.user_config({"log": {"level": "debug"}})
        listener = Http(place, "--log-level", "debug", auth=True, direct=direct, env={"FATHOM_KEY": env_key})
        for sent in (key, env_key, wrong):
            status(listener, bearer(sent))
            status(listener, {"Authorization": f"Basic {sent}"})
            status(listener, path=f"/mcp?key={sent}")
        listener.key = env_key
        listener.initialize()
        listener.call("find", {"query": "main"})
        time.sleep(0.3)
        pids = [listener.process.pid] + ([] if direct else [place.daemon_pid()])
        for pid in pids:
            with open(f"/proc/{pid}/cmdline", "rb") as cmdline:
                lacks(cmdline.read().decode("utf-8", "replace"), key[7:], env_key[7:])
        listener.stop()
        if not direct:
            place.run("daemon", "stop")
        said = "".join(listener.errors)
        for secret in (key[7:], env_key[7:], wrong[7:]):
            lacks(said, secret)
            for path, content in every_text_beneath(place.root / "state", place.root / "cache", place.root / "config",
                                                    place.root / "run", place.repo / ".fathom"):
                assert secret.encode() not in content, f"a key is in {path}"


if __name__ == "__main__":
    main()
