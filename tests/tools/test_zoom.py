#!/usr/bin/env python3
"""zoom: files, folders and symbols at each depth, and every limit of it."""
from trees import *

PLACE = Place(TREE)


def zoom(*words, **more):
    return ask(PLACE, "zoom", *words, **more)


AS_WRITTEN = ("--depth", 1, "--visibility", "exported")


@case
def a_file_in_brief():
    same(zoom("web/token.ts"), """web/token.ts  typescript, 21 lines; 6 of 11 symbols
4-7	export function validate(token: string, strict = false): boolean  // Checks a token.
12-19	export class Session extends Base  // A session.
14	  id: string  // Its id.
16	  constructor(id: string)
18	  end(): void  // Ends it.
20	export const LIMIT = 10
About 78 tokens instead of 106 for the whole file.
""")
    same(zoom("py/model.py").splitlines()[1:-1],
         ["5-17\tclass Foo(Base)  // A foo.", "10\t  limit = 3", "12-15\t  def run(self, x: int, y=2) -> int  // Runs it."])


@case
def the_text_of_several_places():
    same(zoom("LIMIT, py/model.py:10-11,nowhere"), """web/token.ts:20 constant LIMIT
20	export const LIMIT = 10;

py/model.py  lines 10 to 11 of 20
10	    limit = 3
11	
Nothing is called 'nowhere'.
""")
    same(zoom("model.py:16-99"), "py/model.py  lines 16 to 20 of 20, in Foo (5-17)\n" + "".join(zoom("py/model.py", "--depth", 2).splitlines(True)[16:21]))
    same(zoom("py/model.py:90-99"), "py/model.py has 20 lines, no line 90.\n")
    fields = json.loads(zoom("LIMIT,nowhere", "--json"))
    same((fields["is"], fields["depth"], fields["text"].count("LIMIT = 10")), ("text", 2, 1))
    same(json.loads(zoom("nowhere,nobody", "--json"))["is"], "nothing")
    has(zoom(",".join(f"n{i}" for i in range(41)), status=2), "more than 40 targets: ask in several calls")
    same(zoom("../x:1-2,/etc/passwd:1-2"), "../x cannot be read as text.\n/etc/passwd cannot be read as text.\n")
    with Place({"big.py": "".join(f"def f{i}():\n    return {i}\n\n\n" for i in range(400)), "bin.c": b"int\0x;\n"}) as place:
        names, text = ",".join(f"f{i}" for i in range(30)), ""
        seen = []
        cursor = []
        while True:
            text = ask(place, "zoom", names, "--max-chars", 1000, *cursor)
            seen += re.findall(r"return (\d+)", text)
            found = re.search(r"cursor=([\w.]*\w)", text)
            if not found:
                break
            cursor = ["--cursor", found[1]]
        same(seen, [str(i) for i in range(30)])
        has(ask(place, "zoom", "bin.c:1-1,f1"), "bin.c cannot be read as text.\n", "return 1\n")


@case
def first_sentences():
    with Place({"a.py": "def a():\n    \"\"\"Takes one, e.g. two. Then\n    more.\"\"\"\n\n\n"
                        "# ---------\n# Wrapped over\n# two lines\n#\n# not this\ndef b(): pass\n\n\n"
                        "# @private goes\n# on\n#\n# Says it:\n# - one\ndef c(): pass\n\n\n"
                        f"# {'word ' * 30}\ndef d(): pass\n" + "x = 1\n" * 50}) as place:
        same([line.split("  // ")[1] for line in ask(place, "zoom", "a.py").splitlines()[1:5]],
             ["Takes one, e.g. two.", "Wrapped over two lines", "Says it:", "word " * 18 + "word..."])


@case
def values_without_their_inside():
    with Place({"a.ts": "export const TABLE: Record<string, () => void> = {\n  a: () => {},\n  b: () => {},\n}\n"
                        "export const LIST = [\n  1,\n]\nexport const one =\n  process.env.ONE ?? 'one'\n"
                        "export function f(\n  a: string,\n): void {}\n" + "// filler\n" * 40}) as place:
        same(ask(place, "zoom", "a.ts", *AS_WRITTEN).splitlines()[1:-1],
             ["1-4\texport const TABLE: Record<string, () => void> = {...", "2\t  a: ()", "3\t  b: ()",
              "5-7\texport const LIST = [...", "8-9\texport const one =", "\t  process.env.ONE ?? 'one'",
              "10-12\texport function f(", "\t  a: string,", "\t): void"])
        has(ask(place, "zoom", "a.ts"), "\n8-9\texport const one = process.env.ONE ?? 'one'\n10-12\texport function f(a: string): void\n")


