struct ops { int (*read)(int); int (*write)(int); };
struct row { const char *name; int (*run)(int); int flags; };
struct other { int (*run)(int); };

static int first(int x) { return x; }
static int second(int x) { return x; }
static int put(int x) { return x; }

/* Reassigned after the initialiser. */
static struct ops ops = {.read = first};
void use_second(void) { ops.read = second; ops.write = put; }
int through_ops(void) { return ops.read(1) + ops.write(2); }

/* Rows made by macros, with and without their commas, by place and by name. */
#define REGISTER(name, fn) { #name, fn, 0 },
#define COMMAND(name) { #name, cmd_##name, 0 }
#define NAMED(what) { .flags = 1, .run = what }
#define COMPUTED(fn) { "x", wrap(fn), 0 }
static int cmd_go(int x) { return x; }
static int cmd_stop(int x) { return x; }
static int help(int x) { return x; }
static int quiet(int x) { return x; }
static int wrapped(int x) { return x; }
static int unrelated(int x) { return x; }

static struct row rows[] = {
  REGISTER(help, help)
  COMMAND(go),
  COMMAND(stop),
  NAMED(quiet),
  COMPUTED(wrapped),
  {0, 0, 0}
};
int run(int i) { return rows[i].run(1); }

/* The same name of a field in another struct. */
static struct other others[] = {{unrelated}};
int run_other(int i) { return others[i].run(1); }

/* Handed over by a function that fills the field. */
static void set(struct ops *o, int (*fn)(int)) { o->write = fn; }
