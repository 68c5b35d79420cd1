#!/usr/bin/env python3
"""Types of the standard libraries that are written down in src/languages: what
their functions give leads on to functions of the project, and to nothing else."""
import json
import pathlib

from trees import *

LIBRARY = pathlib.Path(__file__).resolve().parents[2] / "build" / "library"

CASES = {
    "csharp": ("a.cs", '''using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

public class Item { public string Name; public Item Next() => this; public bool Ok() => true; public void Trim() { } }
public static class More {
    public static string Shout(this string text) => text;
    public static int Last(this Item item) => 1;
}
public class Use {
    Dictionary<string, List<Item>> byName;
    void Lists(List<Item> items) { items.Where(x => x.Ok()).Select(y => y.Next()).First().Last(); }
    void Loops() { foreach (var pair in byName) { pair.Value[0].Next(); pair.Key.Shout(); } }
    void Query(IEnumerable<Item> items) { var names = from i in items where i.Ok() select i.Name; names.First().Shout(); }
    async Task Later(Task<Item> task) { (await task).Next(); }
    void Tuples() { var t = Tuple.Create(new Item(), "x"); t.Item1.Next(); t.Item2.Trim().Shout(); }
    void Numbers(int n) { n.ToString().Shout(); typeof(Item).Name.Shout(); }
    void None(List<Item> items) { items.Last(); "x".Trim(); items.Count(); }
}
''', [
        "Lists->Item.Ok", "Lists->Item.Next", "Lists->More.Last",
        "Loops->Item.Next", "Loops->More.Shout",
        "Query->Item.Ok", "Query->More.Shout",
        "Later->Item.Next",
        "Tuples->Item", "Tuples->Item.Next", "Tuples->More.Shout",
        "Numbers->More.Shout",
    ]),
    "c": ("a.cc", '''#include <map>
#include <memory>
#include <string>
#include <vector>

class Item {
 public:
  void Run() {}
  void reset() {}
  Item *Next() { return this; }
};
class Use {
  std::map<std::string, std::vector<Item>> by_name_;
  std::unique_ptr<Item> own_;
  std::vector<std::shared_ptr<Item>> all_;
  void Pointers() { own_->Run(); (*own_).Next(); own_.get()->reset(); own_.reset(); }
  void Subscripts() { all_[0]->Run(); by_name_["x"].back().Next(); }
  void Loops() { for (auto &item : all_) { item->Run(); } for (auto &one : by_name_) { one.second[0].Next(); } }
  void Iterators() { auto it = by_name_.find("x"); it->second.front().Run(); }
  void Made() { auto p = std::make_unique<Item>(); p->Next(); std::move(p)->Run(); }
  void None() { all_.clear(); own_.reset(); by_name_.begin(); }
  void clear() {}
  void begin() {}
};
''', [
        "Pointers->Item.Run", "Pointers->Item.Next", "Pointers->Item.reset",
        "Subscripts->Item.Run", "Subscripts->Item.Next",
        "Loops->Item.Run", "Loops->Item.Next",
        "Iterators->Item.Run",
        "Made->Item.Next", "Made->Item.Run",
    ]),
    "rust": ("a.rs", '''use anyhow::Context;
fn try_it() -> anyhow::Result<Stats> { Ok(Stats::default()) }
fn tried() -> anyhow::Result<()> { try_it()?.add(); try_it().context("why")?.add(); Ok(()) }
fn derived() { let mut made = Stats::default(); made.add(); Plain::default().go(); }
fn variants(found: Result<Stats, Plain>) { match found { Ok(mut s) => s.add(), Err(plain) => plain.go() } }
struct Plain {}
impl Plain { fn go(&self) {} }
#[derive(Clone, Debug, Default)]
pub struct Stats { more: Option<Box<Stats>> }
impl Stats {
    fn add(&mut self) {}
    fn bytes(self) -> Vec<u8> { Vec::new() }
    fn more(&mut self) { if let Some(more) = self.more.as_mut() { more.clone().bytes(); } }
    fn bound(&mut self) { if let Some(ref mut more) = self.more { more.add(); } }
    fn none(&mut self) { self.more.clone().add(); }
}
''', [
        "tried->Stats.add", "tried->try_it",
        "derived->Stats.add",
        "variants->Stats.add", "variants->Plain.go",
        "more->Stats.bytes", "bound->Stats.add",
    ]),
    "typescript": ("a.js", '''class Request {
  reply() {}
  log() {}
}
class Core {
  constructor() {
    this.actives = new WeakMap();
    this.all = new Set();
    this.none = new Map();
  }
  open(socket) {
    const request = new Request();
    this.actives.set(socket, request);
    this.all.add(request);
    this.none.set(request, 1);
  }
  held(socket) {
    const request = socket && this.actives.get(socket);
    request.reply();
  }
  loops() {
    for (const one of this.all) one.log();
    this.all.forEach((one) => one.reply());
  }
  empty(socket) { this.none.get(socket).log(); }
}
class Wire {
  write() {}
  setAttribute() {}
  greetPeer() {}
}
function known(wire) { wire.greetPeer(); wire.setAttribute(); }
function knownField(wire) { wire.greetPeer(); wire.innerHTML(); }
''', [
        "open->Request", "held->Request.reply",
        "loops->Request.log", "loops->Request.reply",
    ]),
}


def owner(lines, line):
    """The type around a line: the last one that begins above it at column 0."""
    for at in range(line, 0, -1):
        words = lines[at - 1].replace("{", " ").replace(":", " ").split()
        for kind in ("class", "struct"):
            if not lines[at - 1].startswith((" ", "}")) and kind in words:
                return words[words.index(kind) + 1].split("<")[0]
    return None


def calls(language):
    """Each edge once, as caller->Type.callee; a type that is made is just its name."""
    name, text, _ = CASES[language]
    place = Place({name: text})
    found = set()
    for row in map(json.loads, place.run("export", ".", "--format", "jsonl").out.splitlines()):
        if row["kind"] != "call":
            continue
        callee, around = row["callee"], owner(text.splitlines(), row["callee"]["line"])
        own = callee["name"] if around in (None, callee["name"]) else f"{around}.{callee['name']}"
        found.add(f"{row['caller']['name']}->{own}")
    return found


def leads(language):
    if not (LIBRARY / f"{language}.facts").exists():
        return
    same(sorted(calls(language)), sorted(CASES[language][2]))


@case
def csharp_library():
    leads("csharp")


@case
def typescript_library():
    leads("typescript")


@case
def rust_library():
    leads("rust")


@case
def cpp_library():
    leads("c")


main()
