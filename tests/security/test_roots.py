#!/usr/bin/env python3
"""What a client may reach: over HTTP only what the user named, whatever it
calls its roots; on stdio projects, and nothing hidden. And nobody learns from
a refusal what exists outside."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

SECRET = "id_of_the_user_is_secret"
ADD = 'its directory in "roots" of fathom\'s own config.json, or --roots DIR'
MARKERS = ".git, package.json, go.mod and the like"


def scene():
    """A served project, another one, a plain folder and a home with secrets."""
    place = Place()
    place.other = place.repository("other", {"elsewhere.c": f"int elsewhere;  /* {SECRET} */\n"})
    place.plain = place.root / "plain"
    place.write(place.plain, {"notes.c": f"int noted;  /* {SECRET} */\n", "sub/more.c": "int more;\n"})
    place.write(place.home / ".ssh", {"id_rsa.c": f"int id_rsa;  /* {SECRET} */\n"})
    place.write(place.home / ".config" / "app", {"package.json": "{}\n", "x.c": f"int hidden;  /* {SECRET} */\n"})
    return place


def folders_of_ours(place):
    """Every .fathom there is."""
    return sorted(str(path.relative_to(place.root)) for path in place.root.rglob(".fathom"))


def ask(server, tool, arguments, roots):
    """One call of an old-era client with these roots."""
    if isinstance(server, Http):
        stream = server.post_stream(message("call", "tools/call", {"name": tool, "arguments": arguments}))
        asked = stream.message()
        if asked.get("method") == "roots/list":
            answer = {"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": [{"uri": f"file://{r}"} for r in roots]}}
            same(server.exchange(answer).status, 202)
            asked = stream.message()
        stream.close()
        return asked
    server.send(message("call", "tools/call", {"name": tool, "arguments": arguments}))
    asked = server.receive()
    if asked.get("method") != "roots/list":
        return asked
    server.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": [{"uri": f"file://{r}"} for r in roots]}})
    return server.answer("call")


def over_http(place, roots, tool="search", arguments=None, *options, **more):
    server = Http(place, *options, **more)
    server.initialize("2025-11-25", {"roots": {}})
    answer = ask(server, tool, arguments or {"pattern": SECRET}, roots)
    server.stop()
    return answer


def over_stdio(place, roots, tool="find", arguments=None, *options, cwd=None, direct=True):
    server = Stdio(place, *options, cwd=cwd or place.home, direct=direct)
    server.initialize("2025-11-25", {"roots": {}})
    answer = ask(server, tool, arguments or {"query": "*"}, roots)
    server.end()
    return answer


# ---- over HTTP ----

@both_ways
def a_key_opens_no_other_folder(direct):
    with scene() as place:
        for root in (place.home / ".ssh", place.other, place.plain, place.root, place.home, "/", "/etc", place.root / "none"):
            answer = over_http(place, [root], direct=direct)
            same(failure_of(answer),
                 f"none of the client's roots ('{root}') is served here. Served: '{place.repo}'. Over HTTP a client chooses among what "
                 f"the user named; another workspace is the user's to add: {ADD} of 'fathom serve --http'. With --repo DIR that one "
                 "is served whatever a client's roots are")
        same(folders_of_ours(place), [])


@case
def roots_choose_among_what_is_served():
    with scene() as place:
        find = ("find", {"query": "elsewhere"})
        has(text_of(over_http(place, [place.other], *find, "--roots", str(place.other))), "elsewhere.c:1")
        # The first that is served, and a part of one.
        has(text_of(over_http(place, [place.plain, place.other], *find, "--roots", str(place.other))), "elsewhere.c:1")
        has(text_of(over_http(place, [place.repo / "src"], "find", {"query": "main"})), "main.c:4")
        # The user's config names as well, the project's does not.
        place.project_config({"roots": [str(place.other)]})
        has(failure_of(over_http(place, [place.other], *find)), "none of the client's roots")
        place.user_config({"roots": [str(place.other)]})
        has(text_of(over_http(place, [place.other], *find)), "elsewhere.c:1")
        # A link in what is served leads nowhere else.
        (place.repo / "out").symlink_to(place.home / ".ssh")
        has(failure_of(over_http(place, [place.repo / "out"])), "none of the client's roots")
        # What was given is served whatever the client calls its root.
        server = Http(place, "--repo", str(place.repo), cwd=place.home)
        server.initialize("2025-11-25", {"roots": {}})
        has(text_of(server.call("find", {"query": "main"}, [])), "src/main.c:4")
        server.stop()


@case
def roots_that_are_not_served_leave_what_is():
    with scene() as place:
        answer = over_http(place, [place.home / ".ssh"], "files", {"repo": str(place.repo)})
        has(text_of(answer), "main.c")


@case
def only_a_project_is_served_where_it_was_started():
    with scene() as place:
        for cwd in (place.plain, place.home, place.home / ".ssh"):
            server = Http(place, cwd=cwd)
            words = failure_of(server.modern("tools/call", {"name": "files", "arguments": {}}))
            same(words, f"no workspace: over HTTP only what the user named is served, and '{cwd}', where it was started, is no project "
                        f"({MARKERS}). Served: none. The user can add one: {ADD} or --repo DIR of 'fathom serve --http'")
            same(server.send("GET", "/.well-known/agents.md").status, 404)
            server.stop()
        same(folders_of_ours(place), [])
        server = Http(place, "--repo", str(place.plain), cwd=place.home)
        has(text_of(server.modern("tools/call", {"name": "files", "arguments": {}})), "notes.c")
        server.stop()


# ---- on stdio ----

@both_ways
def editors_tell_their_project_by_roots(direct):
    with scene() as place:
        for cwd in (place.home, pathlib.Path("/")):
            answer = over_stdio(place, [place.other], "find", {"query": "elsewhere"}, cwd=cwd, direct=direct)
            has(text_of(answer), "elsewhere.c:1")
        # A relative path counts from there, although it was started elsewhere.
        has(text_of(over_stdio(place, [place.repo], "files", {"path": "src"}, direct=direct)), "main.c")


@case
def what_is_no_project_is_not_taken():
    with scene() as place:
        hidden, plain = "it lies in a hidden folder of the home directory", f"it is no project ({MARKERS})"
        for root, why in ((place.home / ".ssh", hidden), (place.home / ".config" / "app", hidden), (place.plain, plain),
                          (place.home, "it is no directory, or one that can't be a workspace"),
                          ("/etc", "it is no directory, or one that can't be a workspace"),
                          (place.root / "none", "it is no directory, or one that can't be a workspace")):
            same(failure_of(over_stdio(place, [root])),
                 f"no workspace: the client's root '{root}' is not taken, because {why}; the user can add it: {ADD}. Or set the workspace "
                 "with --repo DIR, with FATHOM_REPO, or by starting fathom in a project's directory")
        same(folders_of_ours(place), [])
        # The user's word is enough.
        has(text_of(over_stdio(place, [place.plain], "find", {"query": "noted"}, "--roots", str(place.plain))), "notes.c:1")
        has(text_of(over_stdio(place, [place.home / ".config" / "app"], "find", {"query": "hidden"}, "--roots",
                               str(place.home / ".config"))), "x.c:1")
        same(folders_of_ours(place), ["home/.config/app/.fathom"])
        # Where it was started in a project, that is what calls are about.
        has(text_of(over_stdio(place, [place.plain], "find", {"query": "main"}, cwd=place.repo)), "src/main.c:4")


# ---- where the index goes ----

@case
def no_folder_of_ours_in_what_is_no_project():
    with scene() as place:
        for words, cwd in ((["--repo", str(place.plain)], place.home), ([], place.plain), ([], place.plain / "sub")):
            server = Stdio(place, *words, cwd=cwd)
            server.initialize()
            has(text_of(server.call("find", {"query": "more"})), "more.c:1")
            lacks(text_of(server.call("status")), "plain/.fathom")
            server.end()
        has(place.run("find", "noted", "--no-daemon", cwd=place.plain).out, "notes.c:1")
        same(place.run("index", cwd=place.plain).status, 0)
        same(folders_of_ours(place), [])
        # In a project, a part of it included, it is where it always was.
        same(place.run("find", "main", "--no-daemon").status, 0)
        same(place.run("find", "main", "--repo", place.repo / "src", "--no-daemon").status, 0)
        same(folders_of_ours(place), ["repo/.fathom", "repo/src/.fathom"])
        (place.plain / "Makefile").touch()
        same(place.run("find", "noted", "--no-daemon", cwd=place.plain).status, 0)
        same(folders_of_ours(place), ["plain/.fathom", "repo/.fathom", "repo/src/.fathom"])


# ---- what a refusal tells ----

def outside_paths(place):
    """Of what lies outside: folders, files, and beneath files."""
    (place.repo / "out").symlink_to(place.home)
    return [place.other, place.plain, place.home / ".ssh", place.home / ".ssh" / "id_rsa.c", place.other / "elsewhere.c" / "x",
            "../other", "../other/elsewhere.c", "../plain/sub", "out/.ssh", "out/.ssh/id_rsa.c", "out/.ssh/id_rsa.c/x",
            place.repo / "out/.ssh"]


def take_away(place):
    """As if none of it had ever been there."""
    gone = place.root / "gone"
    gone.mkdir(mode=0o700)
    for path in (place.other, place.plain, place.home / ".ssh"):
        path.rename(gone / path.name)


def value_for(schema):
    """Something that a required argument accepts."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        fields = schema.get("properties", {})
        return {name: value_for(fields[name]) for name in schema.get("required", [])}
    return {"integer": schema.get("minimum", 1), "number": 1, "boolean": False, "array": []}.get(kind, "main")


