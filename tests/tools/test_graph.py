#!/usr/bin/env python3
"""symbol, impact and trace, and the same under the names of CodeGraph and
kart: exact text, fields, limits."""
from xml.etree import ElementTree

from trees import *

GRAPH = {
    "shop/cart.py": '''from shop.price import total


class Cart:
    """What a customer wants to buy."""

    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)

    def cost(self):
        """Sums up."""
        return total(self.items)


class GiftCart(Cart):
    def cost(self):
        return 0


def pay(cart: Cart):
    return cart.cost()
''',
    "shop/price.py": '''def total(items):
    return sum(rate(item) for item in items)


def rate(item):
    return item * 2


def unused():
    pass


def hooked(handlers, kind):
    return handlers[kind](1)
''',
    "shop/__init__.py": "",
    "shop/run.py": '''from shop.cart import Cart, pay


def main():
    cart = Cart()
    cart.add(1)
    return pay(cart)
''',
    "tests/test_cart.py": '''from shop.cart import Cart


def test_cost():
    assert Cart().cost() == 0
''',
    "web/form.ts": '''export interface Field { check(value: string): boolean }

export class Text implements Field {
  check(value: string): boolean { return trimmed(value).length > 0 }
}

function trimmed(value: string): string { return value.trim() }

export function submit(fields: Field[]): boolean {
  return fields.every(field => field.check("x"))
}
''',
    "web/form.test.ts": 'import { submit } from "./form"\n\nfunction checks() {\n  submit([])\n}\n',
    "web/package.json": '{"devDependencies": {"vitest": "1"}}\n',
    "notes.xyz": "hello\n",
}

PLACE = Place(GRAPH)


def steps(count):
    return "".join(f"def step{i}():\n    step{i + 1}()\n\n\n" for i in range(count)) + f"def step{count}():\n    pass\n"


# ---- symbol ----


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


# ---- impact ----


@case
def impact_of_a_function():
    same(ask(PLACE, "impact", "total"), """What changing total reaches, 3 levels:
  shop/price.py:1 function total
Risk: medium (used directly from 1 package, its own)
4 symbols in 3 files: 1 direct, 1 in tests.
No caller is missing: every call spelled total was resolved.
Level 1, direct users, in shop/:
  cart.py: Cart.cost at 15

Level 2, in shop/:
  cart.py: pay calls Cart.cost at 24

Level 3, in shop/:
  run.py: main calls pay at 7

Tests reached (1 file):
  tests/test_cart.py: test_cost
Reached from (1):
  start, shop/run.py:4: main:7 → pay:24 → Cart.cost:15 → total
Run its tests: python -m pytest tests/test_cart.py
""")


@case
def impact_of_an_implementation():
    same(ask(PLACE, "impact", "Text.check", "--depth", "2"), """What changing Text.check reaches, 2 levels:
  web/form.ts:4 method Text.check
Risk: medium (used directly from 1 package, its own)
2 symbols in 2 files: 1 direct, 1 in tests.
No caller of this one is missing: every call spelled check was resolved; others of the name have their own.
Bound by (1):
  overrides Field.check  web/form.ts:1
Level 1, direct users, in web/:
  form.ts: submit at 10 (by dispatch)

Tests reached (1 file):
  web/form.test.ts: checks
Reached from (1):
  exported, called by nobody here (1): submit
Run its tests: npx vitest run web/form.test.ts
""")


@case
def impact_the_other_way():
    text = ask(PLACE, "impact", "pay", "--direction", "callees")
    has(text, "What pay depends on, 3 levels:", "Level 1, used directly, in shop/:\n", "; GiftCart.cost called by it at 24 (by dispatch)\n",
        "Level 3, in shop/:\n  price.py: rate called by total at 2\n")
    lacks(text, "Risk", "Tests")


@case
def several_names_and_lines():
    """find, impact and symbol take lists, and lines of a file for the definitions there."""
    place = Place({"a.py": "def one():\n    pass\n\n\ndef two():\n    one()\n\n\ndef three():\n    two()\n"})
    same(ask(place, "find", "one, three,nosuch"), "a.py:1 function one  def one()\na.py:9 function three  def three()\n"
         "Nothing is called 'nosuch'.\n")
    same([row["name"] for row in fields(place, "find", "one,three")["matches"]], ["one", "three"])
    has(ask(place, "find", ",".join(f"n{i}" for i in range(21)), status=2), "more than 20 names")
    has(ask(place, "find", " , ", status=2), "query is blank")
    has(ask(place, "impact", "a.py:1-6"), "What changing one, two reaches, 3 levels:\n  a.py:1 function one\n  a.py:5 function two\n")
    has(ask(place, "impact", "a.py:10-10"), "What changing three reaches, 3 levels:\n")
    has(ask(place, "symbol", "a.py:1-6"), "a.py:1-2 function one, exported\n", "a.py:5-6 function two, exported\n")
    has(ask(place, "impact", "a.py:90-99"), "Nothing is called 'a.py:90-99'.\n")


