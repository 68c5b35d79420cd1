#!/usr/bin/env python3
"""symbol: exact text, fields, limits."""
from shop import *


@case
def members_by_another_name_of_their_type():
    with Place({"a.c": "struct node { int size; };\ntypedef struct node Node;\ntypedef Node *NodeRef;\n"
                       "int f(NodeRef n) { return n->size; }\n",
                "b.go": "package b\ntype Item struct{}\nfunc (i Item) Go() {}\ntype Alias = Item\ntype Named Item\n"}) as place:
        same(ask(place, "symbol", "NodeRef.size").splitlines()[0], "a.c:1 field node.size, exported")
        same(ask(place, "symbol", "Node.size").splitlines()[0], "a.c:1 field node.size, exported")
        same(ask(place, "symbol", "Alias.Go").splitlines()[0], "b.go:3 method Item.Go, exported")
        has(ask(place, "symbol", "Alias.None"), "Nothing is called 'Alias.None'.")


@case
def symbol_in_python():
    same(ask(PLACE, "symbol", "Cart.cost"), """shop/cart.py:13-15 method Cart.cost, exported
Sums up.
Calls (1):
  shop/price.py: total:1 at 15
Called by (2):
  shop/cart.py: pay:23 at 24
  tests/test_cart.py: test_cost:4 at 5
No caller is missing, through whichever declaration: every call spelled cost was resolved.
Built on it (1):
  overridden by GiftCart.cost  shop/cart.py:19
Code:
13	    def cost(self):
14	        \"\"\"Sums up.\"\"\"
15	        return total(self.items)
""")


@case
def symbol_in_typescript():
    """A type: its members instead of its code; callers through what it overrides."""
    same(ask(PLACE, "symbol", "Text"), """web/form.ts:3-5 class Text, exported
class Text implements Field
Calls (1):
  web/form.ts: trimmed:7 at 4, in check
May be called by, through what it overrides (1):
  web/form.ts: submit:9 at 10, via Field.check
Built on (1):
  implements Field  web/form.ts:1
Members (1):
  4 method check(value: string): boolean
""")


@case
def a_mention_is_found_behind_many_other_uses_of_the_word():
    """In code between quotes, elsewhere as a word; the name of a definition is no mention. Forty lines that only
    spell the word, as locals and calls of another function do, hide none."""
    uses = "".join(f"def a{i}():\n    settle = {i}\n    return settle\n" for i in range(40))
    with Place({"a.py": uses, "b.py": "class Order:\n    def settle(self):\n        pass\n",
                "c.py": "def late(order):\n    settle = 1\n    return settle, 'settled', getattr(order, \"settle\")()\n",
                "c.json": '{"settle": 1,\n "by": "settle"}\n',
                "notes": "They settle it.\nunsettled\n"}) as place:
        has(ask(place, "symbol", "Order.settle"),
            "Called by: nobody found; its name stands at c.json:2, c.py:3, notes:1; it is exported: other projects can call it.\n")


@case
def places_beyond_the_first_few_are_elsewhere():
    with Place({"b.py": "class Order:\n    def settle(self):\n        pass\n", "notes": "settle\n" * 5, "other": "settle\n"}) as place:
        has(ask(place, "symbol", "Order.settle"), "; its name stands at notes:1, notes:2, notes:3, notes:4 and elsewhere; it is")
    with Place({"b.py": "class Order:\n    def settle(self):\n        pass\n", "notes": "settle\n" * 4}) as place:
        has(ask(place, "symbol", "Order.settle"), "; its name stands at notes:1, notes:2, notes:3, notes:4; it is")


@case
def mentions_in_the_last_of_many_files():
    files = {f"m{i:03}.py": f"def m{i}():\n    return 'settled', settle{i}\n" for i in range(90)}
    with Place({"b.py": "class Order:\n    def settle(self):\n        pass\n", "z.py": "USED = 'settle'\n", "znotes": "settle\n", **files}) as place:
        has(ask(place, "symbol", "Order.settle"), "; its name stands at z.py:1, znotes:1; it is")


STORE = {
    "store.ts": "import { create } from 'zustand';\nexport const useStore = create((set: any) => ({\n  inc: () => set(1),\n}));\n",
    "use.ts": "import { useStore } from './store';\nexport function bump() {\n  useStore.getState().inc();\n}\n",
}


@case
def what_a_store_from_outside_gives_may_be_ours():
    with Place(STORE) as place:
        has(ask(place, "symbol", "inc"), "1 call spelled inc in 1 file could not be resolved and may be some: use.ts:3\n")


