#define LIST(T) struct T##_list { T *items; }; static T *T##_new(void) { return grow("}"); } void T##_free(T *x) { grow(x); }
#define FIVE(a) int a##1(void) {} int a##2(void) {} int a##3(void) {} int a##4(void) {} int a##5(void) {}
#define ROW(name, f) { #name, 0, .run = name##_run, wrap(f), f }
#define QUOTED(f) { "a, \"}", '}', f##_q }
#define CALLS(x) x##_done(1);
#define OPEN(x) int x##_open(int
LIST_OF(foo)
LIST_OF(foo, bar);
/*
LIST_OF(comment)
*/
#define TEXT \
LIST_OF(text)
LIST_OF(1)
LIST_OF(foo bar)
OLD(a, b) int a; int b; { return a + b; }
HEAD(push) { return 1; }
LIST(own)
struct far rows[] = {{1, on_one, .x = on_two, on_three}, MADE(on_four)};
int f(void) {
LIST_OF(inner);
}
