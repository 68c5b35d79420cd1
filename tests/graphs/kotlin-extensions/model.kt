package model

class Option(val name: String) {
    fun plain() {}
    val transform: (Int) -> String = { "" }
}

class Builder {
    fun add(option: Option): Builder = this
    fun done() {}
}

fun Option.show(): String = name
fun Builder.show(): String { done(); return "" }
fun build(block: Builder.(Option) -> Unit): Builder = Builder()
