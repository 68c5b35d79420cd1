package box

type Box[T any] struct{ Value T }

func Of[T any](value T) *Box[T] { return &Box[T]{Value: value} }

func (b *Box[T]) Get() T { return b.Value }