@case
def what_is_given_on():
    names = ", ".join(f"n{i}" for i in range(14))
    with Place({"src/index.ts": f"export {{ {names} }} from './many'\nexport {{\n  one,\n  two as three\n}} from './x'\n"
                                "export { four } from './x'\nexport * from './y'\n" + "// filler\n" * 40,
                "pkg/__init__.py": "from .x import a\nimport os\n", "pkg/x.py": "def a(): pass\n"}) as place:
        same(ask(place, "zoom", "src/index.ts").splitlines()[:-1],
             ["src/index.ts  typescript, 47 lines; 0 of 0 symbols", f"1\tre-exports from ./many: {names}",
              "3\tre-exports from ./x: one, three, four", "7\tre-exports from ./y: all"])
        has(ask(place, "zoom", "src"), "src/  1 file with exports\n", ", n11 and 2 more\n")
        has(ask(place, "zoom", "pkg"), "pkg/  2 files with exports\n", "1\tre-exports from .x: a\n")
        has(ask(place, "zoom", "pkg", "--kind", "function"), "pkg/  1 file with exports\n")


@case
def what_is_imported_and_exported_apart():
    with Place({"src/index.ts": "import { One, Two } from './x'\nimport * as all from './y'\nimport Def from './z'\nTwo()\n"
                                "export { One as First, all }\nexport default Def\n" + "// filler\n" * 40}) as place:
        same(ask(place, "zoom", "src/index.ts").splitlines()[:-1],
             ["src/index.ts  typescript, 46 lines; 0 of 0 symbols", "1\tre-exports from ./x: First",
              "2\tre-exports from ./y: all", "3\tre-exports from ./z: default"])


@case
def pages_are_full():
    with Place({f"m/f{i:02}.py": "".join(f"def function_{i:02}_{k:02}(argument): pass\n" for k in range(40)) for i in range(20)}) as place:
        text = ask(place, "zoom", "m", "--max-chars", 4000)
        assert 3500 < len(text) <= 4000, len(text)
        seen, pages = re.findall(r"function_\d\d_\d\d", text), 1
        while cursor := re.search(r"cursor=([\w.]*\w)", text):
            text = ask(place, "zoom", "m", "--max-chars", 4000, "--cursor", cursor[1])
            seen, pages = seen + re.findall(r"function_\d\d_\d\d", text), pages + 1
        same(seen, [f"function_{i:02}_{k:02}" for i in range(20) for k in range(40)])
        assert pages < 15, pages


def pages_with_fields(place, *words):
    """The names a page's text shows, the names its fields hold; of every page."""
    cursor = []
    while True:
        text, answer = ask(place, "zoom", *words, *cursor), fields(place, "zoom", *words, *cursor)
        yield text, [(file["path"], one.get("name", one.get("from"))) for file in answer["files"]
                     for one in file["symbols"] + file.get("reexports", [])]
        if not answer["truncated"]:
            return
        cursor = ["--cursor", answer["cursor"]]


@case
def fields_are_those_of_the_page():
    def shown(text):
        path = None
        for line in text.splitlines():
            if heading := re.match(r"(\S+)  \w+, \d+ lines;", line):
                path = heading[1]
            yield from ((path, name) for name in re.findall(r"\bName_\d+|(?<=re-exports from )[^:]+", line))
    tree = {f"m/f{i}.ts": "".join(f"export const Name_{i}{k:02} = {k};\n" for k in range(60)) +
                          "".join(f"export * from './x{k}'\n" for k in range(30)) for i in range(2)}
    # two names of one declaration are shown once
    tree["m/g.go"] = "package m\n\n" + "".join(f"var Name_{k:02}1, Name_{k:02}2 int\n" for k in range(60))
    with Place(tree) as place:
        several, whole = list(pages_with_fields(place, "m", "--max-chars", 1500)), list(pages_with_fields(place, "m"))
        for text, held in several:
            same(held, list(shown(text)), "what the page shows")
        same(len(whole), 1)
        same([pair for _, held in several for pair in held], whole[0][1], "each on one page")
        assert len(several) > 3 and several[0][1][-1][0] == several[1][1][0][0], "a file must have been split"
        for file in "m/f0.ts", "m/g.go":
            pages = list(pages_with_fields(place, file, "--max-chars", 1000))
            assert len(pages) > 2, len(pages)
            for text, held in pages:
                same([name for _, name in held], [name for _, name in shown(text)])


