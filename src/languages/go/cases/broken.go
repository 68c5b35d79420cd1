package broken

func half(a int {
	call(a)
}

type T struct {
	a int
	b
	= 3
}

func whole() { fine() }

func (t *T) () {}

func (
