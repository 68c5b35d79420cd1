template <typename Char> class View {
 public:
  using self = View;
  using value_type = Char;
  View(const Char *s);
  int size() const;
};
using Plain = View<char>;
using Wide = View<wchar_t>;

template <typename Char> struct Format {
  using t = Format;
  View<Char> text;
  View<Char> get() const { return text; }
};
template <typename... T> using WideFormat = typename Format<wchar_t, T...>::t;

// Both are templates that take anything: what tells them apart is not computed.
template <typename T, typename = enable_if_t<is_small<T>::value>> void store(T value) {}
template <typename T, typename = enable_if_t<!is_small<T>::value>> void store(T value) {}

// A name inside of a specialisation is the specialisation.
template <typename T> struct Box {
  void fill() {}
  static void grow(Box &box) { box.fill(); }
};
template <typename T> struct Box<View<T>> {
  void fill() {}
  static void grow(Box &box) { box.fill(); }
  Box<int> inner;
  void both() { inner.fill(); }
};

template <bool B, typename T, typename F> using choose = typename outside::conditional<B, T, F>::type;
template <typename Char> struct Args { Args(const Char &c); };
struct Store {};

inline int print(Plain text) { return 1; }
inline int print(Wide text) { return 2; }
inline int show(Plain text, Args<char> args) { return 1; }
template <typename Char> int show(View<Char> text, Args<choose<true, Char, int>> args) { return 2; }
