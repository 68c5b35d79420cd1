#ifdef _WIN32
static int platform(void) { return 1; }
#else
static int platform(void) { return 2; }
#endif

static int one(int x) { return x; }
static int two(int x) { return x; }

static int
#ifdef WIDE
split(long x)
#else
split(int x)
#endif
{
  return one(x);
}

int braces(int x) {
#ifdef WIDE
  if (x > 1) {
#else
  if (x > 2) {
#endif
    one(x);
  }
  return split(
#ifdef WIDE
      one(x)
#else
      two(x)
#endif
  );
}

int after(void) { return platform() + braces(1); }