@case
def what_an_object_from_outside_gives_may_be_ours():
    place = Place({"run.py": "class Runner:\n    def wake(self): ...\n    def json(self): ...\n",
                   "web.py": "import fastapi\nfrom fastapi import Request\n\n\ndef post(request: Request):\n"
                             "    request.app.state.runner.wake()\n\n\ndef put(request: Request):\n"
                             "    runner = getattr(request.app.state, 'runner', None)\n    runner.wake()\n"
                             "    request.json()\n    fastapi.tools.json()\n"})
    has(ask(place, "symbol", "Runner.wake"), "2 calls spelled wake in 1 file could not be resolved and may be some: web.py:6, web.py:11")
    # A member of the outside type itself, and what an import names, are known to be outside.
    has(ask(place, "symbol", "Runner.json"), "Every call spelled json was resolved, and none leads here.")


@case
def methods_in_another_file_than_their_type():
    place = Place({"go.mod": "module x\n\ngo 1.19\n", "head.go": "package x\n\ntype Head struct{ n int }\n",
                   "append.go": "package x\n\n// Append adds.\nfunc (h *Head) Append(v int) { h.n += v }\n\nfunc use(h *Head) { h.Append(1) }\n"})
    same(ask(place, "symbol", "Head.Append"), """append.go:4 method Head.Append, exported
Append adds.
Called by (1):
  append.go: use:6 at 6
No caller is missing: every call spelled Append was resolved.
Code:
4	func (h *Head) Append(v int) { h.n += v }
""")
    has(ask(place, "symbol", "Head"), "Members (1):\n  3 field n int\n\nMembers in append.go:\n  4 method func (h *Head) Append(v int)\n")
    place.close()


DECORATED = """import click
import pytest
from flask import Flask

app = Flask(__name__)


@app.route("/users/<id>", methods=["GET"])
def user(id):
    return load(id)


@logged
@app.teardown(name = "late")
def missing(e):
    return "no"


@click.command("serve")
@click.option("--port", default=80)
def serve(port):
    return run(port)


@pytest.fixture
def db():
    return load(1)


def load(id):
    return id


def run(port):
    return load(port)
"""


@case
def what_decorates_a_function_is_a_way_in_with_its_name():
    place = Place({"app.py": DECORATED})
    for name, how in (("serve", 'click.command("serve") at app.py:19'), ("db", "pytest.fixture at app.py:25"), ("missing", 'app.teardown("late") at app.py:14')):
        has(ask(place, "symbol", name), f"Called by: nobody found; it is decorated by {how}, which may keep or call it.\n")
    text = ask(place, "impact", "load")
    same(text[text.index("Reached from"):], """Reached from (3):
  "GET /users/<id>" app.py:8: GET /users/<id>:8 \u2192 (wired) user:10 \u2192 load
  "serve" decorated by click.command at app.py:19: serve:22 \u2192 run:35 \u2192 load
  decorated by pytest.fixture at app.py:25: db:27 \u2192 load
""")
    place.close()


@case
def a_method_that_several_interfaces_declare_is_told_by_each():
    place = Place({"go.mod": "module x\n\ngo 1.19\n", "serve.go": """package x

type Plain interface{ Serve(n int) error }
type Chained interface{ Serve(n int, next Plain) error }
type A struct{}
type B struct{}
type C struct{}
type D struct{}

func (A) Serve(n int) error             { return nil }
func (B) Serve(n int, next Plain) error { return next.Serve(n) }
func (C) Serve(n int, next Plain) error { return next.Serve(n) }
func (D) Serve(s string)                {}

func run(c Chained) error { return c.Serve(1, A{}) }
"""})
    text = ask(place, "symbol", "Plain.Serve", "--code=false")
    lacks(text, "of this name")
    text = ask(place, "symbol", "Serve", "--code=false")
    same(text[text.index("Built on it"):], """Built on it (1):
  overridden by A.Serve  serve.go:10
5 others of this name, whose callers are not among these; choose by file and line:
  serve.go:4 method Chained.Serve, called by 1, overridden by 2:
    serve.go:11 method B.Serve
    serve.go:12 method C.Serve
  1 overrides what is shown above
  serve.go:13 method D.Serve
""")
    place.close()


@case
def symbol_of_several():
    text = ask(PLACE, "symbol", "cost", "--code=false")
    has(text, "method Cart.cost", "The one other of this name overrides it.\n")
    has(ask(PLACE, "symbol", "cost", "--file", "cart.py", "--line", "20"), "shop/cart.py:19-20 method GiftCart.cost")
    has(ask(PLACE, "symbol", "pay", "--file", "shop"), "shop/cart.py:23-24 function pay")
    has(ask(PLACE, "symbol", "pay", "--file", "shop/"), "shop/cart.py:23-24 function pay")
    has(ask(PLACE, "symbol", "pay", "--file", "sho"), "Nothing is called 'pay' in sho")
    lacks(text, "Code:")
    has(ask(PLACE, "symbol", "total", "--kind", "functon", status=2), "kind must be one of file, module, ", ", test, section, not 'functon'; did you mean 'function'?")
    has(ask(PLACE, "symbol", "total", "--kind", "class"), "Nothing is called 'total' of kind class.")


