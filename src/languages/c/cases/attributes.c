__attribute__((noreturn)) void die(const char *why);
static inline __attribute__((always_inline)) int fast(int x) { return x; }
API_EXPORT int exported(void) { return fast(1); }
API_EXPORT(int) wrapped(void) { return fast(2); }
int UNUSED unused(void) { return fast(3); }
int printed(const char *format, ...) PRINTF_LIKE(1, 2);
struct packed { int x; } __attribute__((packed));
_Static_assert(sizeof(struct packed) == 4, "size");
typedef int (*callback)(void *) __attribute__((cdecl));
CAPS const value = compute(1);