ROUTES = {
    "go.mod": "module example.org/m\n\ngo 1.22\n",
    "http/http.go": """package http

type Mux struct{}

func (m *Mux) Handle(path string, f func(int)) {}

func (m *Mux) Add(t Tool, f func(int)) {}

type Tool struct{ Name string }

func helper(n int) {}

func onList(n int) { helper(n) }

func onSave(n int) { helper(n) }

func register(m *Mux) {
	m.Handle("GET /list", onList)
	m.Handle("POST /save", onSave)
	m.Add(Tool{Name: "say_it"}, func(n int) { helper(n) })
}

func Serve(m *Mux) { register(m) }
""" + "".join(f"""
func user{i:02}(n int) {{ helper(n) }}

func far{i:02}(n int) {{ user{i:02}(n) }}
""" for i in range(40))}


@case
def impact_tells_a_call_once_that_may_reach_several():
    """A call through an interface reaches each type that has the method; it is one call all the same."""
    types = "".join(f"type T{i} struct{{}}\n\nfunc (t T{i}) Save(n int) {{}}\n\n" for i in range(5))
    place = Place({"go.mod": "module shop\n", "shop.go": "package shop\n\ntype Saver interface{ Save(n int) }\n\n" + types +
                   "func Use(s Saver) {\n\ts.Save(1)\n\ts.Save(2)\n}\n\nfunc Direct() {\n\tT1{}.Save(3)\n}\n"})
    text = ask(place, "impact", "Save")
    has(text, "What changing Save reaches, 3 levels:\n", "6 symbols of one name are taken together", "  shop.go: Use at 26, 27; Direct at 31\n")


@case
def impact_names_what_it_is_registered_under():
    """Up to routes and commands, with the string of each; all relations of one function, not the first alone."""
    place = Place(ROUTES)
    text = ask(place, "impact", "helper")
    has(text, 'Reached from (43):\n', '  "GET /list" given to m.Handle at http/http.go:18: onList:13 → helper\n',
        '  "POST /save" given to m.Handle at http/http.go:19: onSave:15 → helper\n',
        '  "say_it" http/http.go:17: register:20 → helper\n', "  called by nobody (40): far00, far01, ", "Level 2: 41 in http\n")
    assert len(text) <= 4000, len(text)
    has(ask(place, "impact", "onList,onSave"), "What changing onList, onSave reaches, 3 levels:\n",
        "  http.go: register uses onList at 18, uses onSave at 19\n")
    rows = fields(place, "impact", "helper")["reachedFrom"]
    same([(r["how"], r.get("key"), r["line"], r["hops"]) for r in rows[:3]],
         [("registered", "GET /list", 18, 1), ("registered", "POST /save", 19, 1), ("exported, nobody here calls it", "say_it", 17, 1)])
    longer = ask(place, "impact", "helper", "--max-chars", "15000")
    has(longer, "; user39 at ", "Level 2, in http/:\n  http.go: Serve calls register at 23; far00 calls user00 at ")


@case
def impact_of_nothing():
    text = ask(PLACE, "impact", "unused")
    has(text, "Risk: low (no user found outside tests)\n", "Called by: nobody found; it is exported: other projects can call it.\nEvery call spelled unused was resolved, and none leads here.\n")
    has(ask(PLACE, "impact", "nothinglikeit"), "Nothing is called 'nothinglikeit'.\nSearched: ")
    has(ask(PLACE, "impact", status=2), "neither a target nor a diff")
    has(ask(PLACE, "impact", "total", "--staged", status=2), "both a target and a diff")


@case
def impact_depths():
    """1 to 10, 3 unless told."""
    place = Place({"steps.py": steps(14)})
    for words, reached in (([], 3), (["--depth", "1"], 1), (["--depth", "10"], 10)):
        same(fields(place, "impact", "step14", *words)["total"], reached, str(words))
    for depth in ("0", "11"):
        has(ask(place, "impact", "step14", "--depth", depth, status=2), "depth", "1 to 10")