@case
def several_symbols_at_once():
    text = ask(PLACE, "symbol", "total, nowhere,Cart.cost")
    same(text.split("Searched:")[0], """shop/price.py:1-2 function total, exported
def total(items)
Calls (1):
  shop/price.py: rate:5 at 2
Called by (1):
  shop/cart.py: Cart.cost:13 at 15
No caller is missing: every call spelled total was resolved.

Nothing is called 'nowhere'.
""")
    has(text, "\n\nshop/cart.py:13-15 method Cart.cost, exported\n", "Built on it (1):\n  overridden by GiftCart.cost  shop/cart.py:19\n")
    has(ask(PLACE, "symbol", "total,rate", "--code"), "1\tdef total(items):\n2\t    return", "5\tdef rate(item):\n6\t    return item * 2\n")
    fields = json.loads(ask(PLACE, "symbol", "total,nowhere,rate", "--json"))
    same((fields["found"], [one["name"] for one in fields["symbols"]]), (True, ["total", "rate"]))
    has(ask(PLACE, "symbol", " , ", status=2), "name is blank")
    has(ask(PLACE, "symbol", ",".join(f"n{i}" for i in range(21)), status=2), "more than 20 names: ask in several calls")


@case
def callers_that_may_be_missing():
    """A call of that name that leads nowhere known is told with its place."""
    place = Place({"a.py": "class Box:\n    def weigh(self):\n        return 1\n\n\ndef one():\n    return Box().weigh()\n",
                   "b.py": "def other(thing):\n    return thing.weigh() + thing.weigh()\n\n\ndef third(thing):\n    thing.lift()\n"})
    told = "2 calls spelled weigh in 1 file could not be resolved and may be more: b.py:2, b.py:2\n"
    has(ask(place, "symbol", "Box.weigh"), "Called by (1):\n  a.py: one:6 at 7\n" + told)
    has(ask(place, "impact", "Box.weigh"), told)
    place.write(place.repo, {"b.py": "def other():\n    return 1\n"})
    has(ask(place, "symbol", "Box.weigh"), "No caller of this one is missing: every call spelled weigh was resolved; others of the name have their own.\n")
    place.close()


@case
def symbol_nobody_calls():
    """Told apart: nobody found, could not resolve, not indexed, unknown."""
    has(ask(PLACE, "symbol", "unused"), "Called by: nobody found; it is exported: other projects can call it.\n"
        "Every call spelled unused was resolved, and none leads here.\n")
    has(ask(PLACE, "symbol", "x", "--file", "notes.xyz"), "Nothing is called 'x' in notes.xyz.\nnotes.xyz is not indexed: unsupported language.\n")
    has(ask(PLACE, "symbol", "Crat.cost"), "Nothing is called 'Crat.cost'.\nThere is: Cart.cost, GiftCart.cost\nSearched: ")


@case
def symbol_as_fields():
    found = fields(PLACE, "symbol", "Field.check")
    same(found["symbol"], {"name": "check", "kind": "method", "path": "web/form.ts", "line": 1, "container": "Field", "endLine": 1,
                           "signature": "check(value: string): boolean", "exported": found["symbol"]["exported"]})
    same(found["calledBy"], [{"name": "submit", "kind": "function", "path": "web/form.ts", "line": 9, "at": 10, "edge": "calls",
                              "rule": found["calledBy"][0]["rule"], "confidence": "inferred"}])
    same([(one["name"], one["relation"], one["depth"]) for one in found["below"]], [("check", "overridden by", 1)])
    found = fields(PLACE, "symbol", "Text.check")
    same([(one["name"], one["rule"], one["confidence"]) for one in found["calledBy"]], [("submit", "dispatch", "candidate")])
    same(fields(PLACE, "symbol", "nothinglikeit"), {"found": False, "suggestions": []})


@case
def all_lines_of_a_caller():
    """Ten of them; two calls in one line are one."""
    place = Place({"a.py": "def hub():\n    pass\n\n\ndef few():\n    hub()\n    hub(); hub()\n    hub()\n\n\ndef many():\n" +
                           "    hub()\n" * 11})
    has(ask(place, "symbol", "hub"), "  a.py: few:5 at 6, 7, 8; many:11 at 12, 13, 14, 15, 16, 17, 18, 19, 20, 21 and 1 more\n")
    has(ask(place, "impact", "hub"), "  a.py: few at 6, 7, 8; many at 12, 13, 14, 15, 16, 17 and 5 more\n",
        "Reached from (2):\n  exported, called by nobody here (2): few, many\n")


