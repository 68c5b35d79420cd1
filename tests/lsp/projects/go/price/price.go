// Package price knows what things cost.
package price

// Priced is something that has a price.
type Priced interface {
	Price() int
}

// Book is something to read.
type Book struct{ Title string }

// Price of the book.
func (b Book) Price() int { return 12 }

// Total is the sum of what all of them cost.
func Total(items []Priced) int {
	sum := 0
	for _, item := range items {
		sum += item.Price()
	}
	return sum
}
