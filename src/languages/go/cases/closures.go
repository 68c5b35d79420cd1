package shop

func counter(step int) func() int {
	n := 0
	return func() int { n += step; return n }
}

func run() {
	next := counter(2)
	defer func() { recover() }()
	go next()
	func(x int) { keep(x) }(next())
	handlers := map[string]func(int){"a": keep, "b": func(n int) { keep(n) }}
	handlers["a"](1)
}