@case
def impact_as_fields():
    found = fields(PLACE, "impact", "rate", "--depth", "1")
    same({name: found[name] for name in ("found", "risk", "depth", "total", "direct", "tests", "highFanOut", "truncated")},
         {"found": True, "risk": "medium", "depth": 1, "total": 1, "direct": 1, "tests": 0, "highFanOut": False, "truncated": False})
    same([(n["number"], n["name"], n["depth"], n["parent"], n["fanOut"], n["confidence"]) for n in found["nodes"]],
         [(0, "rate", 0, 0, 1, "exact"), (1, "total", 1, 0, 0, "exact")])


@case
def impact_of_a_diff():
    place = Place(GRAPH)

    def git(*words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=place.repo, check=True,
                       capture_output=True, env=place.env())

    git("add", "-A")
    git("commit", "-qm", "first")
    same(ask(place, "impact", "--diff"), "The diff is empty: nothing changed.\n")
    place.write(place.repo, {"shop/price.py": GRAPH["shop/price.py"].replace("item * 2", "item * 3")})
    has(ask(place, "impact", "--diff"), "What changing this diff (1 file, 1 symbol) reaches, 3 levels:\n  shop/price.py:5 function rate\n",
        "Level 1, direct users, in shop/:\n  price.py: total at 2\n")
    has(ask(place, "impact", "--staged"), "nothing changed")
    git("commit", "-qam", "second")
    has(ask(place, "impact", "--range", "HEAD~1"), "  shop/price.py:5 function rate\n")
    has(ask(place, "impact", "--range=--output=x", status=2), "is no revision or range")
    has(ask(place, "impact", "--range", "nosuchthing", status=6), "nosuchthing")


@case
def a_hostile_repository_runs_nothing():
    """Diffs are asked for without what its configuration would start."""
    place = Place(GRAPH)
    trap = place.root / "ran"
    subprocess.run(["git", "add", "-A"], cwd=place.repo, check=True, env=place.env())
    (place.repo / ".gitattributes").write_text("*.py diff=evil filter=evil\n")
    with open(place.repo / ".git/config", "a") as config:
        config.write(f'[diff]\n\texternal = touch {trap}\n[diff "evil"]\n\ttextconv = touch {trap}\n\tcommand = touch {trap}\n'
                     f'[filter "evil"]\n\tclean = touch {trap}\n[core]\n\tfsmonitor = touch {trap}\n\tpager = touch {trap}\n')
    place.write(place.repo, {"shop/price.py": GRAPH["shop/price.py"] + "\n\ndef more():\n    pass\n"})
    has(ask(place, "impact", "--diff"), "function more")
    assert not trap.exists(), "it ran"


