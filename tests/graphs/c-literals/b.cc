struct Base { int size; Base(int n) : size(n) {} };
struct Stack : Base {
  int depth;
  Stack(int n) : Base(n), depth{0} {}
};
