struct row { const char *name; int (*run)(int); int flags; };
#define ROW(name, fn) { #name, fn, 0 },
#define JOINED(name) { #name, cmd_##name, 0 }
#define NAMED(fn) { .flags = 1, .run = fn }
#define COMPUTED(fn) { "x", wrap(fn), 0 }
#define NO_ROW(fn) fn
#define TOO_MANY(fn) { 0, 0, 0, fn }
struct row rows[] = {
  ROW(help, help)
  ROW(quit, quit)
  JOINED(go),
  NAMED(named),
  COMPUTED(computed),
  NO_ROW(plain),
  TOO_MANY(lost),
  UNKNOWN(other),
  {"written", written, 0},
};
struct row single = JOINED(single);
