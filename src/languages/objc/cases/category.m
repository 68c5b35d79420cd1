@implementation NSString (Extra)
- (NSString *)twice { return [self stringByAppendingString:self]; }
@end
@interface Box ()
@property id secret;
@end
