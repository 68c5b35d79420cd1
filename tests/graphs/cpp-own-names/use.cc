#include "view.h"

template <typename... T> void wide(WideFormat<T...> format) {
  print(format.get());
  show(format.get(), Store());
}
void narrow(Format<char>::t format) { print(format.get()); }
void self(View<wchar_t>::self view) { print(view); }
void letters() {
  print(L"wide");
  print("plain");
}
void undecided(int n) { store(n); }
template <typename T> void open(T value) { store(value); }
