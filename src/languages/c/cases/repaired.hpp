// What keeps the grammar from reading declarations, and what is read all the same.
#if LIB_HAS_INCLUDE(<variant>)
#  include <variant>
#endif

#ifdef __cplusplus
extern "C" {
#endif
int plain(int);
#ifdef __cplusplus
}
#endif

LIB_BEGIN_EXPORT

// A comment between the macro and what it stands before.
template <typename Char> class View {
 public:
  enum : unsigned { small = 1 };

  template <typename S, LIB_REQUIRES(is_text<S>::value && !is_old<S>::value)>
  View(const S& s LIB_UNUSED) : data_(s.data()) {}

  LIB_INLINE int count() const {
    if LIB_CONSTEXPR (sizeof(Char) == 1) return narrow(data_);
    return unsigned(limit()) < unsigned(other()) ? first() : second();
  }

 private:
  const Char* data_;
};

extern template LIB_API auto point<char>(int) -> char;

template <typename T>
#if LIB_CLANG
__attribute__((no_sanitize("undefined")))
#endif
LIB_VISIBLE("hidden")  // A comment here, too.
LIB_CONSTEXPR auto reserve(T it) -> T {
  LIB_TRY { begin(it); }
  LIB_CATCH(...) { recover(it); }
  return finish(it,
#if LIB_LOCALE
                locale()
#else
                nothing()
#endif
  );
}

static const int table[] = {
#if LIB_FULL
    full(1),
#else
    part(1),
#endif
};

LIB_TEST(View, Count) { check(1); }

#ifdef __cplusplus
extern "C" {
#endif
int also(int);
#ifdef __cplusplus
}
#endif

struct Thrown {
  Thrown(int n) LIB_NOEXCEPT : n_(n) {}
  int count() const LIB_NOEXCEPT override;
  int n_;
};
inline int lines() LIB_NOEXCEPT { return all[index(1)]; }
struct Split {
  Split(int n)
      :
#if !LIB_SMALL
        most_(n),
#endif
        least_(n) {
  }
  int most_, least_;
};
