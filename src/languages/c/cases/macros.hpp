#pragma once
LIB_BEGIN_NAMESPACE
class LIB_API Widget {
 public:
  LIB_CONSTEXPR auto size() const -> int { return count(); }
  LIB_INLINE Widget() {}
 private:
  int count() const;
};
template <typename T> LIB_CONSTEXPR20 inline T twice(T x) { return plus(x, x); }
namespace lib { enum class Color { red, green }; }
LIB_END_NAMESPACE
