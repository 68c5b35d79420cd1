package queue

import (
	"errors"
	"sync"
)

// ErrFull says that a queue takes nothing more.
var ErrFull = errors.New("queue: full")

// Queue is a bounded list of messages, safe for several goroutines.
type Queue struct {
	mu       sync.Mutex
	messages []Message
	limit    int
	onDrop   func(Message)
}

// New makes a queue for at most limit messages.
func New(limit int) *Queue {
	return &Queue{limit: limit, onDrop: ignore}
}

func ignore(Message) {}

// OnDrop sets what is called with messages that are not taken.
func (q *Queue) OnDrop(drop func(Message)) {
	q.onDrop = drop
}

// Put appends a message. Invalid ones are dropped without an error.
func (q *Queue) Put(m Message) error {
	if !m.Valid() {
		q.onDrop(m)
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.messages) >= q.limit {
		q.onDrop(m)
		return ErrFull
	}
	q.messages = append(q.messages, m)
	return nil
}

// Take removes the oldest message.
func (q *Queue) Take() (Message, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.messages) == 0 {
		return Message{}, false
	}
	m := q.messages[0]
	q.messages = q.messages[1:]
	return m, true
}
