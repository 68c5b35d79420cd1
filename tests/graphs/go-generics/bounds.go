package generics

type Held struct{}

func (h *Held) Use() {}

type Seq[V any] func(yield func(V) bool)

func Values[M ~map[K]V, K comparable, V any](m M) Seq[V] { return nil }

func Biggest[S ~[]E, E any](s S) E { return s[0] }

func useBounds(m map[string]*Held, s []*Held) {
	for h := range Values(m) {
		h.Use()
	}
	Biggest(s).Use()
	for k := range m {
		k.Use()
	}
}