@case
def fields_of_text_in_pages():
    with Place({"a.py": "class A:\n" + "".join(f"    def m{i:03}(self):\n        return '{'x' * 60}'\n" for i in range(400))}) as place:
        pages = list(pages_with_fields(place, "A", "--depth", 2, "--max-chars", 8000))
        assert len(pages) > 3, len(pages)
        for text, held in pages:
            same([name for _, name in held], re.findall(r"\d\t *(?:class|def) (\w+)", text))


@case
def exports_of_typescript():
    same(zoom("web/token.ts", *AS_WRITTEN), """web/token.ts  typescript, 21 lines; 6 of 11 symbols
	/** Checks a token. */
4-7	export function validate(
	  token: string,
	  strict = false,
	): boolean
	/** A session. */
12-19	export class Session extends Base
	  /** Its id. */
14	  id: string
16	  constructor(id: string)
	  /** Ends it. */
18	  end(): void
20	export const LIMIT = 10
About 85 tokens instead of 106 for the whole file.
""")


@case
def exports_of_python():
    same(zoom("py/model.py", *AS_WRITTEN), '''py/model.py  python, 20 lines; 3 of 5 symbols
5-17	class Foo(Base)
	  """A foo.
	
	  More.
	  """
10	  limit = 3
12-15	  def run(self, x: int,
	          y=2) -> int
	    """Runs it."""
About 47 tokens instead of 59 for the whole file.
''')


@case
def exports_of_go():
    same(zoom("srv/run.go", *AS_WRITTEN), """srv/run.go  go, 13 lines; 4 of 6 symbols
	// Run runs.
4	func Run(a int) error
7-11	type T struct
	  // Name it has.
9	  Name string
13	func (t *T) Do()
About 39 tokens instead of 40 for the whole file.
""")


@case
def exports_of_c():
    same(zoom("include/it.h", *AS_WRITTEN), """include/it.h  c, 4 lines; 4 of 4 symbols
	/* Opens. */
2	int open_it(const char *name)
3	#define MAX 3
4	struct It
4	  int size
""")


@case
def a_type_and_its_methods_elsewhere():
    with Place({"q.go": "package q\n\ntype Q struct {\n\tn int\n}\n\nfunc New() *Q { return nil }\n\n// Len counts.\n"
                        "func (q *Q) Len() int { return q.n }\n\nfunc (q *Q) grow() {}\n" + "// filler\n" * 20}) as place:
        same(ask(place, "zoom", "Q", "--depth", 0).splitlines()[:-1],
             ["q.go:3 struct Q", "3-5\ttype Q struct", "\t  // Len counts.", "10\t  func (q *Q) Len() int"])
        same(ask(place, "zoom", "Q").splitlines(),
             ["q.go:3 struct Q", "3\ttype Q struct {", "4\t\tn int", "5\t}", "", "Members beside it:",
              "10\t  func (q *Q) Len() int  // Len counts.", "12\t  func (q *Q) grow()"])
        has(ask(place, "zoom", "Q", "--depth", 1), "\n4\t  n int\n", "\n12\t  func (q *Q) grow()\n")


@case
def methods_in_other_files_of_the_package():
    with Place({"q/q.go": "package q\n\ntype Q struct {\n\tn int\n}\n\nfunc (q *Q) Len() int { return q.n }\n" + "// filler\n" * 40,
                "q/more.go": "package q\n\n// Grow grows.\nfunc (q *Q) Grow() {}\n\nfunc (q *Q) grow() {}\n\nfunc Grow() {}\n",
                "q/zero.go": "package q\n\nfunc (q *Q) zero() {}\n", "r/r.go": "package r\n\ntype Q struct{}\n\nfunc (q *Q) Other() {}\n"}) as place:
        same(ask(place, "zoom", "q/q.go:Q", "--depth", 0).splitlines()[:-1],
             ["q/q.go:3 struct Q", "3-5\ttype Q struct", "7\t  func (q *Q) Len() int", "", "Members in q/more.go:",
              "\t  // Grow grows.", "4\t  func (q *Q) Grow()"])
        same(ask(place, "zoom", "q/q.go:Q", "--depth", 1).splitlines()[-6:-1],
             ["4\t  func (q *Q) Grow()", "6\t  func (q *Q) grow()", "", "Members in q/zero.go:", "3\t  func (q *Q) zero()"])
        same([(file["path"], [one["name"] for one in file["symbols"]]) for file in fields(place, "zoom", "q/q.go:Q", "--depth", 0)["files"]],
             [("q/q.go", ["Q", "Len"]), ("q/more.go", ["Grow"])])
        same([(file["path"], [one["name"] for one in file["symbols"]]) for file in fields(place, "zoom", "q/q.go:Q")["files"]],
             [("q/q.go", ["Q", "n"]), ("q/q.go", ["Len"]), ("q/more.go", ["Grow", "grow"]), ("q/zero.go", ["zero"])])
        # the same members that symbol tells
        same([one["name"] for one in fields(place, "symbol", "q/q.go:Q")["members"]], ["n", "Len", "Grow", "grow", "zero"])


