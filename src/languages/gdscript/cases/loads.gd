const Other = preload("res://other.gd")
const Scene = preload("res://scene.tscn")
var later = load("res://later.gd")

func run():
	Other.new().go()
	Other.help()
	later.new()
	self.run()
	get_node("A/B").go()
