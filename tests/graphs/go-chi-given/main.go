package main

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

type app struct{}

func (a app) ServeHTTP(w http.ResponseWriter, r *http.Request) {}
func (a app) show(w http.ResponseWriter, r *http.Request)      {}

func routes() chi.Router {
	r := chi.NewRouter()
	r.Route("/things", func(r chi.Router) { things(r, app{}) })
	r.Handle("/whole", app{})
	return r
}

func things(r chi.Router, a app) {
	r.Get("/{id}", a.show)
}
