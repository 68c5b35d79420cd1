import json
import os
import subprocess
from pathlib import Path

import pytest

from rsched.schedule import cron_to_friendly, describe, friendly_to_cron


@pytest.mark.parametrize("n", [2, 3, 4, 6, 8, 12])
def test_roundtrip(n):
    spec = {"frequency": "interval", "hours": n, "minute": 15}
    assert friendly_to_cron(spec) == f"15 */{n} * * *"
    assert cron_to_friendly(f"15 */{n} * * *") == spec
    assert describe(f"5 */{n} * * *") == f"Every {n} hours at :05"


def test_minute_defaults_to_zero():
    assert friendly_to_cron({"frequency": "interval", "hours": 6}) == "0 */6 * * *"


@pytest.mark.parametrize("spec", [
    {"frequency": "interval", "hours": 5, "minute": 0},
    {"frequency": "interval", "hours": 1, "minute": 0},
    {"frequency": "interval", "hours": 24, "minute": 0},
    {"frequency": "interval", "hours": 0, "minute": 0},
    {"frequency": "interval", "hours": 6, "minute": 60},
    {"frequency": "interval", "hours": 6, "minute": -1},
    {"frequency": "interval", "minute": 0},
])
def test_bad(spec):
    with pytest.raises(ValueError):
        friendly_to_cron(spec)


CUSTOM = ["0 */5 * * *", "0 */1 * * *", "*/5 */6 * * *", "0 */6 * * 1", "0 */6 1 * *", "0 */6 * 3 *",
          "0 2/6 * * *", "0 */06 * * *"]


@pytest.mark.parametrize("cron", CUSTOM)
def test_custom(cron):
    assert cron_to_friendly(cron) == {"frequency": "custom", "cron": cron}


def test_others_unchanged():
    assert cron_to_friendly("7 * * * *") == {"frequency": "hourly", "minute": 7}
    assert describe("7 * * * *") == "Every hour at :07"


JS = r"""
import fs from "node:fs";
import { createRequire } from "node:module";
const require = createRequire(process.env.ZZ_JSDOM_FROM + "/package.json");
const { JSDOM } = require("jsdom");
const dom = new JSDOM("<!doctype html><body></body>");
globalThis.document = dom.window.document;
globalThis.Node = dom.window.Node;
globalThis.el = (tag, attrs, ...kids) => {
  const n = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs || {})) {
    if (v === null || v === undefined || v === false) continue;
    if (k.startsWith("on") && typeof v === "function") n.addEventListener(k.slice(2).toLowerCase(), v);
    else n.setAttribute(k, v === true ? "" : v);
  }
  for (const c of kids.flat(Infinity)) if (c !== null && c !== undefined && c !== false) n.append(c);
  return n;
};
let src = fs.readFileSync(process.argv[2], "utf8").replace(/^import \{[^}]*\bel\b[^}]*\} from .*$/m, "");
const m = await import("data:text/javascript;base64," + Buffer.from(src).toString("base64"));
const editor = (initial) => {
  const e = m.scheduleEditor(initial);
  document.body.replaceChildren(e.node);
  return e;
};
const out = {};
out.friendly = Object.fromEntries(JSON.parse(process.argv[3]).map((c) => [c, m.cronToFriendly(c)]));
out.at = m.specAtInstant({ frequency: "interval", hours: 8, minute: 0 }, new Date("2026-03-02T10:25:00Z"), "UTC");
out.value = [2, 3, 4, 6, 8, 12].map((h) => editor({ frequency: "interval", hours: h, minute: 20 }).value());
out.options = [...editor({ frequency: "manual" }).node.querySelector("select").options].map((o) => o.value);
out.hourly = editor({ frequency: "hourly", minute: 9 }).value();
out.monthly = editor({ frequency: "monthly", time: "06:00", day: 4 }).value();
const e2 = editor({ frequency: "interval", hours: 12, minute: 3 });
out.shown = [...e2.node.querySelectorAll("select, input")].filter((x) => x.isConnected).map((x) => x.value);
console.log(JSON.stringify(out));
"""


def test_client_half(tmp_path):
    js = Path(__file__).parent.parent / "static/components/schedule.js"
    run = tmp_path / "run.mjs"
    run.write_text(JS)
    crons = ["15 */6 * * *", "0 */12 * * *", "7 * * * *", "0 7 * * *", *CUSTOM]
    r = subprocess.run(["node", str(run), str(js), json.dumps(crons)], capture_output=True, text=True,
                       env={**os.environ, "ZZ_JSDOM_FROM": os.environ.get("ZZ_JSDOM_FROM", os.path.dirname(os.environ["AGENTS_MODULES"]))},
                       timeout=120, check=False)
    assert r.returncode == 0, r.stderr
    out = json.loads(r.stdout)
    for c in crons:
        assert out["friendly"][c] == cron_to_friendly(c), c
    assert out["friendly"]["15 */6 * * *"] == {"frequency": "interval", "hours": 6, "minute": 15}
    assert out["at"] == {"frequency": "interval", "hours": 8, "minute": 25}
    assert out["value"] == [{"frequency": "interval", "hours": h, "minute": 20} for h in (2, 3, 4, 6, 8, 12)]
    assert "interval" in out["options"]
    assert out["hourly"] == {"frequency": "hourly", "minute": 9}
    assert out["monthly"] == {"frequency": "monthly", "time": "06:00", "day": 4}
    assert "12" in out["shown"] and "3" in out["shown"]