@case
def impact_drawn():
    same(ask(PLACE, "impact", "rate", "--depth", "1", "--format", "mermaid"), """flowchart LR
  n0["rate<br/>shop/price.py:5"]:::asked
  n1["total<br/>shop/price.py:1"]
  n1 --> n0
  classDef asked stroke-width:3px
""")
    picture = ElementTree.fromstring(ask(PLACE, "impact", "rate", "--depth", "1", "--format", "svg"))
    texts = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    same(texts[0], "rate", "what was asked about comes first")
    same(len(list(picture.iter("{http://www.w3.org/2000/svg}rect"))), len(texts) // 2, "a box with name and place each")
    has(ask(PLACE, "impact", "Text.check", "--depth", "1", "--format", "dot"), 'n1 -> n0 [style=dashed];')


# ---- trace ----


@case
def trace_in_python():
    same(ask(PLACE, "trace", "main", "rate"), """4 hops from main to rate.
1. main  shop/run.py:4-7
4	def main():
5	    cart = Cart()
6	    cart.add(1)
7	    return pay(cart)
   calls at shop/run.py:7: return pay(cart)
2. pay  shop/cart.py:23-24
23	def pay(cart: Cart):
24	    return cart.cost()
   calls at shop/cart.py:24: return cart.cost()
3. Cart.cost  shop/cart.py:13-15
13	    def cost(self):
14	        \"\"\"Sums up.\"\"\"
15	        return total(self.items)
   calls at shop/cart.py:15: return total(self.items)
4. total  shop/price.py:1-2
1	def total(items):
2	    return sum(rate(item) for item in items)
   calls at shop/price.py:2: return sum(rate(item) for item in items)
5. rate  shop/price.py:5-6
5	def rate(item):
6	    return item * 2
""")


@case
def trace_by_dispatch():
    has(ask(PLACE, "trace", "submit", "trimmed"), "2 hops from submit to trimmed.", "(by dispatch: one of several implementations)")
    found = fields(PLACE, "trace", "submit", "trimmed")
    same([(hop["name"], hop.get("rule")) for hop in found["hops"]], [("submit", None), ("check", "dispatch"), ("trimmed", "scope")])


BRIDGED = {"app.py": """from store import make


def start(manager, log):
    log.append("start")
    log.write("start")
    save(manager, log)


def save(manager, log):
    log.append("save")
    manager.keep(1)
""", "store.py": """class Manager:
    def keep(self, row):
        compiler_for(row).run_sql(row)


def compiler_for(row):
    return KINDS[row]()


class Compiler:
    def run_sql(self, row):
        pass


class InsertCompiler(Compiler):
    def run_sql(self, row):
        pass


def make():
    return Manager()
""", "many.py": "".join(f"class A{i}:\n    def append(self): pass\n\n    def write(self): pass\n\n\n" for i in range(9))}


@case
def trace_over_calls_by_name():
    """Two calls whose target nobody can tell, but few have their names."""
    place = Place(BRIDGED)
    text = ask(place, "trace", "start", "InsertCompiler.run_sql")
    has(text, "No path of known calls from start to InsertCompiler.run_sql. Likely, 3 hops, 2 of them by name alone (marked as candidates):\n",
        "   calls at app.py:7: save(manager, log)\n2. save ",
        "   calls at app.py:12: manager.keep(1) (candidate, by its name: 1 definition of it)\n3. Manager.keep ",
        "   calls at store.py:3: compiler_for(row).run_sql(row) (candidate, by its name: 2 definitions of it)\n4. InsertCompiler.run_sql ")
    found = fields(place, "trace", "start", "InsertCompiler.run_sql")
    same((found["found"], found["likely"]), (False, True))
    same([(hop["name"], hop.get("rule"), hop.get("confidence")) for hop in found["hops"]][2:],
         [("keep", "name", "candidate"), ("run_sql", "name", "candidate")])


@case
def trace_names_the_calls_that_matter():
    """What leads to the end first; what nobody in the project defines not at all."""
    place = Place(BRIDGED)
    place.write(place.repo, {"more.py": "".join(f"class M{i}:\n    def keep(self, row): pass\n\n\n" for i in range(9))})
    text = ask(place, "trace", "start", "InsertCompiler.run_sql")
    has(text, "No path of calls found from start to InsertCompiler.run_sql.\nThe graph stops where the target is decided at run time:\n"
              "  start  app.py:5  log.append(\"start\")  (calls a member of a value whose type is not known)\n")
    text = ask(place, "trace", "start", "Manager.keep")
    has(text, "Likely, 2 hops, 1 of them by name alone (marked as candidate):\n", "manager.keep(1) (candidate, by its name: 10 definitions of it)")
    text = ask(place, "trace", "start", "compiler_for")
    has(text, "No path of calls found", "decided at run time:\n  save  app.py:12  manager.keep(1)  (calls a member of a value whose type is not "
                                        "known; one of that name leads to the end)\n")


@case
def trace_without_a_path():
    same(ask(PLACE, "trace", "hooked", "rate"), """No path of calls found from hooked to rate.
The graph stops where the target is decided at run time:
  hooked  shop/price.py:14  return handlers[kind](1)  (calls an element of a collection)
Lead to the end, nearest to the start:
  total  shop/price.py:1
  main  shop/run.py:4
  pay  shop/cart.py:23
  Cart.cost  shop/cart.py:13
  test_cost  tests/test_cart.py:4
""")
    has(ask(PLACE, "trace", "rate", "main"), "Nobody found who calls main.\n",
        "There is a path the other way round, 4 hops: main -> pay -> Cart.cost -> total -> rate\n")
    has(ask(PLACE, "trace", "mian", "rate"), "Nothing is called 'mian'.\nThere is: shop/run.py:main\n")


@case
def trace_lengths():
    """7 hops are a flow, 8 a wander; bodies of 60 lines and 1,800 characters; 6 callees of 16 lines."""
    place = Place({"steps.py": steps(14)})
    has(ask(place, "trace", "step0", "step7"), "7 hops from step0 to step7.\n", "step7 then calls:\n- step8 ")
    text = ask(place, "trace", "step0", "step8")
    has(text, "Only a long way connects them, 8 hops: rather a wander")
    lacks(text, "def step")
    lines = "".join(f"    a{i} = 1\n" for i in range(59))
    place.write(place.repo, {"long.py": f"def first():\n{lines[:-11]}    last()\n\n\ndef last():\n" +
                                        "".join(f"    f{i}()\n" for i in range(7)) +
                                        "".join(f"\n\ndef f{i}():\n" + "    x = 1\n" * 16 for i in range(7))})
    text = ask(place, "trace", "first", "last")
    lacks(text.split("last then calls:")[0], "left out")
    same(text.count("\n- f"), 6)
    same(text.count("left out"), 6)
    has(text, "\n- f0  long.py:")
    place.write(place.repo, {"long.py": f"def first():\n{lines}    last()\n\n\ndef last():\n    pass\n"})
    has(ask(place, "trace", "first", "last"), "\n4\t    a2 = 1\n... lines 5-54 left out\n55\t", "\n61\t    last()\n   calls at long.py:61: last()\n")
    wide = "".join(f"    a{i} = '{'x' * 80}'\n" for i in range(30))
    place.write(place.repo, {"long.py": f"def first():\n{wide}    last()\n\n\ndef last():\n    pass\n"})
    has(ask(place, "trace", "first", "last"), "\n4\t    a2 = '", "... lines 5-25 left out\n26\t    a24 = '", "\n32\t    last()\n")


@case
def trace_drawn():
    picture = ElementTree.fromstring(ask(PLACE, "trace", "pay", "total", "--format", "svg"))
    boxes = [(int(box.get("x")), int(box.get("y"))) for box in picture.iter("{http://www.w3.org/2000/svg}rect")]
    same(boxes, [(20, 20), (350, 20), (680, 20)], "a path from left to right")
    has(ask(PLACE, "trace", "pay", "total", "--format", "html"), "<!doctype html>", "default-src 'none'", "</svg>\n</body></html>")
    has(ask(PLACE, "trace", "pay", "total", "--format", "mermaid"), "n0 -->|24| n1\n  n1 -->|15| n2\n")


# ---- the whole graph ----


@case
def surveys():
    same(ask(PLACE, "dead_code", "--exported", "--path", "shop"), """shop/cart.py:18 class GiftCart
shop/price.py:9 function unused
shop/price.py:13 function hooked
What is called only by name at run time, or from outside the workspace, looks unused too.
""")
    same(ask(PLACE, "entry_points"), "shop/run.py:4 function main  main function, 4 calls\n")
    same(ask(PLACE, "cycles"), "No files depend on each other.\n")
    has(ask(PLACE, "hotspots", "--limit", "1"), "By users alone, without history: ", "shop/cart.py  2 files depend on it\n")
    has(ask(PLACE, "clusters"), "4 files, ")
    same(ask(PLACE, "hierarchy", "Field"), "web/form.ts:1 interface Field\nBuilt on it (1):\n  implemented by Text  web/form.ts:3\n")


# ---- under other names ----

CODEGRAPH = Stdio(PLACE, "--profile", "codegraph")
CODEGRAPH.initialize()


def codegraph(tool, **arguments):
    answer = CODEGRAPH.call(tool, arguments)
    assert "structuredContent" not in answer["result"], "text only"
    return text_of(answer)


@case
def codegraph_parameters():
    tools = {tool["name"]: tool for tool in CODEGRAPH.request("tools/list")["result"]["tools"]}
    for name, wanted in {"codegraph_callers": ["file", "limit", "projectPath", "symbol"],
                         "codegraph_callees": ["file", "limit", "projectPath", "symbol"],
                         "codegraph_impact": ["depth", "file", "projectPath", "symbol"],
                         "codegraph_node": ["file", "includeCode", "limit", "line", "offset", "projectPath", "symbol", "symbolsOnly"],
                         "codegraph_trace": ["from", "projectPath", "to"]}.items():
        same(sorted(tools[name]["inputSchema"]["properties"]), wanted, name)


@case
def codegraph_callers_and_callees():
    same(codegraph("codegraph_callers", symbol="cost"), """## Callers of cost (2 found)

- pay (function) - shop/cart.py:23
- test_cost (function) - tests/test_cart.py:4

> 2 symbols are called cost and were taken together: shop/cart.py:13, shop/cart.py:19
""")
    same(codegraph("codegraph_callees", symbol="pay"), """## Callees of pay (2 found)

- cost (method) - shop/cart.py:13
- cost (method) - shop/cart.py:19 [dispatch]
""")
    has(codegraph("codegraph_callers", symbol="unused"), 'Callers of "unused": none found.', "could not be resolved")
    has(codegraph("codegraph_callers", symbol="Nope.cost"), "Nothing is called 'Nope.cost'.")


@case
def codegraph_limits():
    place = Place({"many.py": "def hub():\n    pass\n" + "".join(f"\n\ndef user{i:03}():\n    hub()\n" for i in range(120)) + "\n\n" + steps(14)})
    server = Stdio(place, "--profile", "codegraph")
    server.initialize()
    for limit, wanted in ((None, 20), (0, 1), (1, 1), (100, 100), (101, 100)):
        arguments = {"symbol": "hub"} | ({} if limit is None else {"limit": limit})
        text = text_of(server.call("codegraph_callers", arguments))
        same(text.count("\n- "), wanted, f"limit {limit}")
    for depth, wanted in ((None, 3), (0, 2), (1, 2), (10, 11), (11, 11)):
        arguments = {"symbol": "step14"} | ({} if depth is None else {"depth": depth})
        has(text_of(server.call("codegraph_impact", arguments)), f"affects {wanted} symbols")
    has(text_of(server.call("codegraph_trace", {"from": "step0", "to": "step6"})), "7 hops:")
    has(text_of(server.call("codegraph_trace", {"from": "step0", "to": "step7"})), "No direct call path", "a chain of 8 hops")
    server.end()


@case
def codegraph_impact_by_file():
    same(codegraph("codegraph_impact", symbol="rate"), """## Impact: "rate" affects 3 symbols

**shop/price.py:**
rate:5, total:1

**shop/cart.py:**
cost:13
""")


@case
def codegraph_node_symbol():
    same(codegraph("codegraph_node", symbol="Cart.cost", includeCode=True), """## Cart.cost (method)

**Location:** shop/cart.py:13
**Signature:** `def cost(self)`

Sums up.

```python
13	    def cost(self):
14	        \"\"\"Sums up.\"\"\"
15	        return total(self.items)
```

### Trail
**Calls →** total (shop/price.py:1)
**Called by ←** pay (shop/cart.py:23), test_cost (tests/test_cart.py:4)
""")
    has(codegraph("codegraph_node", symbol="Cart", includeCode=True), "**Members (3):**", "- add (method):10 - `def add(self, item)`")
    lacks(codegraph("codegraph_node", symbol="rate"), "```")
    same(len(re.findall("^## ", codegraph("codegraph_node", symbol="cost", includeCode=True), re.M)), 2)  # every body


@case
def codegraph_node_file():
    same(codegraph("codegraph_node", file="price.py", offset=5, limit=2),
         "5\tdef rate(item):\n6\t    return item * 2\n... 8 more lines; go on with offset=7\n\n> Used by: shop/cart.py\n")
    has(codegraph("codegraph_node", file="price.py", symbolsOnly=True), "**Members (4):**\n\n- total (function):1")
    has(failure_of(CODEGRAPH.call("codegraph_node", {})), "give symbol")


@case
def codegraph_trace_text():
    same(codegraph("codegraph_trace", **{"from": "total", "to": "rate"}), """## Trace: total → rate

2 hops:

1. total (shop/price.py:1-2)
1	def total(items):
2	    return sum(rate(item) for item in items)
   ↓ calls@2  return sum(rate(item) for item in items)
2. rate (shop/price.py:5-6)
5	def rate(item):
6	    return item * 2
""")
    has(codegraph("codegraph_trace", **{"from": "hooked", "to": "rate"}), 'No direct call path from "hooked" to "rate".',
        "shop/price.py:14: return handlers[kind](1) (calls an element of a collection)")


KART = Stdio(PLACE, "--profile", "kart")
KART.initialize()


@case
def kart_trees():
    answer = KART.call("kart_impact", {"path": "shop/price.py", "symbol": "rate", "depth": 2})["result"]["structuredContent"]


    def node(name, kind, word, file, line, start, callers):
        return {"name": name, "kind": kind, "kindName": word, "path": f"shop/{file}", "uri": f"file://{PLACE.repo}/shop/{file}",
                "range": {"start": {"line": line, "character": start}, "end": {"line": line, "character": start + len(name)}},
                "fanOut": len(callers), "callers": callers}
    same(answer, {"symbol": "rate", "path": str(PLACE.repo / "shop/price.py"), "depth": 2, "maxDepth": 5, "totalNodes": 3,
                  "highFanOut": False, "source": "graph", "root": node("rate", 12, "function", "price.py", 4, 4, [
                      node("total", 12, "function", "price.py", 0, 4, [node("cost", 6, "method", "cart.py", 12, 8, [])])])})
    answer = KART.call("kart_deps", {"path": "shop/cart.py", "symbol": "pay"})["result"]["structuredContent"]
    same((answer["depth"], [one["name"] for one in answer["root"]["callees"]]), (3, ["cost", "cost"]))


@case
def kart_limits_and_errors():
    place = Place({"steps.py": steps(14)})
    server = Stdio(place, "--profile", "kart")
    server.initialize()
    for depth, wanted in ((None, 3), (0, 1), (5, 5), (6, 5)):
        arguments = {"path": "steps.py", "symbol": "step14"} | ({} if depth is None else {"depth": depth})
        answer = server.call("kart_impact", arguments)["result"]["structuredContent"]
        same((answer["depth"], answer["maxDepth"], answer["totalNodes"]), (wanted, 5, wanted + 1), f"depth {depth}")
    fails = lambda tool, path, symbol: failure_of(server.call(tool, {"path": path, "symbol": symbol}))  # noqa: E731
    for tool in ("kart_impact", "kart_deps"):
        has(fails(tool, "steps.py", "nope"), "Error: FileNotFoundError: symbol 'nope' is not in 'steps.py'; there is: ")
        same(fails(tool, "no.py", "x"), "Error: FileNotFoundError: there is no 'no.py' in the workspace")
        has(fails(tool, "../x.py", "x"), "Error: FileNotFoundError: ", "is outside the workspace")
        same(fails(tool, ".", "x"), "Error: '.' is a folder: give the path of a file")
        same(fails(tool, "", "x"), "argument 'path' must not be empty")
    server.end()

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
              'export function some(kind: string): number {\n  switch (kind) {\n    case "one":\n    case "th-ree":\n      return 1;\n    default:\n      return 0;\n  }\n}\n'
              'export const labels = {\n  "one": 1,\n  "two": 2,\n};\n'
              'export function is(kind: Kind, side: Side): boolean {\n  log("one");\n  return kind === "two" || ["left"].includes(side);\n}\n'
              'export function mood(m: Mood): number {\n  switch (m) {\n    case Mood.Calm:\n      return 1;\n    case Mood.Bright:\n      return 2;\n  }\n  return 0;\n}\n',
    "use.test.ts": 'test("x", () => { expect(kind === "one"); });\n',
}


