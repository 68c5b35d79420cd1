package graph

import (
	"context"

	"example.com/todo/graph/generated"
)

func (r *mutationResolver) CreateTodo(ctx context.Context, text string) (string, error) {
	return text, nil
}

func (r *queryResolver) Todos(ctx context.Context) ([]string, error) { return r.names, nil }

func (r *queryResolver) TodoByID(ctx context.Context, id string) (string, error) { return id, nil }

func (r *queryResolver) helper() {}

func (r *todoResolver) Text(ctx context.Context) (string, error) { return "", nil }

func (r *Resolver) Mutation() generated.MutationResolver { return &mutationResolver{r} }

func (r *Resolver) Query() generated.QueryResolver { return &queryResolver{r} }

func (r *Resolver) Todo() generated.TodoResolver { return &todoResolver{r} }

type mutationResolver struct{ *Resolver }
type queryResolver struct{ *Resolver }
type todoResolver struct{ *Resolver }
