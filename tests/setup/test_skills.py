#!/usr/bin/env python3
"""fathom skills: folders of our own come and go, other people's stay."""
from scene import case, equal, finish

NAMES = ["lsp-" + name for name in (
    "architecture", "concurrency-audit", "cross-repo", "dead-code", "docs", "edit-export", "edit-symbol", "explore",
    "extract-function", "fix-all", "format-code", "generate", "impact", "implement", "inspect", "local-symbols",
    "onboard", "refactor", "rename", "safe-edit", "simulate", "test-correlation", "understand", "verify")]


def names_in(folder):
    return sorted(one.name for one in folder.iterdir()) if folder.exists() else []


def install_then_uninstall_leaves_nothing(scene):
    folder = scene.home / ".claude/skills"
    status, out, _ = scene.run("skills", "install")
    equal((status, out.splitlines()[-1]), (0, "24 written, 0 as they should be, 0 left alone"))
    equal(names_in(folder), NAMES)
    for name in NAMES:
        text = (folder / name / "SKILL.md").read_text()
        head = text.split("---\n")[1].splitlines()
        equal(head[0], "name: " + name)
        equal(head[1].startswith("description: ") and len(head[1]) < 200, True, name)
        equal("%s" in text or "(null)" in text, False, name)
    equal(scene.run("skills", "install")[1], "0 written, 24 as they should be, 0 left alone\n")
    equal(scene.run("skills", "uninstall")[1].splitlines()[-1], "24 removed, 0 as they should be, 0 left alone")
    equal(names_in(folder), [])


def what_others_wrote_stays(scene):
    folder = scene.home / ".claude/skills"
    theirs = scene.write(folder / "lsp-rename/SKILL.md", b"mine\n", 0o644)
    more = scene.write(folder / "lsp-docs/notes.txt", b"kept\n", 0o644)
    status, out, _ = scene.run("skills", "install")
    equal((status, out.splitlines()[-1]), (0, "23 written, 0 as they should be, 1 left alone"))
    equal(theirs.read_bytes(), b"mine\n")
    changed = folder / "lsp-verify/SKILL.md"
    changed.write_text(changed.read_text() + "and a line of mine\n")
    equal(scene.run("skills", "uninstall")[1].splitlines()[-1], "22 removed, 0 as they should be, 2 left alone")
    equal(names_in(folder), ["lsp-docs", "lsp-rename", "lsp-verify"])
    equal(more.read_bytes(), b"kept\n")
    equal(scene.run("skills", "install", "--force")[1].splitlines()[-1], "24 written, 0 as they should be, 0 left alone")
    equal(theirs.read_bytes() == b"mine\n", False)


def a_dry_run_writes_nothing(scene):
    status, out, _ = scene.run("skills", "install", "--dry-run", "--dir", str(scene.home / "elsewhere"))
    equal((status, out.splitlines()[0]), (0, f"would write {scene.home}/elsewhere/lsp-explore/SKILL.md"))
    equal((scene.home / "elsewhere").exists(), False)
    status, _, err = scene.run("skills", "instal")
    equal((status, "say list, install or uninstall" in err), (2, True), err)


for one in (install_then_uninstall_leaves_nothing, what_others_wrote_stays, a_dry_run_writes_nothing):
    case(one)
finish()
