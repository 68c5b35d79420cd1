fun run(items: List<Item>, f: (Int) -> String) {
    plain(1, name = 2, *rest)
    items.map { it.name() }.filter { x -> x.ok() }.forEach(::println)
    items.forEachIndexed { i, item -> item.at(i) }
    Tool(1).use()?.next!!.last()
    a infixed b
    f(1)
    generic<String>(2) { it }
    val (left, right) = pair()
    for ((k, v) in map()) { k.go(v) }
    val anonymous = object : Listener(), Other { override fun on() { fire() } }
    val g = fun(x: Item): Int { return x.size() }
    items[0].first = items[1]
    super.run()
    "text ${left.show()} $right"
    return@run
}
