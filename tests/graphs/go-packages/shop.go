package shop

import (
	"strings"

	"example.com/forked"
	"example.com/shop/internal/queue"
	. "example.com/shop/text"
	"example.com/shop/tools/gen"
	"example.org/unknown"
)

// Open reaches every kind of package.
func Open() {
	jobs.Start()
	forked.Patch()
	Upper("x")
	gen.Run()
	unknown.Print("x")
	strings.ToUpper("x")
	helper()
}

func Print() {}