@case
def implementations_over_pages():
    """The first twelve, then the others by the cursor; with code they are not on its pages' way."""
    place = Place({"a.py": "class Base:\n    pass\n" + "".join(f"\n\nclass Own{i:02}(Base):\n    pass\n" for i in range(15))})
    text = ask(place, "symbol", "Base")
    has(text, "Built on it (15):\n  extended by:\n    Own00  a.py:5\n", "    Own11  a.py:49\n  and 3 more: by the cursor below, or hierarchy through call\n")
    lacks(text, "Own12", "raise max_chars")
    cursor = re.search(r"3 more: go on with cursor=([\w.]*\w)\.\n", text)[1]
    same(ask(place, "symbol", "Base", "--cursor", cursor),
         "Built on it, further:\n  extended by:\n    Own12  a.py:53\n    Own13  a.py:57\n    Own14  a.py:61\n")


@case
def dispatched_calls_stand_below_their_method():
    place = Place({"a.ts": "interface Shape { area(): number }\nclass A implements Shape { area() { return 1 } }\n"
                           "class B implements Shape { area() { return 2 } }\n"
                           "export function sum(one: Shape): number {\n  one.area()\n  return one.area()\n}\n"})
    has(ask(place, "symbol", "sum"), "Calls (1):\n  a.ts: Shape.area:1 at 5, 6\nMay call, by dispatch (2):\n"
        "  for Shape.area at 5, 6:\n    A.area  a.ts:2\n    B.area  a.ts:3\n")


@case
def tests_of_an_enums_constants():
    """A constant's own method, and one by which the enum implements something, run where the constant is used."""
    place = Place({"src/main/java/p/Policy.java": """package p;

public enum Policy implements Naming {
  PLAIN {
    @Override
    public String name(String s) { return s; }
  },
  UPPER {
    @Override
    public String name(String s) { return change(s); }
  };

  static String change(String s) { return s.toUpperCase(); }
}
""", "src/main/java/p/Naming.java": "package p;\n\npublic interface Naming {\n  String name(String s);\n}\n",
                   "src/test/java/p/UpperTest.java": "package p;\n\nclass UpperTest {\n  @Test\n  void testUpper() { use(Policy.UPPER); }\n}\n",
                   "src/test/java/p/PlainTest.java": "package p;\n\nclass PlainTest {\n  @Test\n  void testPlain() { use(Policy.PLAIN); }\n}\n"})
    text = ask(place, "impact", "Policy.change")
    has(text, "  Policy.java: Policy.UPPER holds Policy.name; Policy.name at 10\n",
        "Tests reached (1 file):\n  src/test/java/p/UpperTest.java: UpperTest.testUpper\n")
    lacks(text, "PlainTest")


@case
def names_of_one_suite():
    place = Place({"a.py": "def a(): pass\n", "tests/test_a.py": "from a import a\n\n\nclass TestA:\n    def test_one(self): a()\n\n"
                   "    def test_two(self): a()\n\n\ndef test_three(): a()\n"})
    has(ask(place, "impact", "a.py:a"), "  tests/test_a.py: TestA.test_one, test_two, test_three\n")


@case
def symbol_trail_limit():
    """40 callers, docs of 200 characters."""
    place = Place({"many.py": "def hub():\n    pass\n" + "".join(f"\n\ndef user{i:02}():\n    hub()\n" for i in range(41))})
    text = ask(place, "symbol", "hub")
    has(text, "Called by (41):\n  many.py: user00:5 at 6; user01:9 at 10; ", "; user39:161 at 162\n  and 1 more: impact with depth=1 lists all\n")
    lacks(text, "user40")
    place.write(place.repo, {"many.py": "def hub():\n    pass\n" + "".join(f"\n\ndef user{i:02}():\n    hub()\n" for i in range(40))})
    lacks(ask(place, "symbol", "hub"), "more")
    for length, cut in ((200, False), (201, True)):
        words = "word " * 100
        place.write(place.repo, {"doc.py": f'def doc():\n    """{words[:length - 1]}x"""\n'})
        same("..." in ask(place, "symbol", "doc", "--code=false"), cut, f"{length} characters")


@case
def symbol_pages():
    """Long code goes on with a cursor; no page is longer than asked."""
    place = Place({"long.py": "def long():\n" + "".join(f"    call_number({i})\n" for i in range(2000))})
    pages = all_pages(place, "symbol", "long", "--max-chars", "5000")
    assert len(pages) > 5 and all(len(page) <= 5000 for page in pages), [len(page) for page in pages]
    lines = [line for page in pages for line in page.splitlines() if re.match(r"\d+\t", line)]
    same(len(lines), 2001)
    assert len(ask(place, "symbol", "long")) <= 15000
    has(ask(place, "symbol", "long", "--cursor", "nonsense", status=2), "cursor")


