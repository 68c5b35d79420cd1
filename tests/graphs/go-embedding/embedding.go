package embedding

import "io"

type base struct{ depth int }

func (b *base) Close()  {}
func (b *base) Shared() {}

type middle struct {
	*base
	io.Writer
}

func (m middle) Shared() {}

type other struct{}

func (other) Close() {}

type outer struct {
	middle
	named other
}

type Closer interface{ Close() }

type Shared interface {
	Closer
	Shared()
}

func use(o outer, s Shared) {
	o.Close()        // base.Close, promoted twice
	o.Shared()       // middle.Shared hides base.Shared
	o.base.Shared()  // by the embedded field's name
	o.named.Close()  // other.Close
	o.Write(nil)     // io's
	s.Close()        // Closer.Close
	s.Shared()       // Shared.Shared
	Closer.Close(s)  // method expression
	outer.Shared(o)  // promoted method expression
	close := o.Close // method value
	close()
}
