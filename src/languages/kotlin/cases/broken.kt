package a
class Half(val x: {
    fun one( { two(
    fun three() = one()
