#pragma once
#include <cstdint>
namespace lib {
template <typename Char> class View {
 public:
  View(const Char *text);
  View(const Char *text, unsigned long size);
};
using view = View<char>;
template <typename Char> class Buffer {};
template <typename Char> class Memory : public Buffer<Char> {};

int digits(uint32_t n);
int digits(uint64_t n);
int digits(double n);
void rest(...);
void rest(int n);
template <typename T> void emit(T value);
template <typename T> void emit(T *values);
template <typename T> void emit(View<T> text);
template <typename To, typename From> To cast(From from);
int cast(int plain);
void write(Buffer<char> &out, view text);
void write(Buffer<wchar_t> &out, View<wchar_t> text);
int text(const char *words);
int text(view words);
}
