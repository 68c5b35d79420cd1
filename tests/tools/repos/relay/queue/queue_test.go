package queue

import "testing"

func TestPutRefusesWhenFull(t *testing.T) {
	q := New(1)
	_ = q.Put(Parse(1, "a"))
	if err := q.Put(Parse(2, "b")); err != ErrFull {
		t.Errorf("got %v", err)
	}
}
