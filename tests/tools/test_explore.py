#!/usr/bin/env python3
"""explore, and the same under CodeGraph's names: exact text on small
repositories of several languages, limits, handles."""
from trees import *

PYTHON = {
    "shop/__init__.py": "",
    "shop/cart.py": '''from shop.price import total


class Cart:
    """What a customer wants to buy."""

    def __init__(self):
        self.items = []

    def cost(self):
        """Sums up the prices of all items."""
        return total(self.items)


def checkout(cart: Cart):
    return cart.cost()
''',
    "shop/price.py": '''DISCOUNT = 0.9


def total(items):
    return sum(rate(item) for item in items)


def rate(item):
    return item * DISCOUNT


def banner():
    return "welcome"
''',
    "tests/test_cart.py": '''from shop.cart import Cart


def test_cost_of_empty_cart():
    assert Cart().cost() == 0
''',
}

SERVER = {
    "src/main.c": '''#include "conn.h"

static struct handler table[] = {
    {"get", handleGet},
};

int main(void) {
  return acceptLoop(3);
}
''',
    "src/conn.c": '''#include "conn.h"

int acceptLoop(int fd) {
  return readRequest(fd);
}

int readRequest(int fd) {
  return parseRequest(fd);
}

static int skipBlanks(int fd) { return fd; }

int parseRequest(int fd) {
  return skipBlanks(fd);
}

int handleGet(int fd) { return fd; }
''',
    "src/conn.h": '''struct handler { const char *name; int (*run)(int); };
int acceptLoop(int fd);
int readRequest(int fd);
int parseRequest(int fd);
int handleGet(int fd);
''',
}

SHAPES = {
    "package.json": "{}\n",
    "src/shape.ts": '''export interface Shape { area(): number }

export class Circle implements Shape {
  constructor(private radius: number) {}
  area(): number { return Math.PI * this.radius ** 2 }
}

export function totalArea(shapes: Shape[]): number {
  return shapes.reduce((sum, shape) => sum + shape.area(), 0)
}
''',
}


def body(text):
    """The answer without its handle, which is another one each time."""
    return re.sub(r"handle=[0-9a-f]{24} ", "handle=X ", text)


def handle_of(text):
    return re.search(r"handle=([0-9a-f]{24}) ", text)[1]


@case
def question_in_python():
    same(body(ask(Place(PYTHON), "explore", "How are the prices of all items summed up?")), """Question about: prices, items, summed; 7 definitions from 2 files.
Entry points: total (shop/price.py:4), Cart.cost (shop/cart.py:10), rate (shop/price.py:8), checkout (shop/cart.py:15), DISCOUNT (shop/price.py:1)

## shop/price.py
1	DISCOUNT = 0.9
2	
3	
4	def total(items):
5	    return sum(rate(item) for item in items)
6	
7	
8	def rate(item):
9	    return item * DISCOUNT
10	
11	
12	def banner():
13	    return "welcome"

## shop/cart.py
1	from shop.price import total
2	
3	
4	class Cart:
5	    \"\"\"What a customer wants to buy.\"\"\"
6	
7	    def __init__(self):
8	        self.items = []
9	
10	    def cost(self):
11	        \"\"\"Sums up the prices of all items.\"\"\"
12	        return total(self.items)
13	
14	
15	def checkout(cart: Cart):
16	    return cart.cost()

calls: Cart.cost -> total, checkout -> Cart.cost, total -> rate
handle=X keeps a further explore from repeating this source.
""")


@case
def names_in_c():
    same(body(ask(Place(SERVER), "explore", "acceptLoop parseRequest handelGet")), """Names: 8 definitions from 3 files.
Entry points: acceptLoop (src/conn.c:3), parseRequest (src/conn.c:13), readRequest (src/conn.c:7), skipBlanks (src/conn.c:11), main (src/main.c:7)
Nothing is called 'handelGet' here; spelled alike: src/conn.c:handleGet, src/conn.h:handler.

## src/conn.c
1	#include "conn.h"
2	
3	int acceptLoop(int fd) {
4	  return readRequest(fd);
5	}
6	
7	int readRequest(int fd) {
8	  return parseRequest(fd);
9	}
10	
11	static int skipBlanks(int fd) { return fd; }
12	
13	int parseRequest(int fd) {
14	  return skipBlanks(fd);
15	}
16	
17	int handleGet(int fd) { return fd; }

## src/main.c
1	#include "conn.h"
2	
3	static struct handler table[] = {
4	    {"get", handleGet},
5	};
6	
7	int main(void) {
8	  return acceptLoop(3);
9	}

## src/conn.h
1	struct handler { const char *name; int (*run)(int); };
2	int acceptLoop(int fd);
3	int readRequest(int fd);
4	int parseRequest(int fd);
5	int handleGet(int fd);

Flow: acceptLoop -> readRequest -> parseRequest
calls: acceptLoop -> readRequest, main -> acceptLoop, parseRequest -> skipBlanks, readRequest -> parseRequest
references: table -> handleGet
handle=X keeps a further explore from repeating this source.
""")


