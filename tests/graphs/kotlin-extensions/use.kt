package use

import model.*
import model.show as display

fun Option.twice() {
    plain()
    show()
    this.show()
    transform(1)
}

fun transform(x: Int, y: Int) = x

fun run(options: List<Option>, byName: Map<String, Option>) {
    val built = build { add(it); done(); show() }
    built.show()
    options.forEach { it.display(); it.plain() }
    options.firstOrNull { it.name == "x" }?.twice()
    byName.forEach { (key, option) -> option.plain() }
    Builder().apply { add(Option("a")) }.done()
    with(built) { done() }
    "text".show()
    unknown().show()
    options.map { Builder() }.forEach { b -> b.done() }
}
