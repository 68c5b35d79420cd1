package shop

fun use(store: Store) {
    store.title = "x"
    println(store.title)
    store.boss.greet()
    if (store.isFull) return
}
fun noUse(store: Store) {
    store.tysburg
    store.with
    store.full
    store.missing
}
