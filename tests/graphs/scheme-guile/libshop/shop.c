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
