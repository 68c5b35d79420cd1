#define HAVE_COPY 1
#define HAVE_CLEAR
#ifdef ON_SOME_SYSTEMS
#define HAVE_MOVE 1
#endif
int copy(char *to);
int clear(char *to);
int move(char *to);
int join(char *to);
