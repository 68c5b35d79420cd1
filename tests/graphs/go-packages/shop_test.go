package shop_test

import (
	"testing"

	"example.com/shop"
)

func helper() {}

func TestOpen(t *testing.T) {
	shop.Open()
	helper()
}