@case
def question_in_typescript():
    same(body(ask(Place(SHAPES), "explore", "where is the area of a circle computed?")), """Question about: area, circle; 6 definitions from 1 file.
Entry points: Shape.area (src/shape.ts:1), Circle.area (src/shape.ts:5), totalArea (src/shape.ts:8), Circle (src/shape.ts:3), Shape (src/shape.ts:1)

## src/shape.ts
1	export interface Shape { area(): number }
2	
3	export class Circle implements Shape {
4	  constructor(private radius: number) {}
5	  area(): number { return Math.PI * this.radius ** 2 }
6	}
7	
8	export function totalArea(shapes: Shape[]): number {
9	  return shapes.reduce((sum, shape) => sum + shape.area(), 0)
10	}

calls: totalArea -> Shape.area
overrides: Circle.area -> Shape.area
implements: Circle -> Shape
handle=X keeps a further explore from repeating this source.
""")


@case
def nothing_to_show():
    """No word is known, no word is given, no query at all."""
    place = Place(PYTHON)
    same(ask(place, "explore", "zebra xylophone"), "Nothing here has a word of 'zebra xylophone'. Name a symbol, a file or an option, "
         "or search for text.\nSearched: 9 symbols in 4 files.\n")
    has(ask(place, "explore", "  ", status=2), "query is blank: ask a question, or give names")
    has(ask(place, "explore", "cart", "--max-chars", "2999", status=2), "max_chars")


@case
def fields_say_what_was_shown():
    answer = fields(Place(PYTHON), "explore", "total rate")
    same({name: answer[name] for name in ("names", "files")}, {"names": True, "files": 3})
    assert answer["symbols"] >= 2 and re.fullmatch("[0-9a-f]{24}", answer["handle"])


@case
def the_listed_arguments_are_taken():
    """A handle of another process is unknown, which is no error."""
    place = Place(PYTHON)
    has(ask(place, "explore", "total", "--handle", "0" * 24), "The handle is unknown or too old: source may be repeated.\n", "4\tdef total(items):\n")


@case
def a_handle_keeps_source_from_being_repeated():
    """In one conversation; a file that changed is shown again."""
    place = Place(PYTHON)
    server = Stdio(place)
    server.initialize()
    first = text_of(server.call("explore", {"query": "rate"}))
    has(first, "8\tdef rate(item):\n")
    again = text_of(server.call("explore", {"query": "rate", "handle": handle_of(first)}))
    has(again, "## shop/price.py\n(lines 1-13 were shown before)\n")
    lacks(again, "def rate")
    (place.repo / "shop/price.py").write_text("def rate(item):\n    return item\n")
    changed = text_of(server.call("explore", {"query": "rate", "handle": handle_of(again)}))
    has(changed, "1\tdef rate(item):\n2\t    return item\n")
    server.end()


@case
def a_session_is_not_shown_the_same_twice():
    """Without any handle; "none" shows everything, and another session knows of nothing."""
    place = Place(PYTHON)
    server = Stdio(place)
    server.initialize()
    first = text_of(server.call("explore", {"query": "rate"}))
    has(first, "8\tdef rate(item):\n", "keeps a further explore from repeating this source.\n")
    again = text_of(server.call("explore", {"query": "rate"}))
    has(again, "## shop/price.py\n(lines 1-13 were shown before)\n", "\nLines that this session was shown before are left out; handle=none shows them again.\n")
    lacks(again, "def rate", "handle=" + handle_of(first))
    afresh = text_of(server.call("explore", {"query": "rate", "handle": "none"}))
    same(body(afresh), body(first))
    (place.repo / "shop/price.py").write_text("def rate(item):\n    return item\n")
    has(text_of(server.call("explore", {"query": "rate"})), "1\tdef rate(item):\n2\t    return item\n")
    server.end()
    other = Stdio(place)
    other.initialize()
    has(text_of(other.call("explore", {"query": "rate"})), "1\tdef rate(item):\n")
    other.end()


