let
  f = { x, y ? g 1, ... }@all: x + y + all.z;
  g = n: let h = m: m; in h n;
in map (e: f { x = e; }) [ (g 1) (g 2) ]
