#import "Store.h"

@implementation MemoryStore

- (instancetype)init {
  return [super init];
}

+ (NSUInteger)limit {
  return 10;
}

#if TARGET_OS_OSX
- (void)viewWillMove
#else
- (void)willMove
#endif
{
  [self put:nil];
}

- (void)put:(id)thing {
  if ([self count] < [self.class limit] && [[self class] limit]) {
    [self.next put:thing];
  }
#if !TARGET_OS_OSX
  else if (thing) {
#else
  else {
#endif
    [self willMove];
  }
}

- (NSUInteger)count {
  return [self.next count];
}

@end
