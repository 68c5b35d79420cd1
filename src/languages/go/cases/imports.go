package shop

import (
	"fmt"
	alias "net/http"
	. "strings"
	_ "embed"

	"example.com/shop/cart"
)

import "C"

func run() {
	fmt.Println(alias.StatusOK, ToUpper("x"), cart.New().Add(1))
}
