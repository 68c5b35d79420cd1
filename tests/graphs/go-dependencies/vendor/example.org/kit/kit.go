package kit

import "example.org/kit/inner"

type Server struct {
	inner.Base
	name string
}

func New(name string) *Server { return &Server{name: name} }

type Handler interface {
	Serve(c *Context) error
}

func Each[T any](list []T, call func(item T)) {
	for _, item := range list {
		call(item)
	}
}
