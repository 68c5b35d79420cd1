#import <Foundation/Foundation.h>
@interface Lid : NSObject
@property (nonatomic) int turns;
- (void)close;
@end
@interface Box : NSObject
@property (nonatomic, strong) Lid *lid;
- (Lid *)spare;
@end
