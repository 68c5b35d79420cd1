#import <Foundation/Foundation.h>

@protocol Counting
- (NSUInteger)count;
@end

@protocol Storing <Counting>
- (void)put:(id)thing;
@end

@interface MemoryStore : NSObject <Storing>
@property (nonatomic, strong) id<Storing> next;
+ (NSUInteger)limit;
@end
