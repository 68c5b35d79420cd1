#import <Foundation/Foundation.h>
@interface Base : NSObject
- (void)draw;
@end
@interface Box : Base
@property (nonatomic, strong) Box *next;
- (void)showWith:(int)n other:(Box *)box;
+ (instancetype)make;
@end