@case
def values_of_a_union_decide():
    with Place(UNION) as place:
        told = """Its values decide, found by their text (8):
  use.ts: all at 4 one, 6 two, 9 th-ree; some at 15 one, 16 th-ree; labels at 23 one as a key, 24 two as a key; is at 28 two
  switch at use.ts:4 has every value; no default
  switch at use.ts:15 lacks two; has a default
"""
        for name in "Kind", "KINDS":
            has(ask(place, "symbol", name), told)
        has(ask(place, "symbol", "Side"), "Its values decide, found by their text (1):\n  use.ts: is at 28 left\n")
        has(ask(place, "symbol", "Mood"), "Switches over it (1):\n  switch at use.ts:32 lacks Angry; no default\n")
        answer = fields(place, "symbol", "Kind")
        same([(row["line"], row["in"], row["value"], row["form"]) for row in answer["literals"]][-3:],
             [(23, "labels", "one", "stored"), (24, "labels", "two", "stored"), (28, "is", "two", "compared")])
        same(answer["switches"], [{"path": "use.ts", "line": 4, "lacks": 0, "default": False}, {"path": "use.ts", "line": 15, "lacks": 1, "default": True}])
        # what is no union of texts is not looked for
        assert "values decide" not in ask(place, "symbol", "all")
        # of a union and the constant it is made from once
        both = ask(place, "symbol", "Kind, KINDS")
        same((both.count("Its values decide, found by their text"), both.count("Its values decide where those above do.\n")), (1, 1))
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
