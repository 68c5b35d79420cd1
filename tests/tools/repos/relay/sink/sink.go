// Package sink is where messages end.
package sink

import (
	"fmt"
	"sort"

	"example.com/relay/queue"
)

// Sink takes messages.
type Sink interface {
	// Send delivers one message.
	Send(m queue.Message) error
	Close() error
}

// Opener makes a sink from the path it was given.
type Opener func(path string) (Sink, error)

var openers = map[string]Opener{
	"console": openConsole,
	"file":    openFile,
}

// Open makes the sink of a name.
func Open(name, path string) (Sink, error) {
	open, ok := openers[name]
	if !ok {
		return nil, fmt.Errorf("sink: no %q, there is %v", name, Names())
	}
	return open(path)
}

// Names lists the sinks there are.
func Names() []string {
	names := make([]string, 0, len(openers))
	for name := range openers {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
