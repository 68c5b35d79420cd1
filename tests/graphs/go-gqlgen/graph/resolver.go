package graph

type Resolver struct{ names []string }

type plainResolver struct{ *Resolver }

func (r *plainResolver) Hidden() int { return len(r.names) }

type Other struct{}

func (o Other) Todos() int { return 0 }
