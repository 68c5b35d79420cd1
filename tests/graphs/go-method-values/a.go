// Loops over functions and methods by their names, methods by their types and through aliases.
package x

import "iter"

type Item struct{}

func (i *Item) Go() {}

type Alias = Item
type Named Item

func All(items []*Item) func(yield func(int, *Item) bool) {
	return func(yield func(int, *Item) bool) {
		for i, it := range items {
			if !yield(i, it) {
				return
			}
		}
	}
}

func Seq() iter.Seq[*Item]        { return nil }
func Seq2() iter.Seq2[string, *Item] { return nil }

type Box struct{}

func (b Box) Each(yield func(*Item) bool) {}

func run(b Box) {
	for _, it := range All(nil) {
		it.Go()
	}
	for it := range Seq() {
		it.Go()
	}
	for _, it := range Seq2() {
		it.Go()
	}
	for it := range b.Each {
		it.Go()
	}
	for i := range 10 {
		_ = i
	}
	var a Alias
	a.Go()
	(*Alias).Go(&a)
	(*Item).Go(&a)
}