FAMILIES = {
    "go": {"go.mod": "module m\n\ngo 1.22\n",
           "a/a.go": "package a\n\ntype Marker interface {\n\tMark(id int) error\n}\n\nfunc UseA(m Marker) { _ = m.Mark(1) }\n",
           "b/b.go": "package b\n\ntype Pusher interface {\n\tMark(id int) error\n}\n\nfunc UseB(p Pusher) { _ = p.Mark(2) }\n",
           "c/c.go": "package c\n\nimport (\n\t\"m/a\"\n\t\"m/b\"\n)\n\ntype Store struct{}\n\nfunc (s *Store) Mark(id int) error { return nil }\n\n"
                     "func Run(s *Store) {\n\ta.UseA(s)\n\tb.UseB(s)\n\t_ = s.Mark(3)\n}\n",
           "d/d.go": "package d\n\ntype Other struct{}\n\nfunc (o *Other) Mark(id string) {}\n\nfunc UseD(o *Other) { o.Mark(\"x\") }\n"},
    "ts": {"a.ts": "export interface Marker {\n  Mark(id: number): void;\n}\nexport function UseA(m: Marker) { m.Mark(1); }\n",
           "b.ts": "export interface Pusher {\n  Mark(id: number): void;\n}\nexport function UseB(p: Pusher) { p.Mark(2); }\n",
           "c.ts": "import { Marker } from './a';\nimport { Pusher } from './b';\nexport class Store implements Marker, Pusher {\n  Mark(id: number): void {}\n}\n"
                   "export function Run(s: Store) { s.Mark(3); }\n"},
    "java": {"A.java": "interface Marker { void Mark(int id); }\nclass UserA { void UseA(Marker m) { m.Mark(1); } }\n",
             "B.java": "interface Pusher { void Mark(int id); }\nclass UserB { void UseB(Pusher p) { p.Mark(2); } }\n",
             "C.java": "class Store implements Marker, Pusher { public void Mark(int id) {} }\nclass Runner { void Run(Store s) { s.Mark(3); } }\n"},
}


@case
def callers_through_every_declaration_of_what_runs():
    for language, tree in FAMILIES.items():
        with Place(tree) as place:
            text = ask(place, "symbol", "Marker.Mark", "--no-code")
            has(text, "Called by (1):\n", "Called through other declarations of what implements it (2):\n", " through Store.Mark  ", " through Pusher.Mark  ",
                "No caller is missing, through whichever declaration: every call spelled Mark was resolved.\n")
            rows = fields(place, "symbol", "Marker.Mark")["calledBy"]
            same(sorted((row["name"], row.get("through", "")) for row in rows),
                 [("Run", "Store.Mark"), ("UseA", ""), ("UseB", "Pusher.Mark")], language)
            assert "UseD" not in text, language
            # of what implements it the list was whole before
            has(ask(place, "symbol", "Store.Mark", "--no-code"), "Called by (1):\n", "May be called by, through what it overrides (2):\n", ", via Marker", ", via Pusher")



UNION = {
    "kinds.ts": 'export const KINDS = ["one", "two", "th-ree"] as const;\nexport type Kind = (typeof KINDS)[number];\n'
                'export type Side = "left" | "right";\nexport enum Mood { Calm, Angry, Bright }\n',
    "use.ts": 'import { Kind, Mood, Side } from "./kinds";\n'
              'export function all(kind: Kind): number {\n  switch (kind) {\n    case "one":\n      return 1;\n    case "two": {\n      return 2;\n    }\n'
              '    case "th-ree":\n      return 3;\n  }\n}\n'
              'export function some(kind: string): number {\n  switch (kind) {\n    case "one":\n    case "th-ree": {\n      return 1;\n    }\n    default: return 0;\n  }\n}\n'
              'export const labels = {\n  "one": 1,\n  "two": 2,\n};\n'
              'export function is(kind: Kind, side: Side): boolean {\n  log("one");\n  return kind === "two" || ["left"].includes(side);\n}\n'
              'export function mood(m: Mood): number {\n  switch (m) {\n    case Mood.Calm:\n      return 1;\n    case Mood.Bright:\n      return 2;\n  }\n  return 0;\n}\n',
    "use.test.ts": 'test("x", () => { expect(kind === "one"); });\n',
}


