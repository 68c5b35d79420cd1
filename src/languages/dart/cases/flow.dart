void flow(List<int> xs, {required int start, int step = 1, void Function(int)? done}) {
  var total = start;
  for (final x in xs) {
    total += scale(x, step);
  }
  for (var i = 0; i < limit(); i++) { note(i); }
  xs.forEach((x) { note(x); });
  xs.map((x) => scale(x, 2));
  int inner(int y) => scale(y, total);
  inner(1);
  try { risky(); } on Exception catch (e) { note(e); } finally { tidy(); }
  switch (total) { case 1: note(1); break; default: tidy(); }
  final made = new Widget(scale(1, 2));
  assert(check(made));
}
