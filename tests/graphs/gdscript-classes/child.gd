extends "res://main.gd"
func run():
	f(1)
	bar()
	own()
static func help():
	pass
