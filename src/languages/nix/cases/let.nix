{ pkgs, lib ? null }:
let
  # Makes one.
  mk = name: pkgs.stdenv.mkDerivation { inherit name; };
  both = a: b: mk (a + b);
in rec {
  hello = mk "hello";
  twice = x: both x x;
}