@case
def a_session_over_http_is_not_shown_the_same_twice():
    place = Place(PYTHON)
    server = Http(place)
    server.initialize()
    has(text_of(server.call("explore", {"query": "rate"})), "8\tdef rate(item):\n")
    has(text_of(server.call("explore", {"query": "rate"})), "(lines 1-13 were shown before)\n")
    server.initialize()
    has(text_of(server.call("explore", {"query": "rate"})), "8\tdef rate(item):\n")
    place.close()


def long_function():
    """Two loops in one around everything, a case in the middle, and much between."""
    lines = ["int sweepQueue(int *items, int count) {", "    int swept = 0;"]
    lines += [f"    int padding_of_the_head_{i} = {i}; /* as long as it takes to fill the head of it */" for i in range(24)]
    lines += ["    while (count > 0) {"]
    for name in ("first", "second", "third"):
        lines += [f"        for (int {name} = 0; {name} < count; {name}++) {{"]
        lines += [f"            items[{name}] += {i}; /* nothing that anybody asks for, at some length again */" for i in range(40)]
        lines += ["        }"]
    lines += ["        if (items[0] == 0) {", "            announce(items);", "        }", "    }", "    return swept;", "}"]
    return "\n".join(lines) + "\n"


@case
def a_long_function_keeps_the_lines_that_open_its_blocks():
    text = ask(Place({"src/sweep.c": long_function()}), "explore", "sweepQueue")
    same("\n".join(line for line in text.split("\n") if "at some length" not in line and "as long as" not in line and "handle=" not in line), """Names: 1 definition from 1 file.
Entry points: sweepQueue (src/sweep.c:1)

## src/sweep.c
1	int sweepQueue(int *items, int count) {
2	    int swept = 0;
27	    while (count > 0) {
28	        for (int first = 0; first < count; first++) {
\u2026 33 lines
70	        for (int second = 0; second < count; second++) {
\u2026 41 lines
112	        for (int third = 0; third < count; third++) {
\u2026 41 lines
154	        if (items[0] == 0) {
155	            announce(items);
156	        }
157	    }
158	    return swept;
159	}

""")


def large(count):
    return "".join(f"def gadget{i}(x):\n" + f"    x = gadget_step(x, {i})\n" * 20 + "    return x\n\n\n" for i in range(count))


def behind_an_interface(implementations):
    """A poll that confirms sales through an interface; what implements it is long, and much that is short has the words."""
    body = "".join(f"\tif n > {n} {{\n\t\tn -= {n} * 2\n\t\tlast = n + {n}\n\t}}\n" for n in range(80))
    tree = {f"svc/impl{n}.go": f"package svc\n\ntype impl{n} struct{{}}\n\nfunc (s *impl{n}) Settle(n int) int {{\n\tlast := 0\n{body}\treturn last\n}}\n"
            for n in range(implementations)}
    others = {f"svc/sale{n}.go": f"package svc\n\n// SalePart{n} is called when a poll confirms sales.\nfunc SalePart{n}(sale int) int {{\n\tsale += {n}\n\tsale -= 3\n\treturn sale\n}}\n"
              for n in range(60)}
    tree["svc/kept.go"] = f"package svc\n\ntype kept struct{{}}\n\nfunc (k *kept) Write(n int) int {{\n\tlast := 0\n{body}\treturn last\n}}\n"
    return {"svc/service.go": "package svc\n\ntype Sales interface {\n\t// Settle confirms the sales that a poll found.\n\tSettle(n int) int\n}\n",
            "svc/writer.go": "package svc\n\ntype Writer interface {\n\tWrite(n int) int\n}\n",
            "svc/poll.go": "package svc\n\n// Poll confirms the sales of a poll.\nfunc Poll(sales Sales, w Writer, n int) int {\n\treturn w.Write(sales.Settle(n))\n}\n",
            **others, **tree}


@case
def tests_that_are_left_out_by_name_are_not_asked_for():
    with Place(PYTHON) as place:
        for question in ("which functions sum up the cost of items, outside tests", "who sums up the cost, without any of the tests"):
            assert "## tests/" not in ask(place, "explore", question), question
        has(ask(place, "explore", "which tests sum up the cost of items"), "## tests/test_cart.py\n")


