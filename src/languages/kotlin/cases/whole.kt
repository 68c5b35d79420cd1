package a.b
import x.y.Z as W
import q.*
@Ann("x")
abstract class Foo<T : Bar>(val a: Int, private var b: List<String> = listOf()) : Base(a), Iface by b where T : Any {
  companion object { fun make() = Foo(1) ; const val X = 1 }
  init { setup() }
  constructor(s: String) : this(s.length) { go() }
  val p: String get() = a.toString()
  val q by lazy { 3 }
  override fun run(x: Int, vararg y: String): Unit { super.run(x); this@Foo.go(); y.forEach { println(it) } }
  fun <R> Foo<R>.ext(block: StringBuilder.(Int) -> Unit = {}): R? = apply { block(1) } as? R
  enum class E(val n: Int) : I { A(1) { override fun f() = 2 }, B(2); abstract fun f(): Int }
  object O : Base()
}
val Foo.prop: Int get() = 3
typealias H = (Int) -> String
fun top(x: Any?) = when (x) { is Foo<*> -> x.run(1); in 1..2 -> 3; else -> if (x is String && x.length > 1) x.foo() else x infixed 2 }
fun f() { val (c, d) = pair; for ((k, v) in m) { k.go() }; try { a() } catch (e: Ex) { e.b() }; x?.y!!.z ?: return; val o = object : Base(1), I { fun q() {} }; a[1] = 2; ::top; Foo::run; "t ${x.y()} $z"; val g = fun(x: Int): Int { return x } ; foo(1, n = 2, *z) { a, b -> a.c(b) }; run<Int> { } }
