package shop

class Item(val id: Int) {
    fun sell() { Store().put(this) }
    fun other() = Store().first().sell()

    companion object {
        fun create() = Item(2)
    }
}
