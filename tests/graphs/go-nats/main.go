package main

import "github.com/nats-io/nats.go"

type Store struct{ conn *nats.Conn }

type Other struct{}

func (o Other) Publish(subject string, data []byte) {}

func onCreated(m *nats.Msg) {}

func onJob(m *nats.Msg) {}

func listen() {
	nc, err := nats.Connect(nats.DefaultURL)
	if err != nil {
		return
	}
	nc.Subscribe("user.created", onCreated)
	nc.QueueSubscribe("jobs", "workers", onJob)
}

func (s *Store) Create(name string, other Other) {
	s.conn.Publish("user.created", nil)
	s.conn.Publish("jobs", nil)
	s.conn.Publish(name, nil)
	other.Publish("jobs", nil)
}
