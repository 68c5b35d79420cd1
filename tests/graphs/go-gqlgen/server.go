package main

import (
	"github.com/99designs/gqlgen/graphql/handler"

	"example.com/todo/graph"
)

func main() {
	handler.NewDefaultServer(graph.NewExecutableSchema(graph.Config{Resolvers: &graph.Resolver{}}))
}
