package shop

import "io"

type Store interface {
	io.Reader
	Get(key string) (value string, err error)
	Close() error
}

type memory map[string]string

func (m memory) Get(key string) (string, error) { return m[key], nil }

var _ Store = (*memory)(nil)

func use(s Store) { v, err := s.Get("a"); log(v, err) }
