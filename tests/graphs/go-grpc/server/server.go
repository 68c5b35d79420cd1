package server

import (
	"context"

	pb "example.com/made/shop"
)

type Server struct {
	pb.UnimplementedShopServer
	name string
}

func (s *Server) GetItem(ctx context.Context, in *pb.Item) (*pb.Item, error) { return in, nil }
func (s *Server) BuyItem(ctx context.Context, in *pb.Item) (*pb.Item, error) { return s.helper(in), nil }
func (s *Server) helper(in *pb.Item) *pb.Item                                { return in }

// The same members, and nothing that says so.
type Plain struct{ name string }

func (p *Plain) GetItem(ctx context.Context, in *pb.Item) (*pb.Item, error) { return in, nil }

func buy(conn pb.Conn) {
	client := pb.NewShopClient(conn)
	client.BuyItem(context.Background(), nil)
	var plain Plain
	plain.GetItem(context.Background(), nil)
}
