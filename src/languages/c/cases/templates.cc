template <typename T, int N = 2> struct Box { T value; T *get() { return &value; } };
template <> struct Box<int, 1> { int value; };
template <typename T> T first(T a, T b) { return a; }
template <> int first<int>(int a, int b);
template <typename... A> void all(A... values) { f(values...); }
template <typename T> using Boxes = Box<Box<T>>;
int use(Box<int> b) { return first<int>(b.get(), 1) + b.template cast<int>(); }
