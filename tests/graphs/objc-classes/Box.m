#import "Box.h"
@implementation Base
- (void)draw { helper(1); }
@end
@implementation Box
- (void)showWith:(int)n other:(Box *)box {
  [self draw];
  [box.next draw];
  [super draw];
  [box showWith:n other:[Box make]];
  [box showWith:n];
}
+ (instancetype)make { return [[self alloc] init]; }
@end
static int helper(int n) { return n; }
