@file:JvmName("Tools")
package shop

fun clean(x: Int) {}
