package shop

class Box private constructor(val side: Int) {
    companion object Maker {
        const val LIMIT = 10
        fun make(n: Int): Box = Box(n)
    }
    object Inner {
        fun go() = make(1)
    }
}

object Single : Base(), Loud {
    val box = Box.make(Box.LIMIT)
    override fun shout() = Box.Inner.go()
}

fun run() = Single.box.side
