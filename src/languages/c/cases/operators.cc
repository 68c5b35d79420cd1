struct V {
  V operator+(const V &o) const;
  V &operator[](int n);
  V *operator->();
  V &operator*();
  bool operator()(int n);
  operator bool() const;
  void f();
};
bool operator==(const V &a, const V &b);
void use(V v, V *p) { v[1].f(); v->f(); (*v).f(); p->f(); (v + v).f(); if (v == v) v(1); }
