int plain;
int first = 1, *second, third[3] = {1, 2, 3};
static int hidden;
extern int outside;
extern int here;
int here = 2;
const int limit = 10;
static const char *const names[] = {"a", "b"};
const char *text = "x"; // trailing
int after_trailing;
int (*callback)(int);
void (*table[4])(void);
struct pair { int a; } the_pair = {1};
