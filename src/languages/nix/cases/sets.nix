rec {
  a = { b = { c = { d = x: x; }; }; f = y: y; };
  g = a.f 1;
  h.i = a.b.c.d 2;
  "quoted" = 3;
}
