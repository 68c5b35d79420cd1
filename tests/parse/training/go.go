// Package queue runs tasks in order of urgency with a bounded number of
// workers. Training text for the parser's build: ordinary code, nothing else.
package queue

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sort"
	"strings"
	"sync"
	"time"

	log "example.org/tools/logging"
)

const (
	DefaultWorkers = 4
	maxNameLength  = 1 << 8
	retryDelay     = 250 * time.Millisecond
)

type Level int

const (
	Low Level = iota
	Normal
	High
)

var (
	ErrClosed = errors.New("queue: closed")
	ErrFull   = errors.New("queue: full")
	names     = map[Level]string{Low: "low", Normal: "normal", High: "high"}
)

func (l Level) String() string {
	if name, ok := names[l]; ok {
		return name
	}
	return fmt.Sprintf("Level(%d)", int(l))
}

// Task is one piece of work.
type Task struct {
	Name    string            `json:"name"`
	Level   Level             `json:"level,omitempty"`
	Labels  map[string]string `json:"labels"`
	Run     func(ctx context.Context) error
	added   time.Time
	index   int
	retries [3]time.Duration
}

// Observer is told what happens.
type Observer interface {
	fmt.Stringer
	Started(task *Task)
	Finished(task *Task, err error, took time.Duration)
}

type pending []*Task

func (p pending) Len() int { return len(p) }
func (p pending) Less(i, j int) bool {
	if p[i].Level != p[j].Level {
		return p[i].Level > p[j].Level
	}
	return p[i].added.Before(p[j].added)
}
func (p pending) Swap(i, j int) {
	p[i], p[j] = p[j], p[i]
	p[i].index, p[j].index = i, j
}
func (p *pending) Push(x interface{}) { *p = append(*p, x.(*Task)) }
func (p *pending) Pop() any {
	old := *p
	n := len(old)
	task := old[n-1]
	old[n-1] = nil
	*p = old[:n-1]
	return task
}

type Queue struct {
	sync.Mutex
	tasks     pending
	wake      chan struct{}
	done      <-chan struct{}
	observers []Observer
	limit     int
	closed    bool
}

type Option func(*Queue)

func WithLimit(limit int) Option { return func(q *Queue) { q.limit = limit } }

func WithObserver(observers ...Observer) Option {
	return func(q *Queue) {
		q.observers = append(q.observers, observers...)
	}
}

func New(ctx context.Context, workers int, options ...Option) *Queue {
	q := &Queue{wake: make(chan struct{}, 1), done: ctx.Done(), limit: 1024}
	for _, option := range options {
		option(q)
	}
	if workers <= 0 {
		workers = DefaultWorkers
	}
	for i := 0; i < workers; i++ {
		go q.work(ctx, i)
	}
	return q
}

func (q *Queue) Add(task *Task) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("queue: adding %q: %v", task.Name, r)
		}
	}()
	if len(task.Name) > maxNameLength || strings.ContainsAny(task.Name, "\r\n\t\x00") {
		return &NameError{Name: task.Name, Reason: `control characters or too long`}
	}
	q.Lock()
	defer q.Unlock()
	switch {
	case q.closed:
		return ErrClosed
	case q.limit > 0 && len(q.tasks) >= q.limit:
		return fmt.Errorf("%w: %d tasks", ErrFull, len(q.tasks))
	}
	task.added = time.Now()
	heap.Push(&q.tasks, task)
	select {
	case q.wake <- struct{}{}:
	default:
	}
	return nil
}

func (q *Queue) next() (task *Task, ok bool) {
	q.Lock()
	defer q.Unlock()
	if q.tasks.Len() == 0 {
		return nil, false
	}
	return heap.Pop(&q.tasks).(*Task), true
}

func (q *Queue) work(ctx context.Context, number int) {
	timer := time.NewTimer(retryDelay)
	defer timer.Stop()
loop:
	for {
		task, ok := q.next()
		if !ok {
			select {
			case <-ctx.Done():
				break loop
			case <-q.wake:
			case now := <-timer.C:
				log.Debugf("worker %d idle at %s", number, now.Format(time.RFC3339))
				timer.Reset(retryDelay)
			}
			continue
		}
		for _, o := range q.observers {
			o.Started(task)
		}
		start := time.Now()
		err := q.attempt(ctx, task)
		for i := len(q.observers) - 1; i >= 0; i-- {
			q.observers[i].Finished(task, err, time.Since(start))
		}
	}
}

func (q *Queue) attempt(ctx context.Context, task *Task) error {
	var last error
	for n, wait := range task.retries {
		if last = task.Run(ctx); last == nil {
			return nil
		}
		var temporary interface{ Temporary() bool }
		if !errors.As(last, &temporary) || !temporary.Temporary() {
			return last
		}
		time.Sleep(wait + time.Duration(n)*retryDelay)
	}
	return last
}

// NameError says which name was refused.
type NameError struct {
	Name, Reason string
}

func (e *NameError) Error() string { return "queue: " + e.Name + ": " + e.Reason }

// Group sorts values by a key; Number is anything that adds up.
type Number interface {
	~int | ~int64 | ~float64
}

func Sum[T Number](values ...T) (total T) {
	for _, value := range values {
		total += value
	}
	return
}

func GroupBy[K comparable, V any](values []V, key func(V) K) map[K][]V {
	groups := make(map[K][]V, len(values)/2)
	for _, value := range values {
		k := key(value)
		groups[k] = append(groups[k], value)
	}
	return groups
}

func describe(w io.Writer, value any) (int, error) {
	switch v := value.(type) {
	case nil:
		return io.WriteString(w, "nothing")
	case *Task:
		return fmt.Fprintf(w, "%-20s %v\n", v.Name, v.Level)
	case []string, []byte:
		return fmt.Fprintln(w, v)
	case func() error:
		if err := v(); err != nil {
			return 0, err
		}
	default:
		goto unknown
	}
	return 0, nil
unknown:
	return w.Write([]byte{'?', '\n', 0x3f, 0b11, 0o17})
}

func Report(tasks []*Task) {
	byLevel := GroupBy(tasks, func(t *Task) Level { return t.Level })
	levels := make([]int, 0, len(byLevel))
	for level := range byLevel {
		levels = append(levels, int(level))
	}
	sort.Sort(sort.Reverse(sort.IntSlice(levels)))
	for _, level := range levels {
		_, _ = describe(os.Stdout, Level(level).String())
		for _, task := range byLevel[Level(level)][:1:1] {
			describe(os.Stdout, task)
		}
	}
	fmt.Println(Sum(1, 2, 3)&^1, Sum[float64](0.5, 1e3), !(len(tasks) > 3 || levels == nil) && true)
}
