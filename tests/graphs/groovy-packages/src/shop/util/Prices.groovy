package shop.util
class Prices { int of(item) { 1 } }
class Maths { static int sum(a, b) { a + b } }
