@file:JvmName("Shop")
package shop.cart

import shop.util.tidy
import shop.items.*
import shop.Store as Shelf

@Deprecated("old")
annotation class Mark(val why: String)

@Mark("x") internal class Cart : Shelf() {
    fun add(x: Int) { tidy(x); super.add(x); this@Cart.total() }
    fun total() = Item.count() + shop.far.go()
}