LISTED = {
    "kinds.ts": 'export const KINDS = ["one", "two", "three"] as const;\nexport type Kind = (typeof KINDS)[number];\n'
                'export interface Task { kind: Kind; side: "left" | "right" }\nexport enum Mood { Calm = "calm", Angry = "angry" }\n',
    "tables.ts": 'import { Task } from "./kinds";\nexport const labels: Record<Task["kind"], string> = {\n  one: "1", two: "2", three: "3",\n};\n'
                 "export const sides: { [K in Task['side']]: string } = { left: 'l', right: 'r' };\n"
                 'export const few: Partial<Record<Task["kind"], string>> = {};\n',
    "form.ts": 'export const options = [\n  { value: "one" },\n  { value: "three" },\n];\nexport const other = ["two"];\nlog("calm");\n',
    "schema.sql": "CREATE TABLE tasks (\n  kind TEXT CHECK (kind IN ('one',\n    'two', 'three')),\n  mood TEXT CHECK (mood IN ('calm', 'angry')),\n"
                  "  state TEXT CHECK (state IN ('open', 'done'))\n);\n",
    "contract.json": '{\n  "kind": { "enum": ["one", "two"] }\n}\n',
    "notes.md": 'Kinds are "one", "two" and "three".\n',
    "kinds.test.ts": 'test("x", () => ["one", "two", "three"]);\n',
    "state.go": 'package p\n\ntype State string\n\nconst (\n\tOpen State = "open"\n\tDone State = "done"\n\tGone State = "gone"\n)\n\nconst other = "calm"\n',
}


@case
def what_lists_the_values_of_a_union():
    with Place(LISTED) as place:
        told = """Its values are listed, found by their text (3):
  contract.json:2 in kind.enum lacks three
  form.ts:2-3 in options lacks two
  schema.sql:2-3 in tasks.kind, every value
"""
        for name in "Kind", "KINDS":
            has(ask(place, "symbol", name), told)
        # of constants of a type, and of an enumeration
        has(ask(place, "symbol", "State"), "Its values are listed, found by their text (1):\n  schema.sql:5 in tasks.state lacks gone\n")
        has(ask(place, "symbol", "Mood"), "Its values are listed, found by their text (1):\n  schema.sql:4 in tasks.mood, every value\n")
        same(fields(place, "symbol", "State")["lists"], [{"path": "schema.sql", "line": 5, "endLine": 5, "in": "state", "lacks": 1}])
        assert "listed" not in ask(place, "symbol", "labels")
        # tables over the type of a field
        flagged = " has to have every value; the compiler would flag a new value: "
        has(ask(place, "symbol", "Kind"), f"  table at tables.ts:2{flagged}labels\n")
        text = ask(place, "symbol", "Task.side")
        has(text, f"  table at tables.ts:5{flagged}sides\n")
        assert "few" not in text, text


@case
def values_of_a_union_decide():
    with Place(UNION) as place:
        told = """Its values decide, found by their text (8):
  use.ts: all at 4 one, 6 two, 9 th-ree; some at 15 one, 16 th-ree; labels at 23 one as a key, 24 two as a key; is at 28 two
  switch at use.ts:4 has every value; no default; the compiler would flag a new value
  switch at use.ts:15 lacks two; has a default; silent about a new value
"""
        for name in "Kind", "KINDS":
            has(ask(place, "symbol", name), told)
        has(ask(place, "symbol", "Side"), "Its values decide, found by their text (1):\n  use.ts: is at 28 left\n")
        has(ask(place, "symbol", "Mood"), "Switches over it (1):\n  switch at use.ts:32 lacks Angry; no default; silent about a new value\n")
        answer = fields(place, "symbol", "Kind")
        same([(row["line"], row["in"], row["value"], row["form"]) for row in answer["literals"]][-3:],
             [(23, "labels", "one", "stored"), (24, "labels", "two", "stored"), (28, "is", "two", "compared")])
        same(answer["switches"], [{"path": "use.ts", "line": 4, "lacks": 0, "default": False, "newValue": "flagged"}, {"path": "use.ts", "line": 15, "lacks": 1, "default": True, "newValue": "silent"}])
        # what is no union of texts is not looked for
        assert "values decide" not in ask(place, "symbol", "all")
        # of a union and the constant it is made from once
        both = ask(place, "symbol", "Kind, KINDS")
        same((both.count("Its values decide, found by their text"), both.count("Its values decide where those above do.\n")), (1, 1))
    # a key of data and its text are no values that code decides by
    with Place({"conf.json": '{"mode": "fast"}\n', "a.ts": 'export const f = (x: string) => x === "fast" || x === "mode";\n'}) as place:
        text = ask(place, "symbol", "mode")
        has(text, "conf.json")
        assert "values decide" not in text, text
    # texts from outside are no patterns
    hostile = {"a.ts": 'export type Odd = ".*" | "(" | "a|b" | "\\\\" | "[";\nexport function f(x: Odd) { return x === "(" || x === "zz"; }\n'}
    with Place(hostile) as place:
        has(ask(place, "symbol", "Odd"), "found by their text (1):\n  a.ts: f at 2 (\n")



