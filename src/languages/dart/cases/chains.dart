class Box {
  Box next() => this;
  int size = 1;
  Box? maybe;
}

int run(Box box) {
  box.next().next().size;
  box.maybe?.next();
  box
    ..next()
    ..size = 2;
  final made = Box();
  made.next();
  [box].first.next();
  return box.next().size;
}
