#ifndef LIST_H
#define LIST_H
void *grow(void *old);
#define DEFINE_LIST(T) \
  struct T##_list { T *items; }; \
  static T *T##_new(void) { return grow(0); } \
  static inline void T##_free(T *old) { grow(old); }
#define DEFINE_SHARED(name, what) int name##_##what(int x) { return x; }
#define DEFINE_CMD(name) int cmd_##name(int x)
#define PLAIN(x) extern int x
#define DEFINE_SHOWN(a, b) int a##_##b##_shown(int x) { return x; }
#define PAIRS(T) DEFINE_LIST(T) DEFINE_SHARED(T, pairs)
#endif
