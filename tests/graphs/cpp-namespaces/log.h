#pragma once
namespace log {
class Writer { public: void Add(); };
void open(int n);
}
namespace db {
namespace detail { inline void open(int n) {} }
class Writer { public: void Put(); };
class Impl {
  struct Entry;
  void Run();
};
template <typename T> class List {
 public:
  class Cursor { public: void Next(); };
  void Push();
};
template <typename T> void List<T>::Push() {}
template <typename T> void List<T>::Cursor::Next() {}
inline void open(int n) { detail::open(n); }
}
class Cursor { public: void Next(); };
