#!/usr/bin/env python3
"""Repositories that the user linked: references from one into another are found
from both sides, each from its own index; what the disk has is what is answered;
nothing that lies in a repository links it, leads out of it or takes the place of
another's packages."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FATHOM = os.environ["FATHOM"]

TYPESCRIPT = {
    "lib/package.json": '{"name": "@acme/lib", "main": "dist/index.js"}',
    "lib/src/index.ts": 'export { Client } from "./client"\nexport function save(x: number) {\n  return inner(x)\n}\nfunction inner(x: number) {\n  return x\n}\n',
    "lib/src/client.ts": "export class Client {\n  constructor(private url: string) {}\n  send(text: string) {\n    return text + this.url\n  }\n}\n",
    "app/package.json": '{"name": "app", "dependencies": {"@acme/lib": "1"}}',
    "app/src/main.ts": 'import { Client, save } from "@acme/lib"\nexport function run() {\n  const c = new Client("x")\n  c.send("hello")\n  return save(3)\n}\nexport function outer() {\n  return run()\n}\n',
}
GO = {
    "lib/go.mod": "module example.com/lib\n",
    "lib/store/store.go": "package store\n\ntype Store struct{}\n\nfunc Open(path string) *Store { return &Store{} }\n",
    "lib/store/put.go": "package store\n\nfunc (s *Store) Put(k string) error { return nil }\n",
    "app/go.mod": "module example.com/app\n\nrequire example.com/lib v1.0.0\n",
    "app/main.go": 'package main\n\nimport "example.com/lib/store"\n\nfunc main() {\n\ts := store.Open("x")\n\ts.Put("k")\n}\n',
}
PYTHON = {
    "lib/pyproject.toml": '[project]\nname = "acme-lib"\n',
    "lib/src/acme_lib/__init__.py": 'from .client import Client\n\n\ndef make():\n    return Client("x")\n',
    "lib/src/acme_lib/client.py": "class Client:\n    def send(self, text):\n        return text\n",
    "app/pyproject.toml": '[project]\nname = "app"\ndependencies = ["acme-lib>=1"]\n',
    "app/app/__init__.py": "",
    "app/app/main.py": 'from acme_lib import make\nfrom acme_lib.client import Client as C\n\n\ndef main():\n    c = make()\n    c.send("x")\n    C().send("z")\n',
}
RUST = {
    "lib/Cargo.toml": '[package]\nname = "acme-core"\n',
    "lib/src/lib.rs": "pub mod net;\npub fn start() -> net::Conn { net::Conn { id: 1 } }\n",
    "lib/src/net.rs": "pub struct Conn { pub id: u32 }\nimpl Conn { pub fn send(&self) -> u32 { self.id } }\n",
    "app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\nacme-core = "1"\n',
    "app/src/main.rs": "use acme_core::start;\nfn main() { let c = start(); c.send(); }\n",
}
JAVA = {
    "lib/pom.xml": "<project><groupId>com.acme</groupId><artifactId>lib</artifactId></project>",
    "lib/src/main/java/com/acme/lib/Client.java": "package com.acme.lib;\npublic class Client { public String send(String s) { return s; } }\n",
    "app/pom.xml": "<project><groupId>com.acme</groupId><artifactId>app</artifactId></project>",
    "app/src/main/java/com/acme/app/Main.java": "package com.acme.app;\nimport com.acme.lib.Client;\npublic class Main { public static void main(String[] a) { new Client().send(\"x\"); } }\n",
    "app/src/main/java/com/acme/app/Other.kt": "package com.acme.app\nimport com.acme.lib.Client\nfun other() { Client().send(\"x\") }\n",
}


class Place:
    def __init__(self, files):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="fathom-linked-")).resolve()
        self.env = {name: value for name, value in os.environ.items() if not name.startswith(("FATHOM", "GIT_", "XDG_"))}
        self.env.update(HOME=str(self.path / "home"), XDG_RUNTIME_DIR=str(self.path / "home"))
        (self.path / "home").mkdir(mode=0o700)
        for name, text in files.items():
            self.write(name, text)

    def write(self, name, text):
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        (self.path / name.split("/")[0] / ".git").mkdir(exist_ok=True)

    def run(self, repo, *words, fails=False):
        done = subprocess.run([FATHOM, *words], cwd=self.path / repo, env=self.env, capture_output=True, text=True, timeout=120)
        assert (done.returncode != 0) == fails, (done.returncode, done.stdout, done.stderr)
        return done.stderr if fails else done.stdout

    def link(self, one, other):
        return self.run(one, "link", f"../{other}")

    def fields(self, repo, *words):
        return json.loads(self.run(repo, *words, "--no-daemon", "--json"))

    def uses(self, repo, name):
        """What a symbol uses elsewhere, and who uses it there: `lib/src/x.ts:3 Name <- 5`."""
        told = self.fields(repo, "symbol", name, "--code=false")
        out = sorted(f"{self.short(row)} {row['name']} {row['edge']} {row['at']}" for row in told["linkedCalls"] if row["edge"] != "imports")
        into = sorted(f"{self.short(row)} {row['name']} {row['edge']} {row['at']}" for row in told["linkedCallers"])
        return out, into

    def short(self, row):
        return f"{pathlib.Path(row['repo']).relative_to(self.path)}/{row['path']}:{row['line']}"

    def linked(self, repo):
        return self.fields(repo, "status")["linked"]

    def close(self):
        shutil.rmtree(self.path, ignore_errors=True)


def test_typescript(place):
    assert place.link("app", "lib") == f"linked: {place.path}/app with {place.path}/lib\n"
    out, into = place.uses("app", "run")
    assert out == ["lib/src/client.ts:1 Client instantiates 3", "lib/src/client.ts:2 Client.constructor calls 3", "lib/src/client.ts:2 Client.url writes 3",
                   "lib/src/client.ts:3 Client.send calls 4", "lib/src/index.ts:2 save calls 5"], out
    assert into == []
    assert place.uses("lib", "save") == ([], ["app/src/main.ts:2 run calls 5"])
    assert place.uses("lib", "Client.send") == ([], ["app/src/main.ts:2 run calls 4"])
    text = place.run("lib", "impact", "inner", "--no-daemon")
    assert "Used in app (1; 2 symbols in all are reached there):\n  app:src/main.ts: run:2 calls at 5\n" in text, text
    text = place.run("app", "trace", "outer", "inner", "--no-daemon")
    assert text == ("3 hops from outer to inner, which is in the linked repository lib.\n"
                    "1. outer  src/main.ts:7\n   calls at line 8\n2. run  src/main.ts:2\n"
                    "   calls at line 5, over into the linked repository\n3. save  lib:src/index.ts:2\n"
                    "   calls at line 3\n4. inner  lib:src/index.ts:5\n"), text
    assert place.linked("app") == [{"path": f"{place.path}/lib", "isThere": True, "files": 2, "packages": ["@acme/lib"], "disputed": []}], place.linked("app")


def test_go(place):
    place.link("app", "lib")
    out, _ = place.uses("app", "main")
    assert out == ["lib/store/put.go:3 Store.Put calls 7", "lib/store/store.go:5 Open calls 6"], out
    assert place.uses("lib", "Store.Put")[1] == ["app/main.go:5 main calls 7"]


def test_python(place):
    place.link("app", "lib")
    out, _ = place.uses("app", "app/main.py:main")
    assert out == ["lib/src/acme_lib/__init__.py:4 make calls 6", "lib/src/acme_lib/client.py:1 Client instantiates 8",
                   "lib/src/acme_lib/client.py:2 Client.send calls 7"], out
    assert place.uses("lib", "Client.send")[1] == ["app/app/main.py:5 main calls 7"]


def test_rust(place):
    place.link("app", "lib")
    out, _ = place.uses("app", "main")
    assert out == ["lib/src/lib.rs:2 start calls 2", "lib/src/net.rs:2 Conn.send calls 2"], out


def test_java(place):
    place.link("app", "lib")
    path = "app/src/main/java/com/acme/app"
    assert place.uses("lib", "Client.send")[1] == [f"{path}/Main.java:3 main calls 3", f"{path}/Other.kt:3 other calls 3"]


def test_fresh(place):
    """What changes in one is seen from the other, and the rows are those of an index made anew."""
    place.link("app", "lib")
    assert place.uses("lib", "save")[1] == ["app/src/main.ts:2 run calls 5"]
    place.write("lib/src/index.ts", '// moved\nexport { Client } from "./client"\nexport const save = 1\nexport function keep(x: number) {\n  return x\n}\n')
    assert place.uses("app", "run")[0] == ["lib/src/client.ts:1 Client instantiates 3", "lib/src/client.ts:2 Client.constructor calls 3", "lib/src/client.ts:2 Client.url writes 3",
                                          "lib/src/client.ts:3 Client.send calls 4", "lib/src/index.ts:3 save reads 5"], place.uses("app", "run")
    place.write("app/src/main.ts", 'import { keep } from "@acme/lib"\n\nexport function run() {\n  return keep(3)\n}\n')
    before = place.uses("lib", "keep")
    assert before == ([], ["app/src/main.ts:3 run calls 4"]), before
    shutil.rmtree(place.path / "app/.fathom")
    assert place.uses("lib", "keep") == before


def test_manifest_comes(place):
    """A package that gets its name later is found then; one that loses it is not any more."""
    place.write("lib/package.json", '{"name": "@acme/other", "main": "dist/index.js"}')
    place.link("app", "lib")
    assert place.uses("app", "run")[0] == []
    place.write("lib/package.json", TYPESCRIPT["lib/package.json"])
    assert len(place.uses("app", "run")[0]) == 5
    (place.path / "lib/package.json").unlink()
    assert place.uses("app", "run")[0] == []


def test_vanishes(place):
    place.link("app", "lib")
    assert len(place.uses("app", "run")[0]) == 5
    (place.path / "lib").rename(place.path / "gone")
    assert place.uses("app", "run") == ([], [])
    assert place.linked("app") == [{"path": f"{place.path}/lib", "isThere": False, "files": 0, "packages": [], "disputed": []}]
    (place.path / "gone").rename(place.path / "lib")
    assert len(place.uses("app", "run")[0]) == 5
    (place.path / "lib").rename(place.path / "gone")
    (place.path / "lib").symlink_to("gone")  # leads elsewhere than what was linked
    assert place.uses("app", "run") == ([], [])
    assert place.run("app", "link", "--remove", f"{place.path}/lib") == f"no longer linked: {place.path}/app with {place.path}/lib\n"


def test_unlinked(place):
    assert place.uses("app", "run") == ([], [])
    place.link("app", "lib")
    assert len(place.uses("app", "run")[0]) == 5
    assert place.run("app", "link", "--list") == f"{place.path}/app  {place.path}/lib\n"
    place.run("lib", "link", "--remove", "../app")
    assert place.uses("app", "run") == ([], []) and place.linked("app") == []
    assert place.uses("lib", "save") == ([], [])
    assert "is not linked with" in place.run("app", "link", "--remove", "../lib", fails=True)


def test_daemon_hears(place):
    """A process that has a repository open follows what is linked meanwhile."""
    lines = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
             {"jsonrpc": "2.0", "method": "notifications/initialized"}]
    server = subprocess.Popen([FATHOM, "serve", "--no-daemon", "--structured"], cwd=place.path / "app", env=place.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(number):
        server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "symbol", "arguments": {"name": "run", "code": False}}}) + "\n")
        server.stdin.flush()
        while True:
            told = json.loads(server.stdout.readline())
            if told.get("id") == number:
                return [row["name"] for row in told["result"]["structuredContent"]["linkedCalls"] if row["edge"] == "calls"]
    try:
        for line in lines:
            server.stdin.write(json.dumps(line) + "\n")
        server.stdin.flush()
        assert ask(2) == []
        place.link("app", "lib")
        assert sorted(ask(3)) == ["Client.constructor", "Client.send", "save"]
        place.write("lib/src/index.ts", 'export { Client } from "./client"\n')
        assert sorted(ask(4)) == ["Client.constructor", "Client.send"]
        place.run("app", "link", "--remove", "../lib")
        assert ask(5) == []
    finally:
        server.stdin.close()
        server.wait(timeout=30)


def test_circle(place):
    """Three that use one another, all linked: each answers for itself."""
    place.write("third/package.json", '{"name": "third", "dependencies": {"app": "1"}}')
    place.write("third/index.ts", 'import { outer } from "app"\nexport function third() {\n  return outer()\n}\n')
    place.write("app/package.json", '{"name": "app", "main": "src/main.ts", "dependencies": {"@acme/lib": "1"}}')
    place.write("lib/src/back.ts", 'import { third } from "third"\nexport function back() {\n  return third()\n}\n')
    for one, other in (("app", "lib"), ("third", "app"), ("lib", "third")):
        place.link(one, other)
    assert place.uses("app", "outer") == ([], ["third/index.ts:2 third calls 3"])
    assert place.uses("third", "third") == (["app/src/main.ts:7 outer calls 3"], ["lib/src/back.ts:2 back calls 3"])
    assert place.uses("lib", "save")[1] == ["app/src/main.ts:2 run calls 5"]


def test_claimed_twice(place):
    """A second repository that claims the name takes nothing over: nobody is believed, and status says so."""
    place.write("evil/package.json", '{"name": "@acme/lib", "main": "index.ts"}')
    place.write("evil/index.ts", "export function save() {}\nexport class Client { send() {} }\n")
    place.link("app", "lib")
    place.link("app", "evil")
    assert place.uses("app", "run")[0] == []
    assert [(row["packages"], row["disputed"]) for row in place.linked("app")] == [([], ["@acme/lib"])] * 2
    place.run("app", "link", "--remove", "../evil")
    assert len(place.uses("app", "run")[0]) == 5


def test_own_package_stays(place):
    """No linked repository answers for what the project has itself, nor for relative paths and aliases."""
    place.write("app/packages/own/package.json", '{"name": "own", "main": "index.ts"}')
    place.write("app/packages/own/index.ts", "export function mine() {}\n")
    place.write("app/src/use.ts", 'import { mine } from "own"\nimport { lost } from "./lost"\nimport { alias } from "~lib/x"\nexport function use() {\n  mine()\n  lost()\n  alias()\n}\n')
    place.write("lib/packages/own/package.json", '{"name": "own", "main": "index.ts"}')
    place.write("lib/packages/own/index.ts", "export function mine() {}\n")
    place.write("lib/lost.ts", "export function lost() {}\n")
    place.write("lib/tsconfig.json", '{"compilerOptions": {"paths": {"~lib/*": ["./*"]}}}')
    place.write("lib/x.ts", "export function alias() {}\n")
    place.link("app", "lib")
    told = place.fields("app", "symbol", "use", "--code=false")
    assert [row["path"] for row in told["calls"]] == ["packages/own/index.ts"], told["calls"]
    assert told["linkedCalls"] == []


def test_fixtures_claim_nothing(place):
    """A manifest among a linked repository's tests is no package of it."""
    place.write("lib/package.json", '{"name": "@acme/other"}')
    place.write("lib/test/fixtures/package.json", '{"name": "@acme/lib", "main": "index.ts"}')
    place.write("lib/test/fixtures/index.ts", "export function save() {}\n")
    place.link("app", "lib")
    assert place.uses("app", "run")[0] == []
    assert [row["packages"] for row in place.linked("app")] == [["@acme/other"]]


