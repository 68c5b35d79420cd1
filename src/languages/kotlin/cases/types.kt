package shop.items

import shop.base.Thing
import shop.tools.Tool as Helper
import shop.names.*

/** Something sold. */
abstract class Item<T : Thing>(val name: String, private var price: Int = 0, count: Int) : Base<T>(name), Named, Sized by helper {
    companion object Factory : Maker {
        const val LIMIT = 3
        fun create(): Item<Thing> = Book("x")
    }

    constructor(name: String) : this(name, LIMIT, 1) { register(this) }

    init { check(count) }

    val label: String
        get() = describe(name)
    var size: Int = compute()
        set(value) { field = resize(value) }
    val lazyPart by lazy { Part() }

    abstract fun sell(): Boolean
    protected open fun describe(text: String, vararg more: String): String = text
    inner class Inner { fun outer() = this@Item.sell() }
}

data class Book(val title: String) : Item<Thing>(title)

sealed interface Shape { object Point : Shape }

enum class Suit(val sign: Char) : Named {
    HEARTS('h') { override fun show() = draw(sign) },
    SPADES('s');

    abstract fun show(): Int
}

object Registry { fun add(item: Item<*>) {} }

typealias Handler<R> = Item<*>.(Int) -> R
