let
  helper = import ./helper.nix { };
  plain = ./data.json;
  dynamic = import (plain + "/x");
in helper.run plain
