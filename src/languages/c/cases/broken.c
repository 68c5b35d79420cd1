int whole(void) { return 1; }

int broken(int a { if (a ((((;

struct fine { int field; };

int also_whole(int x) {
  return x;
}
