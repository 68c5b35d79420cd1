package shop

var total: Int = 0
fun start(args: String) { Engine.boot() }
private fun hidden() {}
fun Item.label(): String = name
