@interface Box : 
- (void)draw:(
@implementation
[self [foo
int f( {