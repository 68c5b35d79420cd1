#!/usr/bin/env python3
"""Nothing outside the workspace is read, listed or written, whatever a path
looks like and however the tree changes meanwhile."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

SECRET = "TOP-SECRET-MARKER"


def hostile_place():
    """A repository beside a secret, with links that lead to it."""
    place = Place()
    (place.root / "outside").mkdir()
    (place.root / "outside" / "secret.c").write_text(f"int {SECRET.replace('-', '_')};\n/* {SECRET} */\n")
    (place.root / "outside" / "secret.txt").write_text(SECRET + "\n")
    (place.repo / "link_file.txt").symlink_to("../outside/secret.txt")
    (place.repo / "link_file.c").symlink_to(place.root / "outside" / "secret.c")
    (place.repo / "link_dir").symlink_to("../outside")
    (place.repo / "link_up").symlink_to("..")
    (place.repo / "link_proc").symlink_to("/proc/self/root")
    (place.repo / "inner_link.c").symlink_to("src/main.c")
    (place.repo / "loop").symlink_to("loop")
    return place


PLACE = hostile_place()
_server = []


def server():
    if not _server:
        _server.append(Stdio(PLACE))
    return _server[0]


def refused(answer):
    """An error in either form, and nothing of the secret in it."""
    text = json.dumps(answer)
    lacks(text, SECRET, SECRET.replace("-", "_"), "root:x:0")
    assert "error" in answer or answer["result"].get("isError") is True, f"not refused: {show(answer)}"


PATHS = ["..", "../outside", "../outside/secret.txt", "src/../../outside/secret.txt", "./../outside", "/etc", "/etc/passwd",
         "/", "//etc/passwd", "link_dir", "link_dir/secret.txt", "link_file.txt", "link_up/outside/secret.txt",
         "link_proc/etc/passwd", "loop", "loop/x", "../repo/../outside/secret.txt", "..\x00", "\x00/etc/passwd", "src/main.c\x00.txt"]


@case
def paths_in_resources():
    for path in PATHS:
        refused(server().modern("resources/read", {"uri": "fathom://file/" + path}))
    refused(server().modern("resources/read", {"uri": f"fathom://file/{PLACE.root}/outside/secret.txt"}))


@case
def encoded_paths_in_resources():
    for path in ("%2e%2e/outside/secret.txt", "%2e%2e%2foutside%2fsecret.txt", "..%2Foutside%2Fsecret.txt",
                 ".%2e/outside/secret.txt", "%252e%252e%252foutside%252fsecret.txt", "%2Fetc%2Fpasswd",
                 "src%2f..%2f..%2foutside%2fsecret.txt", "%c0%ae%c0%ae/outside/secret.txt", "..%5coutside%5csecret.txt",
                 "..%00/outside/secret.txt", "src/main.c%00", "%u002e%u002e/outside/secret.txt", "%2", "%", "%zz",
                 "link_dir%2fsecret.txt", "..%e2%88%95outside", "....//outside/secret.txt"):
        refused(server().modern("resources/read", {"uri": "fathom://file/" + path}))


@case
def other_schemes_and_hosts():
    for uri in ("file:///etc/passwd", f"file://{PLACE.root}/outside/secret.txt", "FATHOM://file/../outside/secret.txt",
                "fathom://file", "fathom:///etc/passwd", "fathom://host/../outside/secret.txt", "http://127.0.0.1/", "/etc/passwd",
                "../outside/secret.txt", "fathom://file/?path=../outside", "fathom://file/#../outside"):
        refused(server().modern("resources/read", {"uri": uri}))


@case
def links_that_end_inside_are_followed():
    answer = server().modern("resources/read", {"uri": "fathom://file/inner_link.c"})
    same(answer["result"]["contents"][0]["text"], FIXTURE["src/main.c"])


@case
def paths_of_tools():
    for path in PATHS:
        refused(server().modern("tools/call", {"name": "files", "arguments": {"path": path}}))
        refused(server().modern("tools/call", {"name": "find", "arguments": {"query": "*", "path": path}}))


@case
def patterns_of_tools():
    for pattern in ("../*", "/etc/*", "link_dir/*", "../outside/**", "**/secret*"):
        answer = server().modern("tools/call", {"name": "files", "arguments": {"pattern": pattern}})
        lacks(json.dumps(answer), "secret.c", "secret.txt", "passwd")


@case
def nothing_outside_is_indexed():
    find = server().modern("tools/call", {"name": "find", "arguments": {"query": SECRET.replace("-", "_")}})
    assert SECRET.replace("-", "_") + "  " not in text_of(find) and "secret.c" not in text_of(find), show(find)
    flat = text_of(server().modern("tools/call", {"name": "files", "arguments": {"format": "flat"}}))
    lacks(flat, "secret", "outside", "link_dir/", "link_up/", "link_proc/")


@case
def completion_shows_nothing_outside():
    for value in ("../", "../out", "/etc/", "/", "link_dir/", "link_up/", "link_proc/etc/", "src/../../", "\x00"):
        answer = server().modern("completion/complete", {
            "ref": {"type": "ref/resource", "uri": "fathom://file/{+path}"}, "argument": {"name": "path", "value": value}})
        for offered in answer.get("result", {}).get("completion", {}).get("values", []):
            assert offered.split("/")[0] in os.listdir(PLACE.repo) and offered.count("/") <= 1, f"{value}: {offered}"
            lacks(offered, "secret", "outside", "passwd")


@case
def agents_file_may_not_lead_outside():
    with hostile_place() as place:
        (place.repo / "AGENTS.md").unlink()
        (place.repo / "AGENTS.md").symlink_to("../outside/secret.txt")
        http_server = Http(place)
        reply = http_server.send("GET", "/.well-known/agents.md")
        same(reply.status, 404, repr(reply))
        lacks(reply.body.decode(), SECRET)
        for path in ("/.well-known/../../outside/secret.txt", "/..%2foutside%2fsecret.txt", "/%2e%2e/outside/secret.txt",
                     "/.well-known/%2e%2e/AGENTS.md"):
            reply = http_server.send("GET", path)
            assert reply.status in (400, 404), f"{path}: {reply}"
        http_server.stop()


@case
def subscriptions_tell_nothing_of_the_outside():
    """Not even that something there changed."""
    with hostile_place() as place:
        agent = Stdio(place)
        agent.initialize()
        for path in ("../outside/secret.txt", "link_dir/secret.txt", "link_file.txt", "%2e%2e/outside/secret.txt", "link_up/outside/secret.txt"):
            agent.request("resources/subscribe", {"uri": "fathom://file/" + path})
        agent.request("resources/subscribe", {"uri": f"file://{place.root}/outside/secret.txt"})
        text_of(agent.call("status", None, []))
        time.sleep(1.5 if SLOW else 0.5)
        (place.root / "outside" / "secret.txt").write_text("changed\n")
        agent.silent(1)
        (place.repo / "poke.c").write_text("int poke;\n")
        text_of(agent.call("status", None, others := []))
        agent.silent(1)
        same(others, [])
        agent.end()


@case
def link_swapped_while_it_is_read():
    """A directory that turns into a link to the outside between two system calls."""
    with hostile_place() as place:
        target = place.repo / "swap"
        (place.repo / "real").mkdir()
        (place.repo / "real" / "secret.txt").write_text("harmless\n")
        (place.repo / "real" / "secret.c").write_text("int harmless;\n")
        stop = threading.Event()

        def swap():
            temporary = place.repo / "tmp_link"
            while not stop.is_set():
                for aim in ("real", "../outside"):
                    temporary.symlink_to(aim)
                    os.rename(temporary, target)

        target.symlink_to("real")
        threading.Thread(target=swap, daemon=True).start()
        racing = Stdio(place)
        end = time.monotonic() + 4
        harmless = 0
        try:
            while time.monotonic() < end:
                ids = range(racing.next_id, racing.next_id + 50)
                racing.next_id += 50
                racing.send(b"".join(json.dumps(message(i, "resources/read", modern(
                    {"uri": "fathom://file/swap/secret.txt"}))).encode() + b"\n" for i in ids))
                for _ in ids:
                    answer = json.dumps(racing.receive())
                    lacks(answer, SECRET)
                    harmless += "harmless" in answer
                answer = racing.modern("tools/call", {"name": "find", "arguments": {"query": "TOP_SECRET_MARKER"}})
                lacks(text_of(answer), "secret.c")
        finally:
            stop.set()
        assert harmless, "the race never let a read through"
        racing.end()


@case
def index_is_not_written_through_links():
    """A repository may bring .fathom as a link to somewhere else."""
    with hostile_place() as place:
        (place.repo / ".fathom").symlink_to("../outside")
        done = place.run("find", "main", "--no-daemon")
        same(sorted(os.listdir(place.root / "outside")), ["secret.c", "secret.txt"], repr(done))
    with hostile_place() as place:
        (place.repo / ".fathom").mkdir(mode=0o700)
        precious = place.root / "outside" / "precious"
        precious.write_text("do not touch\n")
        names = ["index-v1.sqlite", "index-v1.sqlite-wal", "index-v1.sqlite-shm", "index-v1.sqlite-journal", ".gitignore", "index.lock"]
        for name in names:
            (place.repo / ".fathom" / name).symlink_to(precious)
        done = place.run("find", "main", "--no-daemon")
        same(precious.read_text(), "do not touch\n", repr(done))


@case
def hostile_project_files_do_not_hang():
    with hostile_place() as place:
        (place.repo / ".fathom").mkdir(mode=0o700)
        os.mkfifo(place.repo / ".fathom" / "config.json")
        os.mkfifo(place.repo / "src" / "pipe.c")
        os.mkfifo(place.repo / "AGENTS2.md")
        done = place.run("find", "main", "--no-daemon", timeout=WAIT)
        has(done.out, "src/main.c:4")
        piped = Stdio(place)
        refused(piped.modern("resources/read", {"uri": "fathom://file/src/pipe.c"}))
        piped.end()


@case
def config_that_leads_outside_is_not_obeyed():
    with hostile_place() as place:
        (place.root / "outside" / "config.json").write_text('{"tools":{"disabled":["find"]}}')
        (place.repo / ".fathom").mkdir(mode=0o700)
        (place.repo / ".fathom" / "config.json").symlink_to("../../outside/config.json")
        same(place.run("find", "main", "--no-daemon").status, 0)


@case
def other_workspaces_need_the_users_word():
    with Place() as place:
        other = place.repository("other", {"elsewhere.c": "int elsewhere;\n"})
        call = {"name": "find", "arguments": {"query": "elsewhere", "path": str(other)}}
        agent = Stdio(place)
        words = failure_of(agent.modern("tools/call", call))
        has(words, "another workspace", '"roots"')
        assert not (other / ".fathom").exists(), "it was indexed all the same"
        agent.end()
        place.project_config({"roots": [str(other)]})
        agent = Stdio(place)
        has(failure_of(agent.modern("tools/call", call)), "another workspace")
        agent.end()
        place.user_config({"roots": [str(other)]})
        agent = Stdio(place)
        has(text_of(agent.modern("tools/call", call)), "elsewhere.c:1")
        agent.end()


@case
def names_that_play_tricks_are_made_visible():
    files = {"a\x1b[31mred.c": "int red;\n", "b\u202egnp.c": "int bidi;\n", "new\nline.c": "int newline;\n",
             "evil.c": "/* \x1b]0;title\x07 */ int tricky(int \u202e a);\n"}
    with Place(files) as place:
        agent = Stdio(place)
        for call in ({"name": "files", "arguments": {"format": "flat"}}, {"name": "find", "arguments": {"query": "*"}},
                     {"name": "find", "arguments": {"query": "tricky"}}):
            text = text_of(agent.modern("tools/call", call))
            lacks(text, "\x1b", "\u202e", "new\nline")
        agent.end()
        done = place.run("files", "--no-daemon")
        lacks(done.out, "\x1b", "\u202e")


@case
def index_belongs_to_the_user_alone():
    with Place() as place:
        os.chmod(place.repo, 0o755)
        subprocess.run([FATHOM, "find", "main", "--no-daemon"], cwd=place.repo, env=place.env(), check=True,
                       stdout=subprocess.DEVNULL, umask=0)
        same(oct((place.repo / ".fathom").stat().st_mode & 0o777), "0o700")
        # And git does not see it.
        seen = subprocess.run(["git", "status", "--porcelain"], cwd=place.repo, stdout=subprocess.PIPE,
                              env={"PATH": os.environ["PATH"], "HOME": str(place.home)}).stdout.decode()
        lacks(seen, ".fathom")


if __name__ == "__main__":
    main()
