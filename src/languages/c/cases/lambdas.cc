void use(Items items) {
  int n = 0;
  auto add = [&n, this](int x) -> int { return n + f(x); };
  each(items, [=](auto item) { item.run(); });
  add(1);
}