def test_repository_links_nothing(place):
    """Configuration in a repository does not link, nor does a file in the shape of the user's."""
    place.write("app/.fathom/config.json", json.dumps({"links": [[f"{place.path}/app", f"{place.path}/lib"]], "roots": ["../lib"]}))
    place.write("app/links.json", json.dumps({"links": [[f"{place.path}/app", f"{place.path}/lib"]]}))
    place.write("app/.config/fathom/links.json", json.dumps({"links": [[f"{place.path}/app", f"{place.path}/lib"]]}))
    assert place.uses("app", "run") == ([], []) and place.linked("app") == []


def test_refusals_hold(place):
    """What a repository's own configuration refuses is refused from another one, too."""
    place.link("app", "lib")
    place.write("app/.fathom/config.json", json.dumps({"tools": {"disabled": ["symbol"]}}))
    assert place.uses("lib", "save") == ([], [])
    assert "Used in app" in place.run("lib", "impact", "save", "--no-daemon")


def test_leads_out(place):
    """Links and paths of a linked repository that leave it, and what is hidden in it, are as if they were not there."""
    place.write("outside/secret.ts", "export function secret() {}\n")
    (place.path / "lib/src/out.ts").symlink_to("../../outside/secret.ts")
    (place.path / "lib/away").symlink_to("../outside")
    place.write("lib/.hidden/h.ts", "export function hidden() {}\n")
    place.write("lib/src/index.ts", 'export { secret } from "./out"\nexport { secret as two } from "../away/secret"\n'
                                    'export { secret as three } from "../../outside/secret"\nexport { hidden } from "../.hidden/h"\n')
    place.write("app/src/main.ts", 'import { secret, two, three, hidden } from "@acme/lib"\nexport function run() {\n  secret()\n  two()\n  three()\n  hidden()\n}\n')
    place.link("app", "lib")
    assert place.uses("app", "run")[0] == [], place.uses("app", "run")