THROWN = {
    "py": ({"a.py": "class Base(Exception): pass\n\n\nclass Bad(Base): pass\n\n\ndef low():\n    raise Bad('x')\n\n\n"
                    "def other():\n    try:\n        low()\n    except ValueError:\n        pass\n\n\n"
                    "def middle():\n    try:\n        low()\n    except Bad:\n        log()\n        raise\n    low()\n\n\n"
                    "def top():\n    try:\n        if x:\n            middle()\n    except (KeyError, Base) as e:\n        return 1\n"},
           [("middle", 21, 1, True), ("top", 31, 2, False)], ["other"]),
    "java": ({"A.java": "class Bad extends RuntimeException {}\nclass A {\n  void low() {\n    throw new Bad();\n  }\n  void middle() {\n    try {\n      low();\n"
                        "    } catch (Bad e) {\n      throw e;\n    } finally {\n      close();\n    }\n  }\n  void top() {\n    try {\n      middle();\n    } catch (IllegalStateException e) {\n"
                        "      x();\n    } catch (Exception e) {\n      y();\n    }\n  }\n  void handler() {\n    try {\n      z();\n    } catch (Exception e) {\n      low();\n    }\n  }\n}\n"},
             [("middle", 9, 1, True), ("top", 20, 2, False)], ["handler"]),
    "ts": ({"a.ts": "export class Bad extends Error {}\nexport function low() { throw new Bad(); }\nexport function top() {\n  try {\n    low();\n  } catch (e) {\n    return 1;\n  }\n}\n"
                    "export function out() {\n  low();\n}\n"},
           [("top", 6, 1, False)], ["out"]),
    "rb": ({"a.rb": "class Bad < StandardError\nend\n\ndef low\n  raise Bad\nend\n\ndef top\n  low\nrescue Bad => e\n  1\nend\n\ndef out\n  begin\n    low\n  rescue KeyError\n    2\n  end\nend\n"},
           [("top", 10, 1, False)], ["out"]),
    "cs": ({"A.cs": "class Bad : System.Exception {}\nclass A {\n  void Low() {\n    throw new Bad();\n  }\n  void Top() {\n    try {\n      Low();\n    }\n    catch (Bad) {\n      X();\n    }\n  }\n}\n"},
           [("Top", 10, 1, False)], []),
    "kt": ({"a.kt": "class Bad : RuntimeException()\nfun low() {\n  throw Bad()\n}\nfun top() {\n  try {\n    low()\n  } catch (e: Bad) {\n    x()\n  }\n}\n"},
           [("top", 8, 1, False)], []),
    "php": ({"a.php": "<?php\nclass Bad extends Exception {}\nfunction low() {\n  throw new Bad();\n}\nfunction top() {\n  try {\n    low();\n  } catch (Bad $e) {\n    x();\n  }\n}\n"},
            [("top", 9, 1, False)], []),
}


@case
def what_is_thrown_is_followed_through_functions_that_are_handed_on():
    java = {"A.java": "import java.util.List;\nclass Bad extends RuntimeException {}\nclass A {\n  void low(String s) {\n    throw new Bad();\n  }\n"
                      "  void top(List<String> all) {\n    try {\n      all.forEach(this::low);\n    } catch (Bad e) {\n      x();\n    }\n  }\n"
                      "  void later(List<String> all) {\n    all.forEach(this::low);\n  }\n}\n"}
    with Place(java) as place:
        answer = fields(place, "symbol", "Bad")
        same([(row["name"], row["at"], row["up"], row["handed"]) for row in answer["caughtBy"]], [("top", 10, 1, True)])
        same([row["name"] for row in answer["getsOut"]], ["later"])
        has(ask(place, "symbol", "Bad"), "A.java:10 A.top  catch (Bad e) {  (1 call up, from line 9, handed on)\n",
            "Handed on: a function on the way is given as a value")


@case
def the_end_of_a_path_chooses_among_namesakes():
    with Place({"src/gate/Port.java": "package gate;\npublic interface Port {\n  void send();\n}\n",
                "src/gate/far/Port.java": "package gate.far;\npublic interface Port extends gate.Port {\n  void start();\n}\n",
                "src/gate/far/Radio.java": "package gate.far;\npublic class Radio implements Port {\n  public void send() {}\n  public void start() {}\n}\n"}) as place:
        has(ask(place, "impact", "gate/Port.java:Port"), "What changing Port reaches, 3 levels:\n  src/gate/Port.java:2 interface Port\nRisk",
            "Must change with it (2):\n  extended by Port  src/gate/far/Port.java:2\n  implemented by, level 2 Radio  src/gate/far/Radio.java:2\n")
        lacks(ask(place, "symbol", "gate/Port.java:Port"), "1 other of this name")