@case
def decorators():
    with Place({"m.py": "@first\n@second(\n    1,\n)\n# why\n@third\nclass A:\n    @property\n    def is_b(self): pass\n\n"
                        "    # not one\n    def c(self): pass\n" + "# filler\n" * 20}) as place:
        same(ask(place, "zoom", "m.py").splitlines()[1:-1],
             ["1-12\t@first @second( ... @third class A", "8-9\t  @property def is_b(self)", "12\t  def c(self)  // not one"])
        same(ask(place, "zoom", "m.py", "--depth", 1).splitlines()[1:-1],
             ["1-12\t@first", "\t@second( ...", "\t@third", "\tclass A", "8-9\t  @property", "\t  def is_b(self)",
              "\t  # not one", "12\t  def c(self)"])


@case
def typedefs():
    with Place({"t.h": "#ifndef T_H\n#define T_H\n\ntypedef struct Box {\n  int size;\n} Box;\n\ntypedef enum { RED, BLUE } Colour;\n\n"
                       "typedef struct node {\n  int value;\n} Node, *NodePtr;\n\n#ifndef DEBUG\n#define DEBUG\n#endif\n\n#endif\n"
                       + "// filler\n" * 40}) as place:
        same(ask(place, "zoom", "t.h").splitlines()[1:-1],
             ["4-6\ttypedef struct Box Box", "4-6\t  typedef struct Box", "5\t    int size", "8\ttypedef enum Colour", "8\t  RED", "8\t  BLUE",
              "10-12\ttypedef struct node Node, *NodePtr", "10-12\t  typedef struct node", "11\t    int value", "15\t#define DEBUG"])


@case
def a_folder_of_tests():
    with Place({"tests/test_a.py": "def test_a(): pass\n" + "# filler\n" * 20, "test/a.test.ts": "import \"./b\";\nconst one = 1;\n",
                "a.py": "x = 1\n"}) as place:
        has(ask(place, "zoom", "tests"), "tests/  1 file with exports\n", "\n1\tdef test_a()\n")
        same(ask(place, "zoom", "test"), "test/  0 files with exports\nLeft out: 1 file without exports.\nDepth 1 shows all symbols.\n")
        has(ask(place, "zoom", "test", "--depth", 1), "const one = 1")


@case
def lines_behind_the_end():
    has(zoom("include/it.h", "--depth", 2, "--from", 9, status=2), "from is 9, but 'include/it.h' has 4 lines")


@case
def all_symbols():
    text = zoom("srv/run.go", "--depth", 1)
    has(text, "6 of 6 symbols", "\n5\tfunc small()\n", "\n10\t  age int\n")
    has(zoom("srv/run.go", "--visibility", "all"), "6 of 6 symbols", "\n4\tfunc Run(a int) error  // Run runs.\n5\tfunc small()\n")
    has(zoom("srv/run.go", *AS_WRITTEN), "4 of 6 symbols", "\n\t// Run runs.\n4\tfunc Run(a int) error\n")


@case
def text():
    same(zoom("include/it.h", "--depth", 2),
         "include/it.h  lines 1 to 4 of 4\n1\t/* Opens. */\n2\tint open_it(const char *name);\n3\t#define MAX 3\n"
         "4\tstruct It { int size; };\n")
    same(zoom("include/it.h", "--depth", 2, "--from", 2, "--to", 3),
         "include/it.h  lines 2 to 3 of 4\n2\tint open_it(const char *name);\n3\t#define MAX 3\n")
    same(zoom("notes.txt", "--depth", 2), "notes.txt  lines 1 to 1 of 1\n1\t# Notes\n")
    has(zoom("include/it.h", "--depth", 2, "--from", 3, "--to", 2, status=2), "from (3) is after to (2)")


@case
def kinds():
    same(zoom("web/token.ts", "--kind", "method").splitlines()[1:-1],
         ["12-19\texport class Session extends Base", "18\t  end(): void  // Ends it."])
    has(zoom("web/token.ts", "--kind", "method,enum", "--depth", 1), "enum Color", "end(): void")
    has(zoom("web/token.ts", "--kind", "metod", status=2), "'metod' is no kind of symbol", "method")


