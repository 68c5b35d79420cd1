package gen

import "example.com/shop/text"

func Run() { text.Upper("x") }