@case
def what_implements_a_declaration_is_shown_behind_it():
    with Place(behind_an_interface(1)) as place:
        text = ask(place, "explore", "how does a poll confirm sales")
        shown = text[text.index("## svc/impl0.go"):].split("\n## ")[0]
        has(shown, "\n5\tfunc (s *impl0) Settle(n int) int {\n6\t\tlast := 0\n7\t\tif n > 0 {\n")
        assert "\n300\t" not in shown, shown
        # and what the function calls that leads, a little of it
        shown = text[text.index("## svc/kept.go"):].split("\n## ")[0]
        has(shown, "\n5\tfunc (k *kept) Write(n int) int {\n6\t\tlast := 0\n")
        assert len(shown) < 2600, len(shown)
    with Place(behind_an_interface(3)) as place: # which of them runs is not known
        text = ask(place, "explore", "how does a poll confirm sales")
        assert "## svc/impl" not in text, text


@case
def answers_are_as_long_as_allowed():
    place = Place({"gadgets.py": large(200)})
    for words, most in (((), 13000), (("--max-chars", "3000"), 3000), (("--max-chars", "60000"), 60000)):
        text = ask(place, "explore", "how does a gadget step", *words)
        assert most * 0.5 < len(text) <= most, (words, len(text))
        assert text.endswith("\n"), text[-50:]


@case
def hostile_text_is_made_visible():
    place = Place({"a.py": "def evil(x):\n    return '\x1b[2J\u202e'\n"})
    text = ask(place, "explore", "evil")
    has(text, "2\t    return '\\x1B[2J\\u{202E}'\n")


# Nothing tells these two apart but what was written when they were changed.
TWINS = {
    "ask.py": "def send(request):\n    return request.go()\n",
    "bid.py": "def send(request):\n    return request.go()\n",
}


def commit(place, message, path):
    env = place.env(GIT_AUTHOR_NAME="Ann", GIT_AUTHOR_EMAIL="a@example.org", GIT_COMMITTER_NAME="Ann",
                    GIT_COMMITTER_EMAIL="a@example.org", GIT_CONFIG_NOSYSTEM="1")
    for words in (["init", "-q"], ["add", path], ["commit", "-qm", message]):
        subprocess.run(["git", *words], cwd=place.repo, env=env, check=True)


@case
def commit_messages_say_what_files_are_about():
    for first, second in ("ask.py", "bid.py"), ("bid.py", "ask.py"):
        place = Place(TWINS)
        commit(place, "Throttle the requests of impatient customers", first)
        commit(place, "Tidy up", second)
        text = ask(place, "explore", "Where is a request of an impatient customer throttled?")
        assert text.index(f"## {first}\n") < text.index(f"## {second}\n"), f"{first} is not first:\n{text}"


@case
def codegraph_explore():
    place = Place(PYTHON)
    text = ask(place, "codegraph_explore", "total rate", "--maxFiles", "1")
    has(text, "## Exploration: total rate\n\n", "\n### Source Code\n\n#### shop/price.py - DISCOUNT(constant), total(function), rate(function)\n", "4\tdef total(items):\n", "\n### Relationships\n",
        "\n> Explore budget: 1 call for this project (4 files indexed).\n")
    lacks(text, "#### shop/cart.py", "handle=")
    same(ask(place, "codegraph_explore", "zebra"), 'No relevant code found for "zebra".\nSearched: 9 symbols in 4 files.\n')


@case
def codegraph_context():
    place = Place(PYTHON)
    text = ask(place, "codegraph_context", "add a discount to the total", "--maxNodes", "1")
    has(text, "1 definition from 1 file.\n", "> This reads like a new feature: ask the user")
    text = ask(place, "codegraph_context", "the total of all items", "--no-includeCode")
    has(text, "Entry points: ")
    lacks(text, "### Source Code", "def total", "new feature")


@case
def handles_outlive_their_process():
    """From the shell without a daemon each call is a process; what others put there in its place is no handle."""
    place = Place(PYTHON)
    first = ask(place, "explore", "checkout total")
    handle = handle_of(first)
    has(first, "def checkout(cart: Cart):")
    again = ask(place, "explore", "checkout total", "--handle", handle)
    lacks(again, "unknown or too old", "def checkout(cart: Cart):")
    other = handle[:-1] + ("0" if handle[-1] != "0" else "1")
    has(ask(place, "explore", "checkout total", "--handle", other), "The handle is unknown or too old")
    kept = place.repo / ".fathom" / "explore-v1.shown"
    good = kept.read_bytes()
    for at in (0, 20, 40, 60):  # its head and the first record
        kept.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1:])
        has(ask(place, "explore", "checkout total", "--handle", handle), "The handle is unknown or too old", "def checkout(cart: Cart):")


