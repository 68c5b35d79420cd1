package shop

class Item(val name: String, var owner: Person, val isOpen: Boolean) {
    private val secret = 1

    companion object {
        @JvmStatic fun create(): Item = TODO()
        fun other(): Item = TODO()
    }
}

class Named {
    companion object Factory {
        fun make() = Named()
    }
}

object Engine {
    val level: Int = 1
    fun boot() {}
}

class Person {
    fun greet() {}
}
