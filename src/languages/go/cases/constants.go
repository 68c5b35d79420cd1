package shop

// Side of a box.
type Side int

const (
	Left Side = iota
	Right
	_
	Top
)

const limit, name = 10, "x"

var (
	total int
	first, second = pair()
)

func (s Side) String() string { return [...]string{"l", "r"}[s] }
