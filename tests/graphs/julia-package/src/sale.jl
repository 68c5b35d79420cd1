sell(s) = count(s)
sell_one(s, item) = count(s, item)
restock() = Stock{Int}([])
