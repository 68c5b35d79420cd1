package main

import "net/http"

type app struct{ mux *http.ServeMux }

type recorder struct{}

func (recorder) HandleFunc(path string, f func(http.ResponseWriter, *http.Request)) {}

func main() {
	http.HandleFunc("/plain", plain)
	mux := http.NewServeMux()
	a := &app{mux: mux}
	mux.HandleFunc("GET /items/{id}", a.item)
	mux.Handle("/files/", http.HandlerFunc(plain))
	a.mux.HandleFunc("/inner", wrap(plain))
	// No route: our own, of the same name.
	recorder{}.HandleFunc("/recorded", plain)
}

func (a *app) item(w http.ResponseWriter, r *http.Request) {}

func plain(w http.ResponseWriter, r *http.Request) {}

func wrap(f http.HandlerFunc) http.HandlerFunc { return f }
