namespace Other

module Util =
    let add x y = x - y

module Use =
    let here = Util.add 1 2
    let notOpened = lookup 1
    let qualified = Shop.Prices.lookup 3
