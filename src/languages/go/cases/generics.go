package shop

type Number interface{ ~int | ~float64 }

type List[T any] struct{ items []T }

func (l *List[T]) Add(item T) *List[T] { l.items = append(l.items, item); return l }

func Map[A, B any](xs []A, f func(A) B) []B {
	var out []B
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

var doubled = Map[int, int]([]int{1}, func(n int) int { return n * 2 })
