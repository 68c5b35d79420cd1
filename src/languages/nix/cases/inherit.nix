{ lib }:
let
  inherit (import ./internal.nix { inherit lib; }) one three;
  inherit (lib.lists) head;
  inherit (builtins) two;
  partial = map one;
  table = rec {
    inner = n: outer n;
    outer = n: n;
  };
  plain = {
    inner = n: outer n;
    outer = n: n;
  };
in
with lib;
{
  f =
    list:
    let
      go = n: if n == 0 then list else go (n - 1);
      again = table.inner;
    in
    go (partial (one (three (head (two list)))));
  inherit partial;
  g = f 3;
}
