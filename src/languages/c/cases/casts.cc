void use(void *p, Base *b) {
  static_cast<Item *>(p)->run();
  dynamic_cast<Derived *>(b)->go();
  ((Item *)p)->run();
  auto n = sizeof(Item) + int(3.5) + 'c';
  const char *s = "a" "b";
  decltype(make()) other = make();
  other.run();
  b->Base::go();
}