@case
def a_folder():
    text = zoom("web")
    same(text.splitlines()[0], "web/  3 files with exports")
    has(text, "\nweb/token.ts  typescript, 21 lines; 5 of 11 symbols\n", "\nweb/util.ts  typescript, 2 lines; 2 of 2 symbols\n",
        "\nweb/index.ts  typescript, 1 lines; 0 of 0 symbols\n1\tre-exports from ./token: all\n",
        "\nLeft out: 1 test file, 2 files without exports, 1 folder (recursive shows it).\n")
    lacks(text, "deep", "hidden", "token.test.ts", "  id: string")
    has(zoom("web", "--kind", "field"), "  id: string")
    text = zoom("web", "--recursive")
    has(text, "web/  4 files with exports\n", "\nweb/inner/deep.ts  typescript, 1 lines; 1 of 1 symbols\n1\texport const deep = 1\n")
    lacks(text, "recursive shows")
    has(zoom("web", "--depth", 2), "(depth 2 is for one file or symbol)")
    has(zoom("."), "./  0 files with exports\n", "Left out: 2 files that are not indexed, 4 folders (recursive shows them).")


@case
def symbols():
    same(zoom("Session", "--depth", 0), """web/token.ts:12 class Session
	/** A session. */
12-19	export class Session extends Base
	  /** Its id. */
14	  id: string
16	  constructor(id: string)
	  /** Ends it. */
18	  end(): void
About 47 tokens instead of 106 for the whole file.
""")
    same(zoom("Session.end", "--depth", 2),
         "web/token.ts:18 method Session.end\n17\t  /** Ends it. */\n18\t  end(): void { helper(); }\n")
    has(zoom("Session", "--depth", 1), "private secret")
    has(zoom("token.ts:helper", "--depth", 0), "9\tfunction helper(): void\n")
    same(zoom("token.ts:helper"), "web/token.ts:9 function helper\n9\tfunction helper(): void {}\n")
    same(zoom("Session").splitlines()[:2], ["web/token.ts:12 class Session", "11\t/** A session. */"])


LONG = {
    "long.py": "def helper(x): return x\n\n\n# Goes on and on.\ndef long(items):\n    total = 0\n    for item in items:\n"
               + "        total += 1\n" * 60 + "        if item:\n            helper(item)\n" + "    total += 2\n" * 70
               + "    return total\n\n\ndef short():\n    return 1\n",
    "big.py": "class Big:\n    \"\"\"A big one.\"\"\"\n" + "".join(
        f"    def m{i}(self, x):\n        \"\"\"Does {i}.\"\"\"\n" + "        x += 1\n" * 10 + "        return x\n\n" for i in range(12)),
    "store.ts": "export const useStore = create((set) => ({\n" + "".join(
        f"  act{i}: (x: number) => {{\n" + "    set(x);\n" * 20 + "  },\n" for i in range(8)) + "}));\n",
    "a/same.py": "x = 1\n", "b/same.py": "".join(f"y{i} = {i}\n" for i in range(30)),
    "tests/test_short.py": "def short():\n    return 'test'\n",
}
HINT = "What has over 120 lines is outlined: path:from-to gives lines of it, depth=2 the whole text.\n"


@case
def what_is_long_is_outlined():
    with Place(LONG) as place:
        skeleton = ("long.py:5 function long  lines 4-141, skeleton\n4\t# Goes on and on.\n5\tdef long(items):\n6\t    total = 0\n"
                    "7\t    for item in items:\n\u2026 60 lines\n68\t        if item:\n69\t            helper(item)\n\u2026 70 lines\n"
                    "140\t    return total\n")
        text = ask(place, "zoom", "long")
        same(text, skeleton.replace("4-141", "4-140") + HINT)
        same(ask(place, "zoom", "long, short").replace(HINT, ""),
             skeleton.replace("4-141", "4-140") + "\nlong.py:143 function short\n143\tdef short():\n144\t    return 1\n"
             "1 more is called short; qualify it, as in file:name or Type.name.\n")
        for words in ("long", "--depth", 2), ("long", "--full"), ("long,nothing", "--depth", 2), ("long,nothing", "--full"):
            text = ask(place, "zoom", *words)
            same((text.count("total += "), "over 120" in text), (130, False), str(words))
        same(ask(place, "zoom", "Big").splitlines()[:4],
             ["big.py:1 class Big  lines 1-169, outline", "1-169\tclass Big  // A big one.", "3-15\t  def m0(self, x)  // Does 0.",
              "17-29\t  def m1(self, x)  // Does 1."])
        # an object that holds functions is like a type
        has(ask(place, "zoom", "useStore"), "store.ts:1 constant useStore, outline\n", "\n2-23\t  act0: (x: number)\n")
        same(fields(place, "zoom", "Big")["files"][0]["symbols"][1]["name"], "m0")
        # a file too, in a list
        has(ask(place, "zoom", "big.py, short"), "big.py  170 lines, outline\n", "3-15\t  def m0(self, x)")


