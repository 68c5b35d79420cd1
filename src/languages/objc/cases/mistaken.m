void run(void) {
  [self go:1 with];
  helper(x) { use(1); }
}
