{ evalModules, extra }:
let
  helpers = {
    mkShop = name: name;
  };
in
evalModules {
  modules = [ ./shop.nix ];
  specialArgs = { inherit helpers; } // extra;
  otherArgs = { mkOther = x: x; };
}
