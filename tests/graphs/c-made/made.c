#define DEFINE_CMD(name) int cmd_##name(int x)
#define HANDLER(name) static int name(int x)
#define PAIR(type, what) static int type##_##what(int x)
#define GETTER(type, field) int type##_get_##field(int x) { return low(x); }
#define CALL(f) f(1)
#define LOOP(x) for (x = 0; x < 3; x++)
static int low(int x) { return x; }

DEFINE_CMD(push) { return low(x); }
HANDLER(on_read) { return low(x); }
PAIR(user, name) { return low(x); }
GETTER(user, age)

/* A macro of another file: what it makes has a name that is not known. */
UNKNOWN(thing) { low(2); }

int use(void) {
  int i;
  LOOP(i) { low(i); }
  return cmd_push(1) + on_read(2) + user_name(3) + user_get_age(4) + CALL(low);
}
int no_use(void) { return push(1) + thing(1) + user(1); }
