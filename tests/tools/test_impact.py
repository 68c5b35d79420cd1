#!/usr/bin/env python3
"""impact and trace, the surveys of a whole graph, and all of them and symbol under
the names of CodeGraph and kart: exact text, fields, limits."""
from xml.etree import ElementTree

from shop import *

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
    has(text, "Only a long way connects them, 8 hops: the flow itself, or a wander through unrelated code.\n")
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


main()