def headings(text):
    return [line for line in text.splitlines() if line and "\t" not in line and not line.startswith("\u2026")]


@case
def the_order_asked_for_holds():
    with Place(LONG) as place:
        # what is named first is whole; what does not fit beside it is cut at the end
        text = ask(place, "zoom", "big.py:1-40, long, Big.m3, big.py:45-46", "--full", "--max-chars", 3500)
        same(headings(text)[:5],
             ["Not all fits. For the rest: zoom 'long.py:84-140'", "big.py  lines 1 to 40 of 170", "big.py:45 method Big.m3",
              "big.py  lines 45 to 46 of 170; above: 45-46", "long.py:5 function long; cut after line 83"])
        assert len(text) <= 3500, len(text)
        same([int(one) for one in re.findall(r"^(\d+)\t", text[text.index("; cut after"):], re.M)], list(range(4, 84)))
        # the call it names brings the rest, and so does the cursor
        rest = ask(place, "zoom", "long.py:84-140")
        same([int(one) for one in re.findall(r"^(\d+)\t", rest, re.M)], list(range(84, 141)))
        cursor = re.search(r"cursor=([\w.]*\w)", text)[1]
        on = ask(place, "zoom", "big.py:1-40, long, Big.m3, big.py:45-46", "--full", "--max-chars", 3500, "--cursor", cursor)
        same(on, rest.replace(", in long (5-140)", ""))
        # too little room to begin it: it waits whole
        text = ask(place, "zoom", "long, long.py:60-75, Big.m3, big.py:1-2", "--full", "--max-chars", 1500)
        same(headings(text)[:4], ["Not all fits. For the rest: zoom 'long.py:4-140'",
                                  "long.py  lines 60 to 75 of 144, in long (5-140)", "big.py:45 method Big.m3", "big.py  lines 1 to 2 of 170"])
        # what is outlined is asked for by its name
        has(ask(place, "zoom", "big.py:1-20, Big", "--max-chars", 1200), "Not all fits. For the rest: zoom 'big.py:Big'\n")


def work(name, count):
    return f"def {name}(x):\n    if not x:\n        return 0\n" + "".join(f"    x += {n}\n" for n in range(count)) + "    return x\n\n\n"


@case
def all_that_is_named_is_there_though_not_all_fits_whole():
    with Place({"m.py": work("one", 100) + work("two", 100) + work("three", 20) + work("four", 100), "n.txt": "".join(f"line {n}\n" for n in range(90))}) as place:
        names = "one, two, three, four, n.txt:1-90"
        whole = ask(place, "zoom", names)
        same(headings(whole), ["m.py:1 function one", "m.py:107 function two", "m.py:213 function three", "m.py:239 function four", "n.txt  lines 1 to 90 of 90"])
        # from the last name on they are told by fewer lines, until there is room for all
        text = ask(place, "zoom", names, "--max-chars", 5500)
        same(headings(text), ["To make room 1 is told by the lines that tell how it goes; path:from-to gives the others.", "m.py:1 function one",
                              "m.py:107 function two", "m.py:213 function three", "m.py:239 function four  lines 239-342, skeleton", "n.txt  lines 1 to 90 of 90"])
        same(text[text.index("m.py:239"):text.index("n.txt")], "m.py:239 function four  lines 239-342, skeleton\n239\tdef four(x):\n240\t    if not x:\n"
             "241\t        return 0\n\u2026 100 lines\n342\t    return x\n\n")
        has(ask(place, "zoom", names, "--max-chars", 4000), "To make room 2 are told by the lines that tell how they go; path:from-to gives the others.\n")
        assert len(text) <= 5500, len(text)
        # where even that is too long the rest is told; whole texts are not shortened
        has(ask(place, "zoom", names, "--max-chars", 1500), "To make room 3 are told by the lines that tell how they go", "Not all fits. For the rest: zoom 'm.py:four, n.txt:1-90'\n")
        text = ask(place, "zoom", names, "--max-chars", 5500, "--full")
        has(text, "Not all fits. For the rest: zoom 'm.py:")
        assert "skeleton" not in text, text


