#!/usr/bin/env python3
"""Which headers a folder shows.

A module that is divided into rooms shows one header for each of them, called
as the room is; everything else is for inside. So the list of rooms is the
list of what can be asked of the module.
"""
import structure

DIVIDED = ["query"]


def public_headers(folder):
    return sorted(path.name for path in folder.glob("*.h") if not path.name.endswith("_internal.h"))


def check_rooms(root):
    for module in DIVIDED:
        folder = root / "src" / module
        if not folder.is_dir():
            continue
        for header in public_headers(folder):
            yield f"src/{module}/{header}: lies in no room"
        for room in sorted(path for path in folder.iterdir() if path.is_dir()):
            for header in public_headers(room):
                if header != f"{room.name}.h":
                    yield f"src/{module}/{room.name}/{header}: the room shows {room.name}.h alone"


def problems(root):
    return list(check_rooms(root))


SOUND = {"src/query/names/names.h": "", "src/query/names/rank_internal.h": "", "src/query/names/find.c": "",
         "src/query/terms/terms_internal.h": "", "src/query/idmap_internal.h": "", "src/base/a.h": "", "src/base/b.h": ""}
BROKEN = [("src/query/find.h: lies in no room", {"src/query/find.h": ""}),
          ("the room shows names.h alone", {"src/query/names/target.h": ""})]

structure.main(problems, SOUND, BROKEN)
