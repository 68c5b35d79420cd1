package shop

import (
	"errors"
	"io"
	"os"
)

type runner struct {
	in   chan *job
	jobs map[string]*job
	next func() *runner
}

type job struct{ name string }

func (j *job) run() (int, error) { return 0, errors.New("x") }

func (r *runner) loop(w io.Writer, files []*os.File) (n int, err error) {
	defer func() { recover() }()
	go r.drain(r.in)
	var first, second = r.jobs["a"], new(job)
	var last *job
	x, ok := r.jobs["b"]
	n, err = x.run()
	got, err := second.run()
	for i := 0; i < got; i++ {
		last = r.next().next().jobs["c"]
		last.run()
	}
	for name, j := range r.jobs {
		j.name = name
		j.run()
	}
	for j := range r.in {
		j.run()
	}
	for range files {
		n++
	}
outer:
	for {
		select {
		case j, open := <-r.in:
			if !open {
				break outer
			}
			j.run()
		case r.in <- first:
			continue outer
		default:
		}
	}
	switch f := w.(type) {
	case *os.File:
		f.Close()
	case io.ReadWriter, io.ByteWriter:
		f.Write(nil)
	default:
		f.Write(nil)
	}
	if c, ok := w.(io.Closer); ok {
		c.Close()
	} else if s, err := os.Stat("x"); err == nil {
		s.Name()
	}
	switch y := len(files); {
	case y > 1:
		files[0].Close()
	}
	const local = 2
	type inner struct{ deep *job }
	in := inner{deep: first}
	in.deep.run()
	f := in.deep.run
	f()
	(*job).run(first)
	func(j *job) { j.run() }(last)
	all := append([]*job{}, first, last)
	all[0].run()
	_ = []byte("x")
	_ = Names(nil).Len()
	_ = (*runner)(nil)
	m := Map[string, int](nil, nil)
	p := Pair[string, int]{"a", 1}
	p.Swap()
	conv := One[int](m[0])
	_ = make(map[string]chan int, 3)
	_, _ = conv, ok
	a, b := local+1, second.name+"x"
	_, _ = a, b
	goto done
done:
	return (<-r.in).run()
}
