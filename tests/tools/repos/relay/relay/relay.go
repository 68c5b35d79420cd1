// Package relay moves messages from a queue to a sink.
package relay

import (
	"example.com/relay/queue"
	"example.com/relay/sink"
)

// Relay delivers what is queued.
type Relay struct {
	queue   *queue.Queue
	sink    sink.Sink
	retries int
	failed  []queue.Message
}

// New connects a queue with a sink.
func New(q *queue.Queue, s sink.Sink, retries int) *Relay {
	return &Relay{queue: q, sink: s, retries: retries}
}

// Run delivers until the queue is empty and tells how many arrived.
func (r *Relay) Run() int {
	sent := 0
	for {
		m, ok := r.queue.Take()
		if !ok {
			return sent
		}
		if r.deliver(m, 0) {
			sent++
		}
	}
}

func (r *Relay) deliver(m queue.Message, attempt int) bool {
	if err := r.sink.Send(m); err == nil {
		return true
	}
	return r.retry(m, attempt)
}

func (r *Relay) retry(m queue.Message, attempt int) bool {
	if attempt >= r.retries {
		r.failed = append(r.failed, m)
		return false
	}
	return r.deliver(m, attempt+1)
}

// Failed lists what could not be delivered.
func (r *Relay) Failed() []queue.Message { return r.failed }

// reset was for reusing a relay; nothing does.
func (r *Relay) reset() { r.failed = nil }
