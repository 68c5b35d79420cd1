extends Thing
const Child = preload("res://child.gd")
var kept = Child.new()
class Inner:
	extends Thing
	func own():
		bar()
		super.bar()
func f(unknown):
	var o = Thing.new()
	o.bar()
	o.next.bar()
	Thing.make().bar()
	bar()
	self.f(1)
	Child.new().run()
	kept.run()
	Child.help()
	unknown.run()
	unknown.new().run()
	get_tree().bar()
	lazy.run()
var lazy = Child.new() :
	get: return find()
func find():
	pass
