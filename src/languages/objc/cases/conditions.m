@implementation Shape
#ifdef DESKTOP /* "{" */
- (void)moveToWindow
#else
- (void)move
#endif
{
#if WIDE // }
  [self grow];
#elif NARROW
  [self shrink];
#else
  [self stay];
#endif
  if ([self isWide]) {
    [self grow];
  }
#if DESKTOP
  else if ([self isNarrow]) {
    [self shrink];
  }
#endif
}
#define SHOW(x) do { \
#if no condition \
} while (0)
- (void)grow { }
@end
