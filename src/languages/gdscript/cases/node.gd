class_name Foo
extends Node
const A = preload("res://b.gd")
var hp: int = 3
signal died
enum E { X, Y }
func go(a: int, b = 1) -> int:
	var t = helper(a)
	A.run(t)
	self.go(1)
	for i in range(3):
		use(i)
	return t
class Inner:
	func deep():
		pass
