package main

import (
	"testing"

	"github.com/go-chi/chi/v5"
)

// What a test mounts gives the program no other paths.
func TestThings(t *testing.T) {
	r := chi.NewRouter()
	r.Mount("/test", routes())
}
