module example.com/shop/tools/gen
