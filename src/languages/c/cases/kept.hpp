// What looks like a macro that is in the way and is none, or is one that says something.
struct LIB_EXPORT Options {
  Options();
  int level;
};

enum Kind {
  KIND_PLAIN,
  KIND_LAST_ONE
};

enum Mode LIB_BASED_ON(char) { fast, slow };

enum Default {
  mode_none,
#ifdef LIB_SMALL
  mode_default = mode_small,
#else
  mode_default = mode_large,
#endif
};

class Reader {
 public:
  LIB_HANDLE GetHandle() const { return handle_; }
  LIB_INLINE Reader(int n) : count_(n) {}
  LIB_NODISCARD virtual bool more(const char* LIB_NONNULL from, int* LIB_NONNULL to);

 LIB_PRIVATE_UNLESS_TESTED:
  int count_ LIB_GUARDED_BY(mutex_);
  bool done_ : 1 LIB_GUARDED_BY(mutex_);
  LIB_HANDLE handle_;
};

LIB_HANDLE Reader::Again() { return handle_; }
void LIB_INLINE Reader::reset() { count_ = 0; }
using reader_type LIB_DEPRECATED() = Reader;

static double FFT_1D(const Reader& from, int flags) {
  return step(from, flags);
}

TEST_P(ReaderTest, reads)
{
  if (empty()) CHECK_EQ(first(), last());
  char slash = u'/', quote = '(';
  SKIP_UNLESS(has(1'000))
  CHECK_LAST
  run([this]() LIB_EXCLUSIVE(mutex_) { go(); });
  int n = LIB_COUNT(slash);
}

LIB_REGISTER(ReaderTest)

template class LIB_EXPORT lib::Sink<Reader>;
