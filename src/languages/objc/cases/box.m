#import <Foundation/Foundation.h>
#import "Box.h"
// A box.
@interface Box : Base <Show>
@property (nonatomic, strong) NSString *label;
- (NSString *)showWith:(int)n other:(Box *)b;
+ (instancetype)make;
@end
@protocol Show <NSObject>
- (void)draw;
@end
@implementation Box
- (NSString *)showWith:(int)n other:(Box *)b {
  [self draw];
  helper(n);
  [b.label length];
  Box *c = [[Box alloc] init];
  [c showWith:1 other:[Box make]];
  return [super showWith:n other:b];
}
+ (instancetype)make { return [[self alloc] init]; }
@end
@interface Box (Extra)
- (void)more;
@end
static int helper(int n) { return n + LIMIT; }
typedef enum { A, B } Kind;
void (^blk)(int) = ^(int x) { helper(x); };
