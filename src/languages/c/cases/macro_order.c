int f(int x);
int early(void) { return f(1); }
#define f(x) g(x)
#define twice(x) f(f(x))
int late(void) { return f(1); }
#undef f
#define f h
#undef f
#ifdef SOMETIMES
#undef twice
#endif
int after(void) { return f(1); }
#undef never_defined
#undef
