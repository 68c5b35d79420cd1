int add(a, b)
  int a;
  char *b;
{
  return use(a, b);
}
static nothing() { return 0; }
int (*pick(int which))(int) { return which ? first : second; }
void many(int count, ...) { va_start(list, count); }
int main(int argc, char **argv) { return add(argc, argv[0]); }
