package main

import (
	"fmt"

	"example.org/shop/price"
)

func report() string {
	return fmt.Sprint(price.Total([]price.Priced{price.Book{Title: "Sea"}}))
}

func main() {
	var wrong int = report()
	fmt.Println(wrong)
}
