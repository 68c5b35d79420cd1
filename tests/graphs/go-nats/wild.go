package main

import "github.com/nats-io/nats.go"

func onAnyUser(m *nats.Msg) {}

func onAll(m *nats.Msg) {}

func listenWide(nc *nats.Conn) {
	nc.Subscribe("user.*", onAnyUser)
	nc.Subscribe("order.>", onAll)
}

func tell(nc *nats.Conn) {
	nc.Publish("user.renamed", nil)
	nc.Publish("user.name.changed", nil)
	nc.Publish("order.made.late", nil)
	nc.Publish("order", nil)
	nc.Publish("users.renamed", nil)
}
