#!/usr/bin/env python3
"""Code in documents: impact tells which documents show a function in a block of its
own language; what such code defines is no symbol, and what it calls no edge."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FATHOM = os.environ["FATHOM"]
USE = """# Usage
Call save to save.

```ts
import { save, Client } from "./lib"
save(1)
new Client().send("y")
function shown() {}
```

- in a list:
  ~~~js
  save(2)
  send(2)
  ~~~

```python
save(3)
```

```
save(4)
```

> ```TS title="x"
> save(5)
> ```

````md
```ts
save(6)
```
````
`save(7)` and ```save(8)``` inline

```ts
save(9)
"""
FILES = {"src/lib.ts": "export function save(x: number) {}\nexport class Client {\n  send(text: string) {}\n}\nexport function twice() {}\n",
         "src/other.ts": "export function twice() {}\n", "docs/use.md": USE, "docs/twice.md": "```ts\ntwice()\n```\n"}


def main():
    path = pathlib.Path(tempfile.mkdtemp(prefix="fathom-documents-")).resolve()
    env = {name: value for name, value in os.environ.items() if not name.startswith(("FATHOM", "GIT_", "XDG_"))}
    env.update(HOME=str(path / "home"), XDG_RUNTIME_DIR=str(path / "home"))
    (path / "home").mkdir(mode=0o700)
    for name, text in FILES.items():
        (path / "repo" / name).parent.mkdir(parents=True, exist_ok=True)
        (path / "repo" / name).write_text(text)
    (path / "repo/.git").mkdir()

    def ask(*words):
        done = subprocess.run([FATHOM, *words, "--no-daemon", "--json"], cwd=path / "repo", env=env, capture_output=True, text=True, timeout=60)
        return json.loads(done.stdout)

    def shown(*words):
        return [f"{row['path']}:{row['line']}" for row in ask("impact", *words)["documents"]]

    cases = {
        "blocks_of_its_language": (shown("save"), ["docs/use.md:5", "docs/use.md:6", "docs/use.md:13", "docs/use.md:26", "docs/use.md:37"]),
        "a_member_needs_its_type": (shown("Client.send"), ["docs/use.md:7"]),
        "a_name_that_two_have_tells_nothing": (shown("twice"), []),
        "one_of_two_that_is_chosen_tells_nothing_less": (shown("twice", "--file", "src/other.ts"), ["docs/twice.md:2"]),
        "no_symbols_are_made": (ask("find", "shown").get("symbols", []), []),
        "no_calls_are_made": (ask("symbol", "save")["calledBy"], []),
        "callees_have_no_documents": (shown("save", "--direction", "callees"), []),
    }
    failed = 0
    for name, (got, wanted) in cases.items():
        print("ok" if got == wanted else "FAIL", name if got == wanted else f"{name}: got {got}, wanted {wanted}")
        failed += got != wanted
    shutil.rmtree(path, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
