#include "more.h"
namespace lib {
struct Owner {
  friend int compare(const Owner &a, const Owner &b) { return text("friend"); }
  void close();
  static void grow(Buffer<char> &b) { static_cast<Owner &>(b).close(); }
};
void Owner::close() { CALL(close(1)); }

void use(Owner *owner, unsigned long n, short s, Memory<char> &out) {
  digits(n);
  digits(uint32_t(1));
  digits(static_cast<double>(s));
  digits(Point(1, 2));
  rest(s);
  rest(owner);
  emit(s);
  emit(&s);
  emit(view("x"));
  cast<int>(s);
  cast(1);
  write(out, "text");
  text("text");
  text({"text", 4});
  Only one(n);
  Only two(one);
  compare(*owner, *owner);
  std::digits(n);
}
}
