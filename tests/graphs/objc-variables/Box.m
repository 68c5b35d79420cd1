#import "Box.h"
@implementation Lid
- (void)close {}
@end
@implementation Box {
  Lid *_old;
}
- (Lid *)spare {
  [_lid close];
  [_old close];
  [[self lid] close];
  [self.lid close];
  [_missing close];
  int n = [[self lid] turns];
  for (Box *_each in @[]) [_each spare];
  return _lid;
}
@end
static void use(Box *box) {
  [[box lid] close];
  [[box spare] close];
  [_lid close];
}
