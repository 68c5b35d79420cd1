#!/usr/bin/env python3
"""One call, one client or one repository against everybody else: other
programs' databases that never end, calls that are not wanted any more, clients
that were killed, and many calls at once. The bounds in seconds are those
between "at once" and "never", wide enough for a machine that is busy."""
import pathlib
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *

SOON = 60 if SLOW else 20  # seconds; what is attacked here takes minutes or for ever
REMEDY = "; remove the file, and what git tells is used instead"
TABLES = ("create table artifacts(id integer primary key, path text);"
          "create table co_change_edges(artifact_a integer, artifact_b integer, weight real);"
          "insert into artifacts values(1, 'src/main.c'), (2, 'src/store.c');")
EDGES = "insert into co_change_edges values(1, 2, 0.5), (1, 2, 0.25);"
GOOD = "Changed together with src/main.c, heaviest first:\nsrc/store.c  2 commits, weight 0.75\nFrom .varp/cochange.db.\n"
ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) "
# One step of the library's machine that takes longer than anybody waits.
STUCK = "instr(zeroblob(20000000), zeroblob(10000000) || x'01')"


def database(path, script):
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    db.executescript(script)
    db.commit()
    db.close()


def foreign(place, script):
    database(place.repo / ".varp" / "cochange.db", script)


def cochange(server, path="src/main.c"):
    result = server.call("cochange", {"path": path})["result"]
    return result["content"][0]["text"], result["isError"]


def within(seconds, function):
    """What it gives, in time."""
    box = []
    thread = threading.Thread(target=lambda: box.append(function()), daemon=True)
    thread.start()
    thread.join(seconds)
    assert box, f"not over after {seconds} s"
    return box[0]


def seconds_of_cpu(pid, while_s=1.5):
    before = cpu_seconds(pid)
    time.sleep(while_s)
    return cpu_seconds(pid) - before


# ---- databases that a repository brings ----

OTHER = "'.varp/cochange.db' is not read: only an ordinary table is, and it has something else by the name of '%s'" + REMEDY
VIEW = "create view co_change_edges as "
NO_EDGES = "create table artifacts(id integer primary key, path text); insert into artifacts values(1, 'src/main.c');"
HOSTILE = {
    "a_view_without_end": (NO_EDGES + VIEW + ENDLESS + "select 1 as artifact_a, 1 as artifact_b, x as weight from n;",
                           OTHER % "co_change_edges"),
    "a_view_of_one_endless_step": (NO_EDGES + VIEW + f"select 1 as artifact_a, 1 as artifact_b, {STUCK} as weight;",
                                   OTHER % "co_change_edges"),
    "views_of_views": (NO_EDGES + "create view v0 as select 1 as artifact_a, 1 as artifact_b, 1 as weight;" +
                       "".join(f"create view v{i} as select a.* from v{i - 1} a, v{i - 1} b;" for i in range(1, 24)) +
                       VIEW + "select * from v23;", OTHER % "co_change_edges"),
    "a_view_of_files": ("create table co_change_edges(artifact_a integer, artifact_b integer, weight real);"
                        "create view artifacts as " + ENDLESS + "select x as id, 'src/main.c' as path from n;",
                        OTHER % "artifacts"),
    "a_computed_column": (NO_EDGES + "create table co_change_edges(artifact_a integer, artifact_b integer);"
                          "insert into co_change_edges values(1, 1);"
                          f"alter table co_change_edges add column weight real generated always as ({STUCK}) virtual;",
                          "'.varp/cochange.db' is not read: some columns are missing or computed in its table "
                          "'co_change_edges'" + REMEDY),
    "a_virtual_table": (NO_EDGES + "create virtual table co_change_edges using fts5(artifact_a, artifact_b, weight);",
                        OTHER % "co_change_edges"),
    "no_such_table": (NO_EDGES, "'.varp/cochange.db' is not read: it has no table 'co_change_edges'" + REMEDY),
}


def hostile_database(name):
    script, words = HOSTILE[name]
    with Place() as place:
        foreign(place, script)
        server = Stdio(place)
        server.initialize()
        same(within(SOON, lambda: cochange(server)), (words, True))
        # And the same door of another tool, whose own answer does not suffer.
        text = within(SOON, lambda: text_of(server.call("impact", {"target": "src/main.c"})))
        has(text, "\nWhat changes together with it is not known: " + words + "\n")
        foreign(place, TABLES + EDGES)
        same(cochange(server), (GOOD, False))
        server.end()