PASSED = {
    "java": {"A.java": "import java.util.function.Function;\nclass Bad extends RuntimeException {}\nclass A {\n"
                       "  String low(String s) {\n    throw new Bad();\n  }\n"
                       "  String single(String s, Function<String, String> fn) {\n    try {\n      return fn.apply(s);\n    } catch (Exception e) {\n      return \"\";\n    }\n  }\n"
                       "  String bare(String s, Function<String, String> fn) {\n    return fn.apply(s);\n  }\n"
                       "  String all(String s, Function<String, String> fn) {\n    return single(s, fn);\n  }\n"
                       "  void safe() {\n    try {\n      all(\"a\", this::low);\n    } catch (Bad e) {\n      x();\n    }\n  }\n"
                       "  void open() {\n    try {\n      bare(\"a\", this::low);\n    } catch (RuntimeException e) {\n      x();\n    }\n  }\n"
                       "  void other() {\n    bare(\"a\", this::fine);\n  }\n  String fine(String s) {\n    return s;\n  }\n}\n"},
    "py": {"a.py": "class Bad(Exception): pass\n\n\ndef low(s):\n    raise Bad()\n\n\n"
                   "def single(s, fn):\n    try:\n        return fn(s)\n    except Exception:\n        return 0\n\n\n"
                   "def bare(s, fn):\n    return fn(s)\n\n\n"
                   "def all(s, fn):\n    return single(s, fn=fn)\n\n\n"
                   "def safe():\n    try:\n        all('a', low)\n    except Bad:\n        x()\n\n\n"
                   "def open():\n    try:\n        bare('a', low)\n    except Bad:\n        x()\n\n\n"
                   "def other():\n    bare('a', fine)\n\n\ndef fine(s):\n    return s\n"},
}


@case
def what_is_thrown_comes_out_where_a_function_that_was_passed_is_called():
    """single() takes it whoever is above; of bare() only who passed what throws gets it."""
    for language, tree in PASSED.items():
        with Place(tree) as place:
            answer = fields(place, "symbol", "Bad")
            same([(row["name"], row["up"], row["handed"]) for row in answer["caughtBy"]], [("single", 1, False), ("open", 2, False)], language)
            same([row["name"] for row in answer["getsOut"]], [], language)
            same([row["name"] for row in answer["notReached"]], ["safe"], language)
    with Place(PASSED["py"]) as place:
        has(ask(place, "symbol", "Bad"), "Clauses that name it, and that no known way leads to: safe (a.py:26)\n")


@case
def passing_a_function_round_and_round_ends():
    """Each of thirty hands it to all thirty."""
    count = 30
    tree = {"a.py": "class Bad(Exception): pass\n\n\ndef low(s):\n    raise Bad()\n\n\n" + "".join(
        f"def f{n}(fn):\n" + "".join(f"    f{k}(fn)\n" for k in range(count)) + "\n\n" for n in range(count)) + "def top():\n    f0(low)\n"}
    with Place(tree) as place:
        same([row["name"] for row in fields(place, "symbol", "Bad")["getsOut"]], ["top"])


@case
def what_is_kept_may_be_called_by_anybody():
    with Place({"a.py": "class Bad(Exception): pass\n\n\ndef low(s):\n    raise Bad()\n\n\nclass Box:\n    def __init__(self, fn):\n        self.fn = fn\n        fn(1)\n\n\n"
                        "def top():\n    try:\n        Box(low)\n    except Bad:\n        x()\n"}) as place:
        same([(row["name"], row["at"]) for row in fields(place, "symbol", "Bad")["caughtBy"]], [("top", 17)])


@case
def what_is_thrown_is_followed_up():
    for language, (tree, caught, out) in THROWN.items():
        with Place(tree) as place:
            answer = fields(place, "symbol", "Bad")
            same([(row["name"], row["at"], row["up"], row["rethrown"]) for row in answer["caughtBy"]], caught, language)
            same(sorted(row["name"] for row in answer["getsOut"]), out, language)
    with Place(THROWN["py"][0]) as place:
        has(ask(place, "symbol", "Bad"), """Thrown at 1 place; on its way up caught by (2):
  a.py:21 middle  except Bad:  (1 call up, from line 20, thrown on)
  a.py:31 top  except (KeyError, Base) as e:  (2 calls up, from line 30)
Gets out of what nobody is known to call: other (a.py:11)
""")
        assert "Thrown at" not in ask(place, "symbol", "Base")


main()
