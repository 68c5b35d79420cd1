#!/usr/bin/env python3
"""Resources, prompts and completion; what a person sees on the terminal."""
import pty

from trees import *

FLOW = {
    "app/main.c": '#include "lib.h"\n\nint main(void) { return first(); }\n',
    "app/lib.h": "int first(void);\nint second(void);\n",
    "app/lib.c": '#include "lib.h"\n\nint second(void) { return 1; }\n\n/* Begins. */\nint first(void) { return second(); }\n',
    "README.md": "# Flow\n\nA tiny program that shows how calls flow.\n",
}
PLACE = Place(FLOW)
SERVER = Stdio(PLACE)
SERVER.initialize()


def prompt(which, **arguments):
    answer = SERVER.request("prompts/get", {"name": which, "arguments": arguments})
    messages = answer["result"]["messages"]
    same((len(messages), messages[0]["role"]), (1, "user"))
    return messages[0]["content"]["text"]


def complete(kind, name, argument, value):
    ref = {"type": kind, "name" if kind == "ref/prompt" else "uri": name}
    answer = SERVER.request("completion/complete", {"ref": ref, "argument": {"name": argument, "value": value}})
    return answer["result"]["completion"]["values"]


@case
def templates():
    listed = SERVER.request("resources/templates/list")["result"]["resourceTemplates"]
    same([one["uriTemplate"] for one in listed], ["fathom://file/{+path}", "fathom://symbol/{+qualified}"])
    read = SERVER.request("resources/read", {"uri": "fathom://symbol/first"})["result"]["contents"]
    same(read, [{"uri": "fathom://symbol/first", "mimeType": "text/plain",
                 "text": "app/lib.c:6 function first\n5\t/* Begins. */\n6\tint first(void) { return second(); }\n\n"
                         "app/lib.h:1 function first\n1\tint first(void);\n"}])
    has(SERVER.request("resources/read", {"uri": "fathom://symbol/app/lib.c:second"})["result"]["contents"][0]["text"], "3\tint second")
    for uri in ("fathom://symbol/none", "fathom://symbol/", "fathom://symbol/app/lib.c"):
        assert "error" in SERVER.request("resources/read", {"uri": uri}), uri


@case
def completion():
    same(complete("ref/resource", "fathom://file/{+path}", "path", "app/l"), ["app/lib.c", "app/lib.h"])
    same(complete("ref/resource", "fathom://symbol/{+qualified}", "qualified", "fir"), ["first"])
    for name, argument in (("locate", "name"), ("impact", "target"), ("trace", "from"), ("trace", "to")):
        same(complete("ref/prompt", name, argument, "sec"), ["second"], f"{name} {argument}")


@case
def prompts_bring_a_first_answer():
    listed = {one["name"]: one for one in SERVER.request("prompts/list")["result"]["prompts"]}
    same(sorted(listed), ["impact", "locate", "orient", "review", "trace"])
    same([one["name"] for one in listed["trace"]["arguments"]], ["from", "to"])
    has(prompt("orient"), "where execution starts", "A tiny program that shows how calls flow.", "app/main.c:3 main", "app/  ")
    has(prompt("locate", name="first"), "Where is `first` handled", "app/lib.c:6 function first")
    has(prompt("impact", target="second"), "What breaks if I change `second`?", "first")
    text = prompt("trace", **{"from": "main", "to": "second"})
    has(text, "Explain how `main` reaches `second`", "first")
    has(prompt("review"), "Review my uncommitted changes")
    assert "error" in SERVER.request("prompts/get", {"name": "trace", "arguments": {"from": "main"}})
    assert "error" in SERVER.request("prompts/get", {"name": "nothing"})


@case
def overview_names_real_things():
    text = ask(PLACE, "overview")
    has(text, "repo: A tiny program that shows how calls flow.\n4 files, 6 symbols, ", "Languages: c 3, markdown 1\n",
        "\nStarts at:\n  app/main.c:3 main\n", "\nMain folders:\n  app/  3 files, 5 symbols\n", "impact target='first'",
        "trace from='app/main.c:main' to='second'")
    answer = fields(PLACE, "overview")
    assert len(answer["questions"]) >= 3, answer["questions"]
    for question in answer["questions"]:
        name, words = question["call"].split(" ", 1)
        if name != "explore" or PLACE.run("explore", "--help").status == 0:
            done = PLACE.run(name, *(w.replace("'", "") for w in re.findall(r"\w+='[^']*'", words)), "--no-daemon")
            same((done.status, done.err), (0, ""), question["call"])


# ---- the terminal ----

def on_terminal(*words, rows=50, env=None):
    """What the program prints when its output is a terminal."""
    import fcntl
    import struct
    import termios
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 120, 0, 0))
    process = subprocess.Popen([FATHOM, *words, "--no-daemon"], cwd=PLACE.repo, stdin=subprocess.DEVNULL, stdout=follower,
                               stderr=subprocess.PIPE, env=PLACE.env(TERM="xterm", **(env or {})))
    os.close(follower)
    said = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        said += part
    process.wait(WAIT)
    process.stderr.close()
    os.close(leader)
    return said.decode().replace("\r\n", "\n")


@case
def links_and_colours_only_on_a_terminal():
    plain = ask(PLACE, "find", "first", "--kind", "function")
    lacks(plain, "\x1b")
    text = on_terminal("find", "first", "--kind", "function")
    has(text, f"\x1b]8;;file://{os.uname().nodename}{PLACE.repo}/app/lib.c#6\x1b\\")
    lacks(on_terminal("find", "first", env={"NO_COLOR": "1"}), "\x1b")
    lacks(on_terminal("find", "first", "--json"), "\x1b")


@case
def a_pager_when_it_is_longer_than_the_screen():
    pager = {"PAGER": "sed s/^/PAGED/"}
    has(on_terminal("files", rows=5, env=pager), "PAGED")
    lacks(on_terminal("files", rows=50, env=pager), "PAGED")
    lacks(on_terminal("files", "--no-pager", rows=5, env=pager), "PAGED")
    lacks(on_terminal("files", "--json", rows=5, env=pager), "PAGED")
    has(on_terminal("files", rows=5, env={"PAGER": "no-such-pager"}), "lib.h")
    has(on_terminal("files", rows=5, env={"PAGER": ""}), "lib.h")
    lacks(ask(PLACE, "files"), "PAGED")


main()
