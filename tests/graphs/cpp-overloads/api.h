#pragma once
namespace lib { namespace deep { class Text; void only(Text &text); } }
class Text {
 public:
  Text &add(char c);
  Text &add(const char *words);
  Text &add(const Text &other, int times = 1) { return *this; }
};
void put(int n);
void put(const char *words);
void put(const Text &text);
void put(const Text &text, int n);
inline Text made() { return Text(); }
template <typename T> void take(T value) { value.add('x'); }
