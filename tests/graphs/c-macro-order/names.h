#define once(x) twice(x)
#define shared twice
#undef shared
int twice(int x);
int shared(int x);
