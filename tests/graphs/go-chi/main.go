package main

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

func main() {
	r := chi.NewRouter()
	r.Use(log)
	r.Get("/", index)
	r.Route("/rooms", func(r chi.Router) {
		r.With(auth).Post("/", make)
		r.Route("/{room}", func(r chi.Router) {
			r.Get("/", room)
		})
	})
	r.Mount("/admin", adminRouter())
	http.ListenAndServe(":3000", r)
}

func adminRouter() http.Handler {
	r := chi.NewRouter()
	r.Get("/users", users)
	return r
}

func log(next http.Handler) http.Handler             { return next }
func auth(next http.Handler) http.Handler            { return next }
func index(w http.ResponseWriter, r *http.Request)   {}
func make(w http.ResponseWriter, r *http.Request)    {}
func room(w http.ResponseWriter, r *http.Request)    {}
func users(w http.ResponseWriter, r *http.Request)   {}
