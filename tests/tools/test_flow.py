#!/usr/bin/env python3
"""trace without an end: all that a function leads to, by the lines that say so."""
from trees import *

TREE = {
    "jobs/entry.py": '''import threading

from jobs.box import Box
from jobs.work import finish, prepare


def start(box: Box, name):
    if not name:
        log("no name")
        return None
    first = 1
    second = 2
    third = 3
    fourth = 4
    fifth = 5
    sixth = 6
    seventh = 7
    if name.startswith("a"):
        eighth = 8
        for part in prepare(name):
            ninth = 9
            box.put(part)
    else:
        tenth = 10
        threading.Thread(target=finish).start()
    return first + second + third + fourth + fifth + sixth + seventh


def log(text):
    print(text)
''',
    "jobs/box.py": '''class Box:
    def __init__(self):
        self.items = []

    def put(self, item):
        self.items.append(item)
        self.items.sort()
        return len(self.items)

    def take(self):
        item = self.items.pop()
        self.items.sort()
        return item
''',
    "jobs/work.py": '''from jobs.box import Box


def prepare(name):
    return [strip(one) for one in name.split()]


def strip(text):
    left = text.lstrip()
    right = left.rstrip()
    return right


def finish():
    return strip(" done ")


def worker(box: Box):
    while True:
        item = box.take()
        if item is None:
            break
        finish()
''',
    "tests/test_entry.py": '''from jobs.entry import start


def test_start():
    start(None, "")
''',
}


@case
def each_function_by_the_lines_that_lead_on():
    same(ask(Place(TREE), "trace", "start"), """start leads to 6 functions within 4 calls. Short bodies are whole; of others the lines that lead on, and what these stand under.
1. start  jobs/entry.py:7-26
7	def start(box: Box, name):
18	    if name.startswith("a"):
20	        for part in prepare(name):
22	            box.put(part)
23	    else:
25	        threading.Thread(target=finish).start()
   ends: Box.put  jobs/box.py:5
3. worker  jobs/work.py:18-23  <- takes by take what Box.put puts, as their names say
18	def worker(box: Box):
19	    while True:
20	        item = box.take()
21	        if item is None:
22	            break
23	        finish()
   ends: Box.take  jobs/box.py:10
4. prepare  jobs/work.py:4-5  <- 1 at 20
4	def prepare(name):
5	    return [strip(one) for one in name.split()]
   ends: strip  jobs/work.py:8
5. finish  jobs/work.py:14-15  <- 1 at 25, named as a value
14	def finish():
15	    return strip(" done ")
""")


@case
def fields_say_who_leads_where():
    rows = fields(Place(TREE), "trace", "start")["hops"]
    same([(row["name"], row.get("by"), row.get("at"), row.get("edge")) for row in rows],
         [("start", None, None, None), ("put", 1, 22, "calls"), ("worker", 2, None, "takes"), ("prepare", 1, 20, "calls"),
          ("finish", 1, 25, "references"), ("strip", 4, 5, "calls"), ("take", 3, 20, "calls")])


@case
def depth_bounds_it():
    text = ask(Place(TREE), "trace", "start", "--depth", "1")
    has(text, "start leads to 3 functions within 1 call.")
    lacks(text, "strip  jobs", "worker")


@case
def what_serves_everybody_is_no_step():
    users = "\n\n".join(f"def user_{n}():\n    shared()\n    return own_{n}()\n\n\ndef own_{n}():\n    a = {n}\n    b = a\n    return b" for n in range(20))
    tree = {"all.py": f"def shared():\n    a = 1\n    b = 2\n    return a + b\n\n\n{users}\n"}
    text = ask(Place(tree), "trace", "user_3")
    has(text, "user_3 leads to 1 function within 4 calls.", "ends: own_3  all.py:")
    lacks(text, "ends: shared")


@case
def nothing_beyond_it():
    same(ask(Place(TREE), "trace", "strip"), """strip leads to 0 functions within 4 calls. Short bodies are whole; of others the lines that lead on, and what these stand under.
1. strip  jobs/work.py:8-11
8	def strip(text):
9	    left = text.lstrip()
10	    right = left.rstrip()
11	    return right
""")


@case
def recursion_ends():
    tree = {"r.py": "def one(n):\n    a = n\n    b = a\n    return two(b)\n\n\ndef two(n):\n    a = n\n    b = a\n    return one(b)\n"}
    has(ask(Place(tree), "trace", "one"), "one leads to 1 function within 4 calls.")


@case
def all_that_leads_to_it():
    same(ask(Place(TREE), "trace", "--to", "strip"), """4 places lead to strip within 4 calls. Short bodies are whole; of others the lines that lead on, and what these stand under.
1. strip  jobs/work.py:8-11
8	def strip(text):
9	    left = text.lstrip()
10	    right = left.rstrip()
11	    return right
2. prepare  jobs/work.py:4-5  -> 1 at 5
4	def prepare(name):
5	    return [strip(one) for one in name.split()]
3. finish  jobs/work.py:14-15  -> 1 at 15
14	def finish():
15	    return strip(" done ")
4. start  jobs/entry.py:7-26  -> 2 at 20
7	def start(box: Box, name):
18	    if name.startswith("a"):
20	        for part in prepare(name):
23	    else:
25	        threading.Thread(target=finish).start()
5. worker  jobs/work.py:18-23  -> 3 at 23
18	def worker(box: Box):
19	    while True:
20	        item = box.take()
21	        if item is None:
22	            break
23	        finish()
""")


@case
def a_caller_of_many_shows_all_its_lines():
    tree = {"m.py": "def end():\n    return 1\n\n\ndef left():\n    return end()\n\n\ndef right():\n    return end()\n\n\n"
                    "def top():\n    a = left()\n    b = right()\n    return a + b\n"}
    rows = fields(Place(tree), "trace", "--to", "end")["hops"]
    same([(row["name"], row.get("by"), row.get("at")) for row in rows],
         [("end", None, None), ("left", 1, 6), ("right", 1, 10), ("top", 2, 14)])
    has(ask(Place(tree), "trace", "--to", "end"), "4. top  m.py:13-16  -> 2 at 14\n13\tdef top():\n14\t    a = left()\n15\t    b = right()\n")


INTERFACE = {"a.ts": """export interface Store {
  keep(item: string): number;
}
export class Disk implements Store {
  keep(item: string): number {
    return write(item);
  }
}
export function write(item: string): number {
  const a = item.length;
  const b = a + 1;
  return b;
}
""", "b.java": """class Calls {
  int chat(int a) {
    int b = a;
    return send(b);
  }
  int chat(String a) {
    int b = 1;
    return other(b);
  }
  int send(int a) {
    int b = a;
    int c = b;
    return c;
  }
  int other(int a) {
    int b = a;
    int c = b;
    return c;
  }
}
"""}


@case
def a_method_begins_with_what_runs_in_its_place():
    has(ask(Place(INTERFACE), "trace", "Store.keep"), "Store.keep leads to 2 functions within 4 calls.",
        "2. Disk.keep  a.ts:5-7  in place of 1\n5\t  keep(item: string): number {\n6\t    return write(item);\n7\t  }\n   ends: write  a.ts:9\n")


@case
def overloads_begin_together():
    text = ask(Place(INTERFACE), "trace", "Calls.chat")
    has(text, "Calls.chat leads to 2 functions within 4 calls.", "ends: Calls.send  b.java:10", "ends: Calls.other  b.java:15")
    lacks(text, "symbols have that name")


@case
def an_end_is_needed():
    has(ask(Place(TREE), "trace", status=2), "trace needs from, to, or both: names of symbols")


main()
