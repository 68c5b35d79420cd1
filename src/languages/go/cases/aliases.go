package shop

import "example.com/other"

type Cart = other.Cart
type Handler func(int) error
type Pairs map[string][]Cart

func (h Handler) Run(n int) error { return h(n) }

func wrap(f func(int) error) Handler { return Handler(f) }

func run(c Cart) { wrap(func(n int) error { return c.Add(n) }).Run(1) }
