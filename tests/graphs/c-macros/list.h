#ifndef LIST_H
#define LIST_H
#ifdef PREFIX
#define list_len prefixed_list_len
#endif
#define FOREACH(x, l) for (; x; x = next(x))
#define APPLY(f, x) f(x)
#define LOGGED(call) (log_it(#call), call)
#define EXPORT __attribute__((visibility("default")))
EXPORT int list_len(void *l);
void list_free(void *l);
void list_add(void *l);
#endif
