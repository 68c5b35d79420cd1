package main

import "net/http"

type server struct{}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
func (s *server) list(w http.ResponseWriter, r *http.Request)      {}

func wrapped(s *server) http.Handler { return nil }

func main() {
	mux, inner, plain := http.NewServeMux(), http.NewServeMux(), http.NewServeMux()
	s := &server{}
	mux.Handle("/whole", s)
	mux.Handle("/wrapped", wrapped(s))
	inner.HandleFunc("DELETE /list/{id}", s.list)
	mux.Handle("/inner/", http.StripPrefix("/inner", inner))
	plain.HandleFunc("/plain/list", s.list)
	mux.Handle("/plain/", plain)
}
