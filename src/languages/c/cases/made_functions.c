#define COMMAND(name) int cmd_##name(struct client *c)
#define TYPED(type, what) \
  static type *type##_##what(void)
#define WHOLE(name) static int get_##name(void) { return name; }
#define NOT_A_HEAD(name) name(1)
#define EACH(x) while (next(x))
COMMAND(push) { reply(c); }
TYPED(node, make)
{
  return alloc();
}
WHOLE(size)
NOT_A_HEAD(run);
UNKNOWN(one) { first(); }
static UNKNOWN(two) { second(); }
COMMAND(1) { third(); }
int user(void) {
  EACH(x) { step(x); }
}