@case
def lines_are_shown_once():
    with Place(LONG) as place:
        text = ask(place, "zoom", "Big.m3, big.py:40-60, big.py:45-50, big.py:58-62")
        same(headings(text), ["big.py:45 method Big.m3", "big.py  lines 40 to 60 of 170, in Big.m2 (31-43); above: 45-57",
                              "big.py  lines 45 to 50 of 170; above: 45-50",
                              "big.py  lines 58 to 62 of 170, in Big (1-169); above: 58-60"])
        same([int(one) for one in re.findall(r"^(\d+)\t", text, re.M)], [*range(45, 58), *range(40, 45), *range(58, 61), 61, 62])
        has(text, "\n44\t\n\u2026 13 lines\n58\t\n")
        # an outline has not shown them
        has(ask(place, "zoom", "Big, Big.m3"), "big.py:45 method Big.m3\n45\t")


@case
def which_file_and_what_else_is_called_so():
    with Place(LONG) as place:
        # of two files of a name, the one that has the lines
        has(ask(place, "zoom", "same.py:10-11"), "b/same.py  lines 10 to 11 of 30\n")
        same(ask(place, "zoom", "c/long.py:1-2, tests/"), "There is no c/long.py, but long.py.\ntests/ is a folder: zoom it by itself.\n")
        # what another place shows is not repeated
        same(ask(place, "zoom", "long.py:143-144, short").splitlines()[-2:],
             ["long.py:143 function short; above: 143-144", "1 more is called short; qualify it, as in file:name or Type.name."])


@case
def nothing_is_no_error():
    text = zoom("Sesion")
    has(text, "No file, folder or symbol 'Sesion'.\n", "Session", "Searched: ")
    has(zoom("Session.missing"), "No file, folder or symbol 'Session.missing'.")
    has(zoom("notes.txt"), "notes.txt has no symbols: it is not indexed (unsupported language). Depth 2 shows its text.")
    has(zoom("ignored/skip.ts"), "it is not indexed (ignored)")


@case
def outside_is_refused():
    server = Stdio(PLACE)
    server.initialize()
    for target in ("../home", "/etc/passwd"):
        failure_of(server.call("zoom", {"target": target, "depth": 2}))
    server.end()


@case
def bad_arguments():
    for words, part in ((["x", "--depth", 3], "0 to 2"), (["x", "--depth", -1], "0 to 2"), (["x", "--max-chars", 999], "1000 to 200000"),
                        (["x", "--max-chars", 200001], "1000 to 200000"), ([" "], "target is blank"), (["x" * 4097], "4,096")):
        has(zoom(*words, status=2), part)
    zoom("x", "--max-chars", 1000)
    zoom("x", "--max-chars", 200000)
    for length in (255, 256, 4095, 4096):
        has(zoom("x" * length), "No file, folder or symbol 'xxx")