def questions(server):
    """Every argument of every tool that takes text, as a function of that
    text: whichever of them are paths."""
    tools, cursor = [], None
    while True:
        page = server.modern("tools/list", {"cursor": cursor} if cursor else {})["result"]
        tools += page["tools"]
        cursor = page.get("nextCursor")
        if not cursor:
            break
    for tool in tools:
        schema = tool["inputSchema"]
        fields = schema.get("properties", {})
        for name, field in fields.items():
            is_list = field.get("type") == "array" and field.get("items", {}).get("type") == "string"
            if "enum" in field or not (is_list or field.get("type") == "string"):
                continue
            if name in ("changed_files", "query", "cursor", "regex", "code", "text"):
                continue  # no paths, and some are slow

            def ask_it(path, tool=tool["name"], name=name, is_list=is_list, schema=schema, fields=fields):
                arguments = {required: value_for(fields[required]) for required in schema.get("required", [])}
                arguments[name] = [str(path)] if is_list else str(path)
                return {"name": tool, "arguments": arguments}
            yield f"{tool['name']}.{name}", ask_it


VOLATILE_PARTS = r"took \d+ ms|up \d+ s, \d+ MB|\b[0-9a-f]{24}\b|(uptimeSeconds|residentBytes|refreshMs|durationMs|bytes)\W+\d+|[\d.]+ MB in"\
                 r"|audit: \d+ calls? could not be written down|auditDropped\W+\d+"
