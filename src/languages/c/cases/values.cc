// Variables, calls and lambdas.
int values(store::Base *base, const Slice &slice, std::vector<Slice> list) {
  Slice a("x");
  Slice b{slice.data(), 2};
  Slice c(a);
  auto d = Slice(b).prefix(1);
  store::detail::run<int>(a, 1.5, 'c', true);
  auto f = [&](Slice s, int n) -> int { return s.count(n); };
  for (const auto &item : list) item.size();
  for (Slice s : list) { s.size(); }
  if (auto found = base->find(a)) found->use();
  auto [left, right] = base->both();
  left.go();
  base->Base::Open(static_cast<Options>(1));
  int n = int(a.size()) + f(a, 1);
  try { throw Error("bad"); } catch (const Error &e) { e.what(); }
  return base->template get<int>(n) ? (*base).x : ::global(a);
}
