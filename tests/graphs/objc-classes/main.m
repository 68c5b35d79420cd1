#import "Box.h"
int main(void) {
  Box *box = [Box make];
  id other = box;
  [box draw];
  [other draw];
  [[[Box alloc] init] showWith:1 other:box];
  return helper(2);
}