RESOURCES = ["fathom://file/{}", "lsp-diagnostics:///{}", "lsp-hover:///{}?line=1&column=1", "lsp-completions:///{}?line=1&column=1"]


def everything_told(server, paths):
    """What each question about each path is answered with."""
    asked = [("tools/call", ask_it(path), f"{name} of {path}") for name, ask_it in questions(server) for path in paths]
    for uri in RESOURCES:
        for path in paths:
            path = str(path).lstrip("/" if "lsp" in uri else "")
            asked.append(("resources/read", {"uri": uri.format(path)}, uri.format(path)))
    answers = {}
    for method, params, name in asked:
        answer = server.modern(method, params)
        answer.pop("id")
        text = json.dumps(answer)
        lacks(text, SECRET)
        answers[name] = re.sub(VOLATILE_PARTS, "", text)
    return answers


def compare(place, *options, paths=None, **more):
    """Nothing that a client can ask gives another answer for what exists."""
    paths = paths or outside_paths(place)
    server = Stdio(place, "--profile", "full", *options, **more)
    before = everything_told(server, paths)
    take_away(place)
    after = everything_told(server, paths)
    server.end()
    differ = [f"{name}:\n{difference(before[name], after[name])}" for name in before if before[name] != after[name]]
    assert not differ, f"{len(differ)} of {len(before)} questions tell what exists outside:\n  " + "\n  ".join(differ[:10])
    assert len(before) > 500, len(before)


@case
def refusals_tell_nothing_of_the_outside():
    with scene() as place:
        compare(place)


@case
def refusals_tell_nothing_beside_a_given_workspace():
    with scene() as place:
        compare(place, "--repo", str(place.repo), cwd=place.home)


@case
def a_trusted_workspace_tells_no_more():
    """Language servers may be asked for then; there are none."""
    with scene() as place:
        same(place.run("trust", place.repo).status, 0)
        compare(place, env={"PATH": "/nowhere"})


@case
def refused_names_say_what_is_served():
    with scene() as place:
        server = Stdio(place, "--roots", str(place.other))
        for path in (place.plain, place.root / "nowhere", "/etc", "../plain"):
            for arguments in ({"repo": str(path)}, {"path": str(path)}):
                words = failure_of(server.modern("tools/call", {"name": "files", "arguments": arguments}))
                same(words, f"'{path}' lies in no workspace that is served here ('{place.repo}', '{place.other}'); another workspace is "
                            f"the user's to add: {ADD}")
        server.end()


@case
def nothing_outside_is_looked_at():
    """By its text alone: no system call names it."""
    if not shutil.which("strace") or SLOW:  # a sanitizer's end does not bear to be traced
        return
    with scene() as place:
        trace, program = place.root / "trace", place.root / "traced"
        program.write_text(f'#!/bin/sh\nexec strace -f -qq -s 4096 -e trace=%file -o {trace} {FATHOM} "$@"\n')
        program.chmod(0o755)
        server = Stdio(place, program=str(program))
        for arguments in ({"repo": "/var/outside-by-name"}, {"path": "/var/outside-by-path"}, {"path": "../../../var/outside-by-path"}):
            failure_of(server.modern("tools/call", {"name": "files", "arguments": arguments}))
        server.end()
        has(trace.read_text(), str(place.repo))
        lacks(trace.read_text(), "outside-by")


@case
def other_names_of_the_workspace_are_understood():
    """A home that is a link, a shell that went through one."""
    with scene() as place:
        (place.root / "alias").symlink_to(place.root)
        alias = place.root / "alias" / "repo"
        for env in ({"PWD": str(alias)}, {"HOME": str(place.root / "alias")}):
            server = Stdio(place, env=env)
            has(text_of(server.modern("tools/call", {"name": "files", "arguments": {"path": str(alias / "src")}})), "main.c")
            has(text_of(server.modern("tools/call", {"name": "files", "arguments": {"repo": str(alias)}})), "src/")
            server.end()
        has(text_of(over_stdio(place, [alias], "files", {"path": str(alias / "src")})), "main.c")


if __name__ == "__main__":
    main()