for _name in HOSTILE:
    add_case("hostile_database_" + _name, lambda name=_name: hostile_database(name))


@case
def unused_views_and_triggers_do_no_harm():
    with Place() as place:
        foreign(place, TABLES + EDGES + f"create view other as {ENDLESS} select x from n;"
                "create trigger t after insert on artifacts begin delete from artifacts; end;"
                "create index e on co_change_edges(instr(artifact_a, 1)) where instr(weight, 1);")
        server = Stdio(place)
        server.initialize()
        same(within(SOON, lambda: cochange(server)), (GOOD, False))
        server.end()


@case
def a_database_with_a_log_beside_it_is_read_as_it_lies():
    with Place() as place:
        foreign(place, "pragma journal_mode=wal;" + TABLES + EDGES)
        before = (place.repo / ".varp/cochange.db").read_bytes()
        same(before[18:20], b"\2\2")
        server = Stdio(place)
        server.initialize()
        same(cochange(server), (GOOD, False))
        same((place.repo / ".varp/cochange.db").read_bytes() == before, True)
        same(os.listdir(place.repo / ".varp"), ["cochange.db"])
        server.end()


@case
def a_tree_of_pages_that_leads_nowhere_ends():
    """Ten levels of inner pages, all children of each being the next one: few
    pages, and more rows than anybody can count."""
    with Place() as place:
        rows = "insert into co_change_edges select 1, 3, 1.0 from (" + ENDLESS + "select x from n limit 60000);"
        path = place.repo / ".varp" / "cochange.db"
        foreign(place, TABLES + rows)
        db = sqlite3.connect(path)
        root = db.execute("select rootpage from sqlite_master where name = 'co_change_edges'").fetchone()[0]
        db.close()
        data = path.read_bytes()
        size = int.from_bytes(data[16:18], "big")
        pages = [bytearray(data[i:i + size]) for i in range(0, len(data), size)]
        inner, leaf = bytes(pages[root - 1]), int.from_bytes(pages[root - 1][8:12], "big")
        same(inner[0], 5, "kind of the root page")
        cells = [int.from_bytes(inner[12 + 2 * i:14 + 2 * i], "big") for i in range(int.from_bytes(inner[3:5], "big"))]
        chain = [root - 1] + list(range(len(pages), len(pages) + 9))
        for i, number in enumerate(chain):
            page, child = bytearray(inner), (chain[i + 1] + 1 if i + 1 < len(chain) else leaf).to_bytes(4, "big")
            for offset in [8, *cells]:
                page[offset:offset + 4] = child
            pages[number:number + 1] = [page]
        pages[0][28:32] = len(pages).to_bytes(4, "big")
        path.write_bytes(b"".join(pages))
        server = Stdio(place)
        server.initialize()
        text, is_error = within(SOON, lambda: cochange(server))
        same((is_error, text), (True, "'.varp/cochange.db' is not read: it has too many rows" + REMEDY))
        server.end()


@case
def things_that_are_no_file_are_not_waited_for():
    with Place() as place:
        path = place.repo / ".varp" / "cochange.db"
        path.parent.mkdir()
        server = Stdio(place)
        server.initialize()
        os.mkfifo(path)
        text, is_error = within(SOON, lambda: cochange(server))
        same((is_error, ".varp/cochange.db" in text), (True, True), text)
        path.unlink()
        path.mkdir()
        text, is_error = within(SOON, lambda: cochange(server))
        same((is_error, ".varp/cochange.db" in text), (True, True), text)
        path.rmdir()
        # What lies outside is not read: as if there were none.
        database(place.root / "elsewhere.db", TABLES + EDGES)
        path.symlink_to(place.root / "elsewhere.db")
        lacks(within(SOON, lambda: cochange(server))[0], "0.75")
        path.unlink()
        with open(path, "wb") as file:
            file.truncate(10 << 30)
        text, is_error = within(SOON, lambda: cochange(server))
        same((is_error, "limit of 67108864 bytes" in text), (True, True), text)
        server.end()


if __name__ == "__main__":
    main()
