package generics

type Item struct{ name string }

func (i *Item) Show() {}

type Showable interface{ Show() }

type List[T any] struct {
	items []T
	next  *List[T]
}

func (l *List[E]) Push(x E) *List[E] { return l }
func (l *List[E]) First() E          { return l.items[0] }
func (l *List[E]) Rest() *List[E]    { return l.next }

type ShowList[S Showable] struct{ List[S] }

func (l *ShowList[C]) All() {
	l.First().Show() // by the parameter's bound
}

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func Map[T, U any](in []T, f func(T) U) []U { return nil }

func Of[T any](items ...T) *List[T] { return nil }

func First[K comparable, V any](m map[K]V) (K, V) { panic("x") }

func use(items []*Item, m map[string]*Item) {
	l := &List[*Item]{}
	l.Push(items[0]).First().Show()
	l.Rest().Rest().First().Show()
	Of(items...).First().Show()
	Of[*Item](nil).First().Show()
	for _, p := range Map(items, func(i *Item) Pair[int, *Item] { i.Show(); return Pair[int, *Item]{} }) {
		p.Val.Show()
	}
	_, v := First(m)
	v.Show()
}
