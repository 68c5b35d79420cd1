#include "util.h"
static Box *make(int n) { return [[Box alloc] initWithCount:n]; }
int main(int argc, char **argv) {
  Box *box = make(argc);
  for (Box *each in box.all) { [each draw]; }
  dispatch_async(queue, ^{ [box stop]; });
  return run(make(1));
}
