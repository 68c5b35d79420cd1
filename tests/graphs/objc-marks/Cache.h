#import <Foundation/Foundation.h>
typedef NS_ENUM(NSInteger, CacheMode) {
  CacheModeNone = 0,
  CacheModeDisk
};
NS_ASSUME_NONNULL_BEGIN
typedef NS_OPTIONS(NSUInteger, CacheOptions) { CacheFast = 1 << 0 };
typedef NSString * CacheKey NS_STRING_ENUM;

@protocol Cache <NSObject>
- (void)query:(CacheKey)key API_DEPRECATED("none", ios(8.0, 9.0));
- (void)wipe;
@end

@interface Cache : NSObject <Cache>
- (void)query:(CacheKey)key;
@end

@interface Other : NSObject
- (void)go:(Cache *)cache with:(id<Cache>)any;
@end
NS_ASSUME_NONNULL_END
