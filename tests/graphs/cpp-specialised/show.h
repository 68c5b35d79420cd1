#pragma once
namespace lib {
struct Date {};
template <typename T, typename Char = char> struct Shower { void show(const T &value); };
template <typename Char> struct Shower<Date, Char> {
  void parse();
  void show(const Date &value);
};
template <typename T> struct Shower<T *, char> { void show(T *value); };
template <> struct Shower<bool, char> : Shower<Date, char> {
  Shower(int width);
  void both() { this->parse(); show(Date()); Shower<Date, char>::show(Date()); }
};
}
