package shop

type point struct{ x, y int }

var origin = point{}
var corner = &point{x: one(), y: 2}
var all = []point{{1, 2}, {x: 3}}
var byName = map[string]*point{"a": {1, 2}}
var anonymous = struct{ side int }{side: one()}

func one() int { return corner.x + all[0].y + byName["a"].x }
