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
    same(ask(Place(TREE), "trace", "start"), """start leads to 6 functions. Short bodies are whole; of others the lines that lead on or leave the program, and what decides about them.
1. start  jobs/entry.py:7-26
7	def start(box: Box, name):
8	    if not name:
9	        log("no name")
10	        return None
11	    first = 1
12	    second = 2
13	    third = 3
14	    fourth = 4
15	    fifth = 5
16	    sixth = 6
17	    seventh = 7
18	    if name.startswith("a"):
19	        eighth = 8
20	        for part in prepare(name):
21	            ninth = 9
22	            box.put(part)
23	    else:
24	        tenth = 10
25	        threading.Thread(target=finish).start()
26	    return first + second + third + fourth + fifth + sixth + seventh
   1 leads no further
3. worker  jobs/work.py:18-23  <- takes by take what Box.put puts, as their names say
18	def worker(box: Box):
19	    while True:
20	        item = box.take()
21	        if item is None:
22	            break
23	        finish()
   1 leads no further
4. prepare  jobs/work.py:4-5  <- 1 at 20
4	def prepare(name):
5	    return [strip(one) for one in name.split()]
   1 leads no further
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
    has(text, "user_3 leads to 1 function.", "\n   1 leads no further\n")


@case
def nothing_beyond_it():
    same(ask(Place(TREE), "trace", "strip"), """strip leads to 0 functions. Short bodies are whole; of others the lines that lead on or leave the program, and what decides about them.
1. strip  jobs/work.py:8-11
8	def strip(text):
9	    left = text.lstrip()
10	    right = left.rstrip()
11	    return right
""")


@case
def recursion_ends():
    tree = {"r.py": "def one(n):\n    a = n\n    b = a\n    return two(b)\n\n\ndef two(n):\n    a = n\n    b = a\n    return one(b)\n"}
    has(ask(Place(tree), "trace", "one"), "one leads to 1 function.")


@case
def all_that_leads_to_it():
    same(ask(Place(TREE), "trace", "--to", "strip"), """4 places lead to strip. Short bodies are whole; of others the lines that lead on or leave the program, and what decides about them.
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
8	    if not name:
10	        return None
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
    has(ask(Place(INTERFACE), "trace", "Store.keep"), "Store.keep leads to 2 functions.",
        "2. Disk.keep  a.ts:5-7  in place of 1\n5\t  keep(item: string): number {\n6\t    return write(item);\n7\t  }\n   1 leads no further\n")


@case
def overloads_begin_together():
    text = ask(Place(INTERFACE), "trace", "Calls.chat")
    has(text, "Calls.chat leads to 2 functions.", "4\t    return send(b);\n5\t  }\n   1 leads no further\n", "8\t    return other(b);\n9\t  }\n   1 leads no further\n")
    lacks(text, "symbols have that name")


def body(*lines):
    return "".join(f"    {line}\n" for line in lines)


def filler(letter, count=16):
    return [f"{letter}{i} = {i}" for i in range(count)]


@case
def what_tests_call_often_is_a_step_all_the_same():
    tests = {f"tests/test_{n}.py": f"from m import pick\n\n\ndef test_{n}():\n    pick({n})\n" for n in range(20)}
    text = ask(Place({"m.py": "def begin():\n    x = pick(1)\n    return x\n\n\ndef pick(n):\n" + body(*filler("a"), "return deep(n)") +
                              "\n\ndef deep(n):\n" + body(*filler("b"), "return n"), **tests}), "trace", "begin")
    has(text, "begin leads to 2 functions.", "2. pick  m.py:6-23  <- 1 at 2\n6\tdef pick(n):\n23\t    return deep(n)\n")


@case
def a_main_road_is_a_step_whoever_uses_it():
    """Twenty use both; one of them calls five functions."""
    users = "\n\n\n".join(f"def user_{n}():\n    tool()\n    return road()" for n in range(20))
    parts = "\n\n\n".join(f"def part_{n}():\n    a = {n}\n    b = a\n    c = b\n    return c" for n in range(5))
    text = ask(Place({"m.py": users + "\n\n\ndef road():\n" + body(*[f"part_{n}()" for n in range(5)]) + "\n\ndef tool():\n" +
                              body("a = 1", "b = a", "c = b", "return c") + "\n\n" + parts + "\n"}), "trace", "user_3")
    has(text, "user_3 leads to 6 functions.", "2. road  m.py:")


@case
def wrappers_cost_no_depth():
    chain = "".join(f"def w{n}(x):\n    return w{n + 1}(x)\n\n\n" for n in range(5))
    text = ask(Place({"m.py": "def begin():\n    w0(1)\n    w0(2)\n    return other()\n\n\ndef other():\n    a = 1\n    b = a\n    return b\n\n\n" + chain +
                              "def w5(x):\n    a = x\n    b = a\n    return other()\n"}), "trace", "begin", "--depth", 2)
    has(text, "w5  m.py:")


@case
def conditions_that_leave_before_a_call_are_told():
    text = ask(Place({"m.py": "def begin(x):\n    return middle(x)\n\n\ndef middle(x):\n" +
                              body("if not x:", "    log = 1", "    return None", *filler("a"), "if err:", "    return 2", "for y in x:", "    if y.done:",
                                   "        continue", "    end(y)", "if x.late:", "    return 3", "return 4") +
                              "\n\ndef end(y):\n    a = y\n    b = a\n    return b\n"}), "trace", "begin")
    has(text, """5\tdef middle(x):
6\t    if not x:
8\t        return None
27\t    for y in x:
28\t        if y.done:
29\t            continue
30\t        end(y)
   1 leads no further
""")


OUTSIDE = {
    "m.py": "import subprocess\nfrom pathlib import Path\n\n\ndef begin(x):\n    system(x)\n    return middle(x)\n\n\n"
            "def middle(x):\n" + body(*filler("a"), "if x:", "    subprocess.Popen([x])", "keep(x)", "note(x)", "return 1") +
            "\n\ndef keep(x):\n    q = 'INSERT INTO things (a) VALUES (1)'\n    db.run(q)\n    return x\n\n\n"
            "def note(x):\n    a = x\n    b = a\n    return b\n\n\n"
            "def system(x):\n    # no exit() here\n    a = x\n    b = a\n    return b\n",
}


@case
def lines_that_leave_the_program_are_told():
    """A call of the project's own function of such a name, and a comment, leave nothing."""
    same(ask(Place(OUTSIDE), "trace", "begin").split("\n", 1)[1], """1. begin  m.py:5-7
5\tdef begin(x):
6\t    system(x)
7\t    return middle(x)
   1 leads no further
2. middle  m.py:10-31  <- 1 at 7
10\tdef middle(x):
27\t    if x:
28\t        subprocess.Popen([x])
29\t    keep(x)
30\t    note(x)
   2 lead no further; 1 leaves the program:
      keep  m.py:34  35: q = 'INSERT INTO things (a) VALUES (1)'
""")


@case
def ways_out_of_the_program_that_are_not_on_the_page():
    chain = "".join(f"def f{n}(x):\n" + body(*[f"a{i} = '{'x' * 100}'" for i in range(11)], f"return f{n + 1}(x)") + "\n\n" for n in range(13))
    place = Place({"m.py": chain + "def f13(x):\n" + body("a = x", "open_file = Path(x).write_text(a)", "b = a", "return run(b)") +
                           "\n\ndef run(x):\n" + body("a = x", "b = a", "return subprocess.check_call(b)")})
    text = ask(place, "trace", "f0")
    has(text, "8. f7  m.py:", "cursor=", """Not shown, but on its ways out of the program:
  8 > f8 > f9 > f10 > f11 > f12 > f13 >
      run  m.py:""", "return subprocess.check_call(b)\n  8 > f8 > f9 > f10 > f11 > f12 >\n      f13  m.py:", "open_file = Path(x).write_text(a)\n")
    assert len(text) <= 15000, len(text)
    cursor = re.search(r"cursor=([\w.]*\w)", text)[1]
    lacks(ask(place, "trace", "f0", "--cursor", cursor), "Not shown, but")
    small = ask(place, "trace", "f0", "--max-chars", 2000)
    assert len(small) <= 2000, len(small)


@case
def a_method_reference_is_followed():
    java = {"A.java": "import java.util.function.Function;\nclass A {\n  String begin(String s) {\n    return each(s, this::low);\n  }\n"
                      "  String each(String s, Function<String, String> fn) {\n    String t = s;\n    String u = t;\n    return fn.apply(u);\n  }\n"
                      "  String low(String s) {\n    String t = s;\n    String u = t;\n    return u + last(t);\n  }\n"
                      "  String last(String s) {\n    String t = s;\n    String u = t;\n    return u;\n  }\n}\n"}
    has(ask(Place(java), "trace", "A.begin"), "A.begin leads to 3 functions.", "A.low  A.java:11-15  <- 1 at 4, named as a value\n")


ROUTES = {"api.go": """package api

import "net/http"

func Routes(mux *http.ServeMux) {
	mux.HandleFunc("/api/", all)
	mux.HandleFunc("/api/projects/", project)
	mux.HandleFunc("GET /api/projects/{id}/log", show)
}

func all(w http.ResponseWriter, r *http.Request)     { w.WriteHeader(1) }
func project(w http.ResponseWriter, r *http.Request) { w.WriteHeader(2) }
func show(w http.ResponseWriter, r *http.Request)    { w.WriteHeader(3) }
"""}


@case
def a_request_stands_for_the_route_that_answers_it():
    place = Place(ROUTES)
    for request, route in (("POST /api/projects/NAME/spawn", "ANY /api/projects/"), ("/api/projects/x/spawn", "ANY /api/projects/"),
                           ("GET /api/projects/7/log", "GET /api/projects/{id}/log"), ("POST /api/projects/7/log", "ANY /api/projects/"),
                           ("/api/other", "ANY /api/"), ("ANY /api/projects/", "ANY /api/projects/")):
        has(ask(place, "trace", request), f"{route} leads to ")
    for request in ("/other", "POST", "POST /", "/", "/ /", "//api", "POST api/projects/7"):
        has(ask(place, "trace", request), "Nothing is called")


HANDED = {
    "java/A.java": """package a;
import java.util.function.Function;
class A {
  private final B b = new B();
  private final Runner runner = new Runner();
  String mine(String x) { return runner.run(this::handle, x); }
  String others(String x) { return runner.run(b::deep, x); }
  String still(String x) { return runner.run(A::stand, x); }
  String kept(String x) { Function<String, String> f = b::deep; return runner.run(f, x); }
  String handle(String s) { return b.deep(s); }
  static String stand(String s) { return new B().deep(s); }
  String type(String s) { return B.class.getName(); }
}
class B { String deep(String s) { return s.trim(); } }
class Runner { String run(Function<String, String> f, String x) { return f.apply(x); } }
""",
    "py/m.py": """class H:
    def begin(self, pool):
        return pool.submit(self.handle, 1)

    def handle(self, x):
        return deep(x)


def deep(x):
    y = x
    return y
""",
    "ts/a.ts": """export class H {
  begin(q: Queue) { q.on("x", this.handle.bind(this)); }
  handle(x: string) { return low(x); }
}
export function low(x: string) { return x.trim(); }
export interface Queue { on(n: string, f: (x: string) => string): void; }
export function outer(q: Queue, h: H) { q.on("y", h.handle); }
""",
    "c/a.c": """void later(void (*f)(int));
static void bottom(int x) { x++; }
static void handle(int x) { bottom(x); }
void top(void) { later(handle); }
"""}


@case
def a_path_leads_through_functions_that_are_handed_on():
    place = Place(HANDED)
    names = lambda start, end: [hop["name"] for hop in fields(place, "trace", "--from", start, "--to", end)["hops"]]
    for start, end, way in (("A.mine", "B.deep", ["handle"]), ("A.others", "B.deep", []), ("A.still", "B.deep", ["stand"]), ("A.kept", "B.deep", []),
                            ("py/m.py:H.begin", "py/m.py:deep", ["handle"]), ("ts/a.ts:H.begin", "low", ["handle"]), ("outer", "low", ["handle"]),
                            ("top", "bottom", ["handle"])):
        last = lambda name: name.split(":")[-1].split(".")[-1]
        same(names(start, end), [last(start), *way, last(end)], start)
    has(ask(place, "trace", "A.mine", "--to", "B.deep"), """2 hops from A.mine to B.deep.
1. A.mine  java/A.java:6-6
6\t  String mine(String x) { return runner.run(this::handle, x); }
   references at java/A.java:6: String mine(String x) { return runner.run(this::handle, x); } (handed on as a value, for somebody else to call)
2. A.handle  java/A.java:10-10
""")
    hop = fields(place, "trace", "--from", "A.mine", "--to", "B.deep")["hops"][1]
    same((hop["edge"], hop["rule"], hop["confidence"]), ("references", "callback", "heuristic"))
    # who names a type runs none of it
    has(ask(place, "trace", "A.type", "--to", "B.deep"), "No path of calls found from A.type to B.deep.")


@case
def an_end_is_needed():
    has(ask(Place(TREE), "trace", status=2), "trace needs from, to, or both: names of symbols")


main()
