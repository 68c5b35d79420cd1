"""A small repository in several languages that the tests of the read tools
share, and ways to ask about it."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
from harness import *  # noqa: F401,F403

TREE = {
    "web/token.ts": """import { x } from "./util";

/** Checks a token. */
export function validate(
  token: string,
  strict = false,
): boolean { return x(token); }

function helper(): void {}

/** A session. */
export class Session extends Base {
  /** Its id. */
  id: string;
  private secret = 1;
  constructor(id: string) { this.id = id; }
  /** Ends it. */
  end(): void { helper(); }
}
export const LIMIT = 10;
enum Color { Red, Green }
""",
    "web/util.ts": "export const x = (s: string) => s.length > 0;\nexport function unused(): void {}\n",
    "web/index.ts": "export * from \"./token\";\n",
    "web/app.ts": "import { validate } from \"./index\";\nimport type { Session } from \"./token\";\nvalidate(\"a\");\n",
    "web/token.test.ts": "import { validate } from \"./token\";\ntest(\"x\", () => { validate(\"\"); });\n",
    "web/inner/deep.ts": "export const deep = 1;\n",
    "web/bare.ts": "import \"./util\";\nconst hidden = 1;\n",
    "py/model.py": '''"""Models."""
import os


class Foo(Base):
    """A foo.

    More.
    """
    limit = 3

    def run(self, x: int,
            y=2) -> int:
        """Runs it."""
        return x

    def _hidden(self): pass


def _private(): pass
''',
    "srv/run.go": """package srv

// Run runs.
func Run(a int) error { return nil }
func small() {}

type T struct {
	// Name it has.
	Name string
	age int
}

func (t *T) Do() {}
""",
    "include/it.h": "/* Opens. */\nint open_it(const char *name);\n#define MAX 3\nstruct It { int size; };\n",
    "notes.txt": "# Notes\n",
    ".gitignore": "ignored/\n",
    "ignored/skip.ts": "export const skip = 1;\n",
}


def ask(place, tool, *words, status=0):
    """The text a tool answers on the command line."""
    done = place.run(tool, *words, "--no-daemon")
    same(done.status, status, repr(done))
    return done.out if not status else done.err


def fields(place, tool, *words):
    done = place.run(tool, *words, "--no-daemon", "--json")
    same((done.status, done.err), (0, ""), repr(done))
    return json.loads(done.out)


def cursor_of(text):
    found = re.search(r"cursor=(\S+?),", text)
    assert found, f"no cursor in {show(text)}"
    return found[1]


def all_pages(place, tool, *words):
    """Every page of an answer, one after the other."""
    pages = [ask(place, tool, *words)]
    while "cursor=" in pages[-1]:
        assert len(pages) < 500, "it does not end"
        pages.append(ask(place, tool, *words, "--cursor", cursor_of(pages[-1])))
    return pages
