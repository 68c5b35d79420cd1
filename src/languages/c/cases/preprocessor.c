#define sdsfree hi_sdsfree
#define alias (other) /* why */
#define CALL(x, f) do { \
    first(x); /* a comment in the middle */ \
    f(x); (x)->member(second (x)); "not(this)"; \
  } while (0)

EXPORT int exported(int a) { return inner(a); }
static inline UNUSED struct thing *found(int a) { return look(a); }
API type_t typed(int a) { return look(a); }
static void printflike(1, 2)
say(const char *format, ...)
{
  print(format);
}
void quiet(void) ATTRIBUTE FORMAT(1, 2);
int trailing(int x) PRINTF(1, 2) { return x; }

static int
#ifdef WIDE
split(int a)
#else
split(int a, int b)
#endif
{
  return half(a);
}

int braces(int a) {
#ifdef A
  if (a) {
#else
  if (!a) {
#endif
    one(a);
  }
  if (a)
#ifdef B
    two(a);
#else
    three(a);
#endif
label:
#ifdef C
  four(a);
#endif
  call(a,
#ifdef D
       five(a)
#else
       six(a)
#endif
      );
  STATEMENT(a)
  if (check(a)) {
    seven(a);
  }
  OTHER(a)
  eight(a);
  return 0;
}

static const struct entry entries[] = {
#ifdef E
  {"e", on_e},
#endif
#include "entries.def"
  {"f", on_f},
};

type_t (*chosen)(void) = exported;

#ifdef __cplusplus
extern "C" {
#endif
int old(a, b) int a; struct thing *b; { return b->x; }
#ifdef __cplusplus
}
#endif

int after(void) { extern int global; int local_prototype(int); return last(global); }
