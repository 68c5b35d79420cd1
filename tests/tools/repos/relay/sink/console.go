package sink

import (
	"fmt"

	"example.com/relay/queue"
)

// Console prints messages.
type Console struct {
	prefix string
}

func openConsole(path string) (Sink, error) {
	return &Console{prefix: path}, nil
}

// Send prints the message behind its number.
func (c *Console) Send(m queue.Message) error {
	_, err := fmt.Printf("%s%d %s\n", c.prefix, m.Number, m.Text)
	return err
}

// Close does nothing.
func (c *Console) Close() error { return nil }
