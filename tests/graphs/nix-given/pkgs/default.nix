{ pkgs, helper }:
let
  scope = self: {
    build = self.callPackage ./build.nix { };
    fetch = url: url;
    shop = self.callPackage ./shop.nix { };
  };
in
{
  tool = import ./tool.nix { inherit helper; run = x: x; };
  scoped = scope;
}
