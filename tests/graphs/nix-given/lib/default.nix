let
  makeExtensible = f: f;
  lib = makeExtensible (
    self:
    let
      callLibs = file: import file { lib = self; };
    in
    {
      lists = callLibs ./lists.nix;
      strings = callLibs ./strings;
      inherit (self.lists) first;
      inherit (self.strings) join;
    }
  );
in
lib
