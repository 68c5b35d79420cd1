package inner

type Base struct{}

func (b *Base) Close() error { return nil }
