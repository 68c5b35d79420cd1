#import "Cache.h"

@implementation Cache
- (void)query:(CacheKey)key { [self wipe]; }
- (void)wipe {}
- (void)all { [self query:@"a"]; [self missing]; }
@end

@implementation Other
- (void)go:(Cache *)cache with:(id<Cache>)any {
  [cache query:@"b"];
  [any wipe];
  NSInteger mode = CacheModeDisk;
}
@end

#define CHECK(x) { if (!(x)) { abort(); } }
static void check(Cache *cache) {
  CHECK(cache);
  UNKNOWN(cache);
}
