const Util = preload("res://util.gd")
func go(run):
	Util.run(1)
	self.help()
	run(2)
	unknown.run(3)
func help():
	go(1)
