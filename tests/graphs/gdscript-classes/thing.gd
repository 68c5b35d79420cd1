class_name Thing
extends Node
var next: Thing = null
func bar():
	return 1
static func make():
	return Thing.new()
