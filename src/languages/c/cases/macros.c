/* The most. */
#define MAX 10
#define EMPTY
#define SQUARE(x) ((x) * (x))
#define LONG(a, b) \
  do { \
    a = b; \
  } while (0)

#if defined(A)
int either(void) { return 1; }
#elif defined(B)
int either(void) { return 2; }
#else
static int either(void) { return 3; }
#endif

#ifdef __cplusplus
extern "C" {
#endif
int linked(void);
#ifdef __cplusplus
}
#endif

void user(void) {
#define INSIDE 1
  int x = INSIDE;
}
int words(int p) {
  DWORD const plain = f(p);
  DWORD const *pointed = g(p);
  API_CONST const struct item *hidden = h(p);
  return plain;
}
