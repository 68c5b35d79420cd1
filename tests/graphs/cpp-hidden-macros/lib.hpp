#define LIB_EXPORT __attribute__((visibility("default")))
#define LIB_REQUIRES(x) __attribute__((exclusive_locks_required(x)))
#define LIB_TYPE unsigned
#define LIB_CHECK(x) check(x);

bool check(bool was);

struct LIB_EXPORT Options {
  int level = 0;
};

enum Kind {
  KIND_FIRST,
  KIND_LAST
};