@case
def several_questions_share_an_answer():
    place = Place(PYTHON)
    text = ask(place, "explore", "How are the prices of all items summed up?", "checkout total")
    same([line for line in text.splitlines() if line.startswith("# ")], ["# How are the prices of all items summed up?", "# checkout total"])
    same(text.count("def total(items):"), 1)
    has(text, "were shown before)\n")
    answer = fields(place, "explore", "checkout", "zebra xylophone", "total")
    same([one["query"] for one in answer["answers"]], ["checkout", "zebra xylophone", "total"])
    same(["sources" in answer, bool(answer["answers"][0]["sources"]), "sources" in answer["answers"][1]], [False, True, False])
    has(ask(place, "explore", "checkout", " ", status=2), "query is blank")
    has(ask(place, "explore", *["checkout"] * 9, status=2), "also")
    big = Place({f"m{i}.py": "".join(f"def price_{i}_{k}(item):\n    # the price of an item\n    return item.cost * {k}\n\n\n" for k in range(60)) for i in range(6)})
    one, three = ask(big, "explore", "price of an item"), ask(big, "explore", "price of an item", "cost of an item", "what returns an item")
    assert len(three) < 2.4 * len(one), (len(one), len(three))
    assert len(ask(big, "explore", "price of an item", "cost of an item", "--max-chars", 6000)) <= 6500


BESIDE = {
    "app/accounts.py": """def find_user(known, name):
    \"\"\"The user of a name.\"\"\"
    return known[name]


def retry(call, limit):
    \"\"\"Calls again up to the limit.\"\"\"
    return call(limit)
""",
    "db/schema.sql": """CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  password_hash TEXT NOT NULL
);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY,
  total INTEGER
);
""",
    "config.toml": """[webhook]
# Calls again after a failure.
max_retries = 3

[server]
port = 80
""",
    "Makefile": "build:\n\tcc -o app main.c\n\npull-data:\n\tscp prod:data .\n",
    ".github/workflows/ci.yml": """jobs:
  lint:
    runs-on: ubuntu
    steps:
      - run: make lint
  integration:
    runs-on: ubuntu
    steps:
      - run: make integration
""",
    "README.md": "# App\n\nUsers.\n\n## Install\n\nUnpack it.\n\n## Backup\n\nCopy the folder.\n",
    "images/Dockerfile.tor": "FROM debian\nRUN apt-get install tor\n",
}


def first_shown(text):
    return re.search(r"^## (\S+)", text, re.M)[1]


@case
def what_is_no_code_answers_where_it_is_asked_for():
    with Place(BESIDE) as place:
        for query, path, line in (("how is the users table laid out", "db/schema.sql", "password_hash TEXT NOT NULL"),
                                  ("which make target pulls data", "Makefile", "pull-data:"),
                                  ("which ci job runs the integration", ".github/workflows/ci.yml", "run: make integration"),
                                  ("what does the readme say about backup", "README.md", "Copy the folder."),
                                  ("how is the tor container built", "images/Dockerfile.tor", "RUN apt-get install tor")):
            text = ask(place, "explore", query)
            same((query, first_shown(text)), (query, path))
            has(text, line)


@case
def code_goes_before_what_is_no_code_where_nobody_asks_for_that():
    with Place(BESIDE) as place:
        same(first_shown(ask(place, "explore", "how is a user found by name")), "app/accounts.py")
        same(first_shown(ask(place, "explore", "what is called again up to the limit")), "app/accounts.py")


@case
def a_setting_is_told_beside_code():
    files = {**BESIDE, "app/long.py": "".join(f"def retry_{i}(call):\n    \"\"\"Retries a webhook after failure {i}.\"\"\"\n" + "    call('again')\n" * 30 + "\n\n" for i in range(20))}
    with Place(files) as place:
        text = ask(place, "explore", "what happens after a failure of a webhook, max retries and all")
        same(first_shown(text), "app/long.py")
        has(text, "max_retries = 3\n")


main()
