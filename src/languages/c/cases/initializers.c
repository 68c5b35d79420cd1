struct ops { int (*open)(void); struct { int (*in)(void); } inner; int (*close)(void); };
static struct ops by_name = {.open = my_open, .close = my_close};
static struct ops by_place = {my_open, {my_in}, my_close};
static struct ops nested = {.inner = {.in = my_in}};
static struct ops table[] = {{my_open}, [3] = {.close = my_close}};
static int (*lone)(void) = my_open;
static int numbers[] = {1, CONSTANT, my_count()};
struct outside elsewhere = {my_open, .named = my_close};
void assign(struct ops *ops, int (*given)(void)) {
  ops->open = my_open;
  ops->inner.in = given;
  table[1].close = my_close;
  *ops = (struct ops){.open = other_open};
}
