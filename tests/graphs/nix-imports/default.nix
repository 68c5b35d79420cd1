{ pkgs }:
let helper = import ./lib { inherit pkgs; };
    one = helper.mk "one";
in { inherit one; two = helper.missing 1; three = pkgs.mk 3; }
