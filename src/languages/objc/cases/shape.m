#import <Foundation/Foundation.h>
/// A shape.
@interface Shape : NSObject
@property (nonatomic, copy) NSString *name;
- (instancetype)initWithName:(NSString *)name;
- (void)draw;
@end
