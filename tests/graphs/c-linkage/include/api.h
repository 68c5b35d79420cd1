#ifndef API_H
#define API_H
struct item;
typedef struct item item;
int api_open(item *it);
int api_missing(void);
static inline int api_twice(int x) { return x * 2; }
#endif
