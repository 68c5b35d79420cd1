#import "Store.h"

@implementation Use

- (void)fill:(id<Storing>)store with:(NSArray *)things {
  MemoryStore *made = [MemoryStore new];
  [made put:things];
  for (MemoryStore *each in things) {
    [each viewWillMove];
  }
  for (id<Storing> each in things) {
    [each put:store];
  }
  [(MemoryStore *)store viewWillMove];
  __weak typeof(made) weak = made;
  [weak put:nil];
  id anything = things;
  [anything put:nil];
}

@end

@interface Other : Outside <Storing>
@end

@implementation Other

- (void)put:(id)thing {
  [super put:thing];
}

@end
