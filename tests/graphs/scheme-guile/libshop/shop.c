#include <libguile.h>
/* Opens the shop. */
SCM_DEFINE (shop_open, "%shop-open", 1, 0, 0,
            (SCM name),
            "Open a shop.")
#define FUNC_NAME s_shop_open
{
  int kept = count (name);
  return scm_from_int (kept);
}
#undef FUNC_NAME
SCM_SHOP_DEFINE (shop_close, "shop-close!", 1, (SCM shop))
{
  return count (shop);
}
TEST_DEFINE (shop_test, "shop-test", 1)
{
  return 0;
}
SCM_SYMBOL (sym_shop, "shop-symbol");
static int count (SCM name) { return 1; }
static SCM shop_sell (SCM a) { return a; }
void init_shop (void)
{
  scm_c_define_gsubr ("shop-sell", 1, 0, 0, shop_sell);
  scm_c_define_gsubr (name_of_it, 1, 0, 0, shop_sell);
  other_define ("shop-count", 1, 0, 0, count);
}
