package relay

import (
	"errors"
	"testing"

	"example.com/relay/queue"
)

type flaky struct{ failures int }

func (f *flaky) Send(queue.Message) error {
	if f.failures > 0 {
		f.failures--
		return errors.New("not now")
	}
	return nil
}

func (f *flaky) Close() error { return nil }

func filled(t *testing.T) *queue.Queue {
	t.Helper()
	q := queue.New(2)
	if err := q.Put(queue.Parse(1, "one")); err != nil {
		t.Fatal(err)
	}
	return q
}

func TestRunRetries(t *testing.T) {
	r := New(filled(t), &flaky{failures: 2}, 3)
	if got := r.Run(); got != 1 {
		t.Errorf("sent %d", got)
	}
}

func TestRunGivesUp(t *testing.T) {
	r := New(filled(t), &flaky{failures: 9}, 1)
	if r.Run() != 0 || len(r.Failed()) != 1 {
		t.Error("not given up")
	}
}
