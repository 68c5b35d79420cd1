#!/usr/bin/env python3
"""What a call over HTTP asks of the system when nothing has changed: counted,
so that nothing is added to every call unnoticed. And that what is not asked
each time is still seen at once."""
import collections
import http.client
import shutil
import socket

from harness import *

CALLS = 50
# Each is called by the one before: of what nobody calls, `symbol` searches every text.
FILES = {f"part_{i}.c": f"int part_{i}(int x) {{ return part_{(i + 1) % 30}(x) + {i}; }}\n" for i in range(30)}

# The store's reader of the call before is unlocked, after its answer; the loop waits
# and reads the request; the file of keys is looked at; configuration and tree are
# asked for changes, one call each; the reader is locked; the answer is written.
KEYED = ("fcntl", "epoll_wait", "read", "statx", "poll", "poll", "fcntl", "write")
# `status` looks at the libraries' folder, the store's file, its own memory and the program besides.
STATUS = KEYED[:-1] + ("statx", "statx", "pread64", "statx", "write")
# The same of eight calls that came together.
TOGETHER = {"epoll_wait": 1, "read": 8, "statx": 1, "poll": 2, "fcntl": 2, "write": 8}


def may_trace():
    """Attached to a process of ours that is no child of strace."""
    if not shutil.which("strace"):
        return False
    sleeper = subprocess.Popen(["sleep", "60"])
    tracer = subprocess.Popen(["strace", "-p", str(sleeper.pid)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        return b"attached" in tracer.stderr.readline()
    finally:
        sleeper.kill()
        sleeper.wait()
        tracer.wait()


class KeptConnection:
    """Calls on one connection, as clients make them."""

    def __init__(self, server, session, key=None):
        self.server, self.session = server, session
        self.key = {"Authorization": "Bearer " + key} if key else {}
        self.connection = http.client.HTTPConnection(server.host, server.port, timeout=WAIT)
        self.connection.connect()

    def find(self, query):
        return self.call("find", query=query)

    def symbol(self, name):
        return self.call("symbol", name=name)

    def status(self, name):
        return self.call("status")

    def call(self, tool, **arguments):
        self.send(tool, arguments)
        return self.take()

    def send(self, tool, arguments):
        params = {"name": tool, "arguments": arguments}
        body = message(1, "tools/call", params if self.session else modern(params))
        headers = {**self.server.default_headers(), **self.server.era_headers(body), **self.key, "Content-Type": "application/json"}
        # Head and body in one piece: two would be read one by one on a busy machine.
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
        self.connection.request("POST", "/mcp", json.dumps(body), headers)
        self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 0)

    def take(self):
        reply = self.connection.getresponse()
        answer = json.loads(reply.read())
        same((reply.status, answer["result"].get("isError")), (200, False), show(answer))
        return answer["result"]["content"][0]["text"]


def traced(server, work):
    """What strace has to say about all threads of the server while `work` runs."""
    log = pathlib.Path(server.place.repo).parent / "strace.log"
    tracer = subprocess.Popen(["strace", "-f", "-o", str(log), "-p", str(server.process.pid)],
                              stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert b"attached" in tracer.stderr.readline()
    try:
        work()
    finally:
        tracer.send_signal(signal.SIGINT)
        tracer.wait()
    return log.read_text(errors="replace").splitlines()


def sequences(lines):
    """The calls to the system that lead to each answer, in order; whichever
    thread made them."""
    found, now = collections.Counter(), []
    for line in lines:
        call = re.match(r"\d+ +(?:<\.\.\. )?(\w+)(\(| resumed)(.*)", line)
        if not call or (call[2] != "(" and call[1] != "epoll_wait"):
            continue  # the end of one that was counted
        if call[1] == "epoll_wait" and call[3].endswith("<unfinished ...>"):
            continue  # counted by its end
        now.append(call[1])
        if call[1] == "write" and '"HTTP/1.1 200' in call[3]:
            found[tuple(now)] += 1
            now = []
    return found


def calls_of(lines, thread):
    """How often that thread made each of the calls that a call is made of, until
    the last answer and what follows it. A wait that was begun before is counted by
    its end, the one after the last answer is not."""
    found = collections.Counter()
    for line in lines:
        call = re.match(r"(\d+) +(?:<\.\.\. )?(\w+)(?:\(| resumed)(.*)", line)
        if call and int(call[1]) == thread and call[2] in TOGETHER and not call[3].endswith("<unfinished ...>"):
            found[call[2]] += call[2] != "epoll_wait" or " = 8" in call[3]
    return found


def settled(server, session, tool="find"):
    """Until what is kept is old enough to be believed, and quick."""
    client = KeptConnection(server, session)
    getattr(client, tool)("part_7")
    time.sleep(2.5)
    for _ in range(20):
        getattr(client, tool)("part_7")


def check_counts(server, session, wanted, tool="find"):
    """The machine may pause, and a call go to another thread for it: most of them
    are as they should be, and those that are not are few, in the best of some rounds."""
    settled(server, session, tool)
    client = KeptConnection(server, session)
    ask = getattr(client, tool)
    ask("part_7")
    for _ in range(8):
        found = sequences(traced(server, lambda: [ask("part_7") for _ in range(CALLS)]))
        if found[wanted] >= CALLS * 3 // 4:
            return
    same(found.most_common(1)[0][0], wanted)
    raise AssertionError(show(str(found)))


@case
def a_warm_call_asks_the_system_no_more_than_it_must():
    if CONFIG != "release":
        print(f"skipped a_warm_call_asks_the_system_no_more_than_it_must: {CONFIG} has calls of its own")
        return
    if not may_trace():
        print("skipped a_warm_call_asks_the_system_no_more_than_it_must: strace cannot attach here")
        return
    with Place(FILES) as place:
        key = re.search(r"\S{30,}", place.run("key", "create").out)[0]
        server = Http(place, auth=True, key=key)
        check_counts(server, False, KEYED)
        check_counts(server, False, KEYED, "symbol")  # the file it shows is not read again, nor are others looked for
        check_counts(server, False, STATUS, "status")
        server.initialize()
        check_counts(server, True, KEYED)
        server.stop()


def asked_at_once(server, clients, ask):
    """All of the requests lie there before the server looks."""
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        for client in clients:
            client.send(*ask)
        time.sleep(0.05)
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
    return [client.take() for client in clients]


@case
def calls_that_came_together_look_once():
    """At the file of keys, for changes of configuration and tree, and the store's
    reader is locked once for all of them."""
    if CONFIG != "release" or not may_trace():
        print("skipped calls_that_came_together_look_once: strace cannot attach here, or other calls are made")
        return
    with Place(FILES) as place:
        key = re.search(r"\S{30,}", place.run("key", "create").out)[0]
        server = Http(place, auth=True, key=key)
        for tool, argument in (("find", "query"), ("symbol", "name")):
            settled(server, False, tool)
            clients = [KeptConnection(server, False) for _ in range(8)]
            for client in clients:
                client.call(tool, **{argument: "part_7"})
            found = collections.Counter()
            for _ in range(20):
                lines = traced(server, lambda: asked_at_once(server, clients, (tool, {argument: "part_7"})))
                found[tuple(sorted(calls_of(lines, server.process.pid).items()))] += 1
            most = dict(found.most_common(1)[0][0])
            most["epoll_wait"] = most.get("epoll_wait") or 1  # it may have been in it when the trace began
            # Ten times a second `symbol` looks for a new HEAD besides, once for all of them.
            names = TOGETHER if tool == "find" else TOGETHER.keys() - {"read", "statx"}
            same({name: most[name] for name in names}, {name: TOGETHER[name] for name in names}, show(str(found)))
        server.stop()


@case
def what_changed_before_a_call_is_seen_by_all_that_came_together():
    with Place(FILES) as place:
        key = re.search(r"\S{30,}", place.run("key", "create").out)[0]
        server = Http(place, auth=True, key=key)
        settled(server, False)
        repo = pathlib.Path(place.repo)
        clients = [KeptConnection(server, False) for _ in range(8)]
        for i in range(30):
            asked_at_once(server, clients, ("find", {"query": "part_7"}))
            (repo / "part_7.c").write_text(f"int part_7(int x) {{ return x; }}\nint fresh_{i}(void) {{ return {i}; }}\n")
            for answer in asked_at_once(server, clients, ("find", {"query": f"fresh_{i}"})):
                has(answer, f"part_7.c:2 function fresh_{i}")
        server.stop()


@case
def a_revoked_key_ends_at_once_amid_many_calls():
    """Others go on asking with keys of their own, so that turns are shared."""
    with Place(FILES) as place:
        server = Http(place, auth=True, key=re.search(r"\S{30,}", place.run("key", "create").out)[0])
        settled(server, False)
        busy, is_over = [KeptConnection(server, False) for _ in range(8)], threading.Event()

        def ask_on(client):
            while not is_over.is_set():
                client.find("part_7")

        threads = [threading.Thread(target=ask_on, args=[client]) for client in busy]
        for thread in threads:
            thread.start()
        try:
            for _ in range(10):
                key = re.search(r"\S{30,}", place.run("key", "create", "--label", "shortlived").out)[0]
                id = next(line for line in place.run("key", "list").out.splitlines() if "shortlived" in line).split()[0]
                client = KeptConnection(server, False, key)
                client.find("part_7")
                same(place.run("key", "revoke", id).status, 0)
                client.send("find", {"query": "part_7"})
                same(client.connection.getresponse().status, 401)
        finally:
            is_over.set()
            for thread in threads:
                thread.join()
        server.stop()


@case
def changes_between_warm_calls_are_seen():
    """In files, by other processes, in the index's own folder."""
    with Place(FILES) as place:
        server = Http(place)
        settled(server, False)
        client = KeptConnection(server, False)
        repo = pathlib.Path(place.repo)
        for i in range(100):
            (repo / "part_7.c").write_text(f"int part_7(int x) {{ return x; }}\nint fresh_{i}(void) {{ return {i}; }}\n")
            has(client.find(f"fresh_{i}"), f"part_7.c:2 function fresh_{i}")
            if i:
                lacks(client.find(f"fresh_{i - 1}"), f"function fresh_{i - 1} ")
            if i % 25 == 24:
                shutil.rmtree(repo / ".fathom")
                has(client.find(f"fresh_{i}"), f"part_7.c:2 function fresh_{i}")
                has(client.find("part_8"), "part_8.c:1 function part_8")
        server.stop()


def body_of(client, name):
    return client.symbol(name).split("Code:\n")[1]


@case
def texts_that_changed_are_shown_as_they_are():
    """However they came to change: in place, by another file in their stead, in a
    folder that is not indexed, through a second name, behind a link."""
    with Place({**FILES, "deep/down/inner.c": "int inner(void) { return 0; }\n"}) as place:
        server = Http(place)
        settled(server, False, "symbol")
        client, repo = KeptConnection(server, False), pathlib.Path(place.repo)
        same(body_of(client, "inner"), "1\tint inner(void) { return 0; }\n")
        (repo / "deep/down/inner.c").write_text("int inner(void) { return 1; }\n")
        same(body_of(client, "inner"), "1\tint inner(void) { return 1; }\n")
        with open(repo / "part_7.c", "r+") as file:  # left open
            for i in range(10):
                file.seek(0)
                file.write(f"int part_7(int x) {{ return {i}; }}\n")
                file.truncate()
                file.flush()
                same(body_of(client, "part_7"), f"1\tint part_7(int x) {{ return {i}; }}\n")
        (repo / "other").write_text("int part_8(int x) { return 88; }\n")
        same(body_of(client, "part_8"), "1\tint part_8(int x) { return part_9(x) + 8; }\n")
        (repo / "other").rename(repo / "part_8.c")
        same(body_of(client, "part_8"), "1\tint part_8(int x) { return 88; }\n")
        # The folder above is another one, with a file of the same name and size.
        shutil.copytree(repo / "deep", repo / "deep2")
        (repo / "deep2/down/inner.c").write_text("int inner(void) { return 2; }\n")
        body_of(client, "part_1")
        (repo / "deep").rename(pathlib.Path(place.repo).parent / "away")
        (repo / "deep2").rename(repo / "deep")
        same(body_of(client, "inner"), "1\tint inner(void) { return 2; }\n")
        # By a second name outside, of which no folder here hears.
        outside = pathlib.Path(place.repo).parent / "second.c"
        outside.hardlink_to(repo / "part_9.c")
        same(body_of(client, "part_9"), "1\tint part_9(int x) { return part_10(x) + 9; }\n")
        outside.write_text("int part_9(int x) { return x - 9; }\n")
        same(body_of(client, "part_9"), "1\tint part_9(int x) { return x - 9; }\n")
        server.stop()


if __name__ == "__main__":
    main()
