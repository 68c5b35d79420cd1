// Package shop sells things.
package shop

import (
	"fmt"
	. "math"
	_ "net/http/pprof"
	str "strings"

	"example.com/x/go-yaml"
	"example.com/x/queue/v2"
	"gopkg.in/check.v1"
)

// Kind of a thing.
type Kind int

const (
	Small Kind = iota
	Large
	_
	huge
)

const Limit, offset = 10, "x"

var (
	// Total so far.
	Total, rest = split(3)
	table       = map[string]func(int) error{"a": check.Fast, "b": nil}
)

var Default = &Thing{Name: "d", Kind: Small, parts: []part{{id: 1}, {id: next()}}}

// Thing is sold.
type Thing struct {
	fmt.Stringer
	*base
	Name, Alias string `json:"name"`
	Kind        Kind
	parts       []part
	hook        func(t *Thing, extra ...int) (bool, error)
	inline      struct{ depth int }
}

type (
	part  struct{ id int }
	base  struct{ sold bool }
	Names []string
	Alias = Thing
	Pair[K comparable, V any] struct {
		Key K
		Val V
	}
	// Seller sells.
	Seller interface {
		fmt.Stringer
		Sell(t *Thing, to string) (price int, err error)
		~int | ~string
	}
	number interface{ ~int | ~float64 }
)

func init() { queue.Start(yaml.Load("x")) }

func init() { fmt.Println(str.ToUpper("y"), Sqrt(2)) }

// Sell it.
func (t *Thing) Sell(to string, more ...int) (price int, err error) {
	t.sold = true
	return t.price(to)
}

func (t Thing) price(string) (int, error) { return Limit, nil }

func (p *Pair[A, B]) Swap() Pair[B, A] { return Pair[B, A]{Key: p.Val, Val: p.Key} }

func (Names) Len() int { return 0 }

func Map[T, U any](in []T, f func(T) U) (out []U) {
	for _, x := range in {
		out = append(out, f(x))
	}
	return
}

func external(n int) int
