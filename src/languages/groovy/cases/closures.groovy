import shop.util.Maths as M
import static shop.util.Maths.sum
import shop.db.*
def each = { item, int n -> sum(item, n) }
each(1, 2)
items.each { it.go() }
items.findAll { x -> x.ok() }.collect { M.twice(it) }
log.info message(1), 2
def f = M.&twice
a?.b?.c(1)
names*.trim()
def (p, q) = pair()
