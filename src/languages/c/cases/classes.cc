// Classes, methods inside and outside of them, constructors.
#include "stack.h"
#include <vector>
namespace store {
namespace detail { int depth(); }
class API_EXPORT Base {
 public:
  Base() = default;
  explicit Base(int size, const char *name = "x");
  virtual ~Base();
  virtual bool Open(const Options &options) = 0;
  static Base *Make();
 protected:
  Base *next_ = nullptr;
};
template <typename T, int N = 4>
class Stack : public Base, private detail::Counted<T> {
 public:
  Stack(T *first) : Base(1, "y"), items_{first} {}
  void Push(T item) { items_[count_++] = item; Grow(); }
  bool Open(const Options &options) override { return true; }
  using Value = T;
  struct Node { Node *left; };
  bool operator==(const Stack &other) const { return same(other); }
 private:
  void Grow();
  T *items_[N];
  static int count_;
};
template <typename T, int N>
void Stack<T, N>::Grow() { this->Push(nullptr); }
Base::Base(int size, const char *name) : next_(new Base) {}
Base::~Base() { delete next_; }
Base *Base::Make() { return new Stack<int>(nullptr); }
int Stack<int>::count_ = 1;
}  // namespace store
using Short = store::Stack<int, 2>;