def test_refused(place):
    (place.path / "app/inner").mkdir()
    (place.path / "app/inner/.git").mkdir()
    assert "lies in the other" in place.run("app", "link", "inner", fails=True)
    assert "is this repository itself" in place.run("app", "link", ".", fails=True)
    assert "is no directory" in place.run("app", "link", "../nowhere", fails=True)
    assert "system directory" in place.run("app", "link", "/usr", fails=True)
    assert place.run("app", "link", "--list") == "no repositories are linked\n"


def test_broken_list(place):
    """A list that cannot be read links nothing and stops nothing."""
    place.link("app", "lib")
    (place.path / "home/.config/fathom/links.json").write_text("{")
    assert place.uses("app", "run") == ([], [])
    (place.path / "home/.config/fathom/links.json").write_text(json.dumps({"links": [["a"], 3, ["/x", 4], [f"{place.path}/app", "relative"]]}))
    assert place.uses("app", "run") == ([], [])


def test_other_version(place):
    """An index of another version in the linked repository is left alone and not needed."""
    place.write("app/.fathom/index-v1.sqlite", "of long ago")
    place.link("app", "lib")
    assert place.uses("lib", "save")[1] == ["app/src/main.ts:2 run calls 5"]
    assert (place.path / "app/.fathom/index-v1.sqlite").read_text() == "of long ago"


CASES = [(test_typescript, TYPESCRIPT), (test_go, GO), (test_python, PYTHON), (test_rust, RUST), (test_java, JAVA), (test_fresh, TYPESCRIPT),
         (test_manifest_comes, TYPESCRIPT), (test_vanishes, TYPESCRIPT), (test_unlinked, TYPESCRIPT), (test_daemon_hears, TYPESCRIPT), (test_circle, TYPESCRIPT),
         (test_claimed_twice, TYPESCRIPT), (test_own_package_stays, TYPESCRIPT), (test_fixtures_claim_nothing, TYPESCRIPT), (test_repository_links_nothing, TYPESCRIPT), (test_refusals_hold, TYPESCRIPT), (test_leads_out, TYPESCRIPT),
         (test_refused, TYPESCRIPT), (test_broken_list, TYPESCRIPT), (test_other_version, TYPESCRIPT)]


def main():
    failed = 0
    for test, files in CASES:
        place = Place(files)
        try:
            test(place)
            print("ok", test.__name__)
        except Exception as why:  # noqa: BLE001: one line a case
            failed += 1
            print(f"FAIL {test.__name__}: {type(why).__name__} {why}")
        finally:
            place.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