def write_lines(name, size):
    """A file of exactly `size` bytes in lines of 100."""
    lines = ["// " + "y" * 96 + "\n"] * (size // 100)
    rest = size - 100 * len(lines)
    PLACE.write(PLACE.repo, {name: "".join(lines) + "z" * rest})


@case
def text_over_100_kb_is_told_by_its_size():
    for size, is_shown in ((102399, True), (102400, True), (102401, False)):
        write_lines("large.ts", size)
        text = zoom("large.ts", "--depth", 2)
        same("Read it in parts" in text, not is_shown, f"{size} bytes")
    has(text, "large.ts: lines 1 to 1025 are 102,401 bytes, more than the 102,400 that are shown at once.",
        "from=1 to=1024, then from=1025")
    has(zoom("large.ts", "--depth", 2, "--from", 1, "--to", 1024), "lines 1 to 1024 of 1025")
    has(zoom("large.ts", "--depth", 2, "--from", 1025), "lines 1025 to 1025 of 1025\n1025\tz\n")
    pages = all_pages(PLACE, "zoom", "large.ts", "--depth", "2", "--to", "1024")
    numbers = [int(line.split("\t")[0]) for page in pages for line in page.splitlines() if "\t" in line]
    same(numbers, list(range(1, 1025)), "every line once")
    (PLACE.repo / "large.ts").unlink()


@case
def long_answers_come_in_pages():
    many = "".join(f"/** Number {i}. */\nexport function name{i}(a: string): void {{}}\n" for i in range(600))
    PLACE.write(PLACE.repo, {"many.ts": many})
    pages = all_pages(PLACE, "zoom", "many.ts")
    assert all(len(page) <= 15000 for page in pages), [len(page) for page in pages]
    assert len(pages) > 2, len(pages)
    shown = re.findall(r"function (name\d+)", "".join(pages))
    same(shown, [f"name{i}" for i in range(600)])
    short = all_pages(PLACE, "zoom", "many.ts", "--max-chars", "2000")
    assert all(len(page) <= 2000 for page in short), [len(page) for page in short]
    same(re.findall(r"function (name\d+)", "".join(short)), shown)
    assert len(all_pages(PLACE, "zoom", "many.ts", "--max-chars", "200000")) == 1
    answer = fields(PLACE, "zoom", "many.ts", "--cursor", cursor_of(pages[0]))
    same(answer["files"][0]["symbols"][0]["name"], re.findall(r"function (name\d+)", pages[1])[0], "fields of the same page")
    # another question, or another state of the files
    has(zoom("many.ts", "--depth", 1, "--cursor", cursor_of(pages[0]), status=2), "another question")
    PLACE.write(PLACE.repo, {"many.ts": many + "export const more = 1;\n"})
    has(zoom("many.ts", "--cursor", cursor_of(pages[0]), status=2), "files changed since")
    (PLACE.repo / "many.ts").unlink()


@case
def folders_come_in_pages():
    PLACE.write(PLACE.repo, {f"wide/f{i:03}.ts": "".join(f"export const c{i}_{k} = {k};\n" for k in range(20)) for i in range(60)})
    pages = all_pages(PLACE, "zoom", "wide")
    assert len(pages) > 1 and all(len(page) <= 15000 for page in pages), [len(page) for page in pages]
    same(len(set(re.findall(r"const (c\d+_\d+) ", "".join(pages)))), 1200)
    shutil.rmtree(PLACE.repo / "wide")


@case
def fields_of_a_file():
    answer = fields(PLACE, "zoom", "srv/run.go")
    same(answer, {
        "target": "srv/run.go", "is": "file", "depth": 0,
        "files": [{"path": "srv/run.go", "language": "go", "lines": 13, "symbols": [
            {"name": "Run", "kind": "function", "line": 4, "endLine": 4, "level": 0, "signature": "func Run(a int) error",
             "doc": "Run runs.", "exported": True},
            {"name": "T", "kind": "struct", "line": 7, "endLine": 11, "level": 0, "signature": "type T struct", "exported": True},
            {"name": "Name", "kind": "field", "line": 9, "endLine": 9, "level": 1, "signature": "Name string",
             "doc": "Name it has.", "exported": True},
            {"name": "Do", "kind": "method", "line": 13, "endLine": 13, "level": 0, "signature": "func (t *T) Do()",
             "exported": True}]}],
        "tokens": 38, "wholeTokens": 40, "truncated": False})


@case
def hidden_characters_are_made_visible():
    PLACE.write(PLACE.repo, {"evil.ts": "/** a\u202eb\x1b[31m */\nexport function f\u200b(): void {}\n"})
    for words in ((), ("--depth", 2)):
        text = zoom("evil.ts", *words)
        has(text, "a\\u{202E}b\\x1B[31m")
        lacks(text, "\x1b", "\u202e")
    (PLACE.repo / "evil.ts").unlink()


@case
def a_changed_file_is_shown_as_it_is():
    PLACE.write(PLACE.repo, {"now.ts": "export const before = 1;\n"})
    has(zoom("now.ts"), "before = 1")
    PLACE.write(PLACE.repo, {"now.ts": "export const after = 1;\n"})
    text = zoom("now.ts")
    has(text, "after = 1")
    lacks(text, "before")
    (PLACE.repo / "now.ts").unlink()


OVERLOADS = {"Plan.java": "class Plan {\n" + "".join(
    f"  int make({', '.join(f'int a{k}' for k in range(n))}) {{\n    return {f'make({chr(44).join(str(k) for k in range(n + 1))})' if n < 5 else '9'};\n  }}\n" for n in range(6)) + "}\n"}


@case
def overloads_are_shown_together_by_place():
    with Place(OVERLOADS) as place:
        lines = [2, 5, 8, 11, 14, 17]
        for target in ("Plan.make", "make, Plan.java:1-1"):
            same([int(n) for n in re.findall(r"^Plan\.java:(\d+) method Plan\.make$", ask(place, "zoom", target), re.M)], lines)
        text = ask(place, "symbol", "make")
        has(text, "5 overloads beside it, with callers of their own; line chooses:\n")
        same(sorted(re.findall(r"^  (\d+)-\d+ int make\(.*\)(, called by 1)?$", text, re.M), key=lambda one: int(one[0])),
             [("2", ""), *((str(line), ", called by 1") for line in (8, 11, 14, 17))])


main()
