{ build, lib }:
build { url = lib.first "x"; }
