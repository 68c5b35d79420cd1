package shop

type Base struct{ ID int }

func (b Base) Describe() string { return name(b.ID) }

type Item struct {
	Base
	*Price
	tags []string `json:"tags"`
}

func run(i Item) string { i.Price.Round(); return i.Describe() }
