// Package queue holds messages until they are delivered.
package queue

import "strings"

// MaxSize is the longest message that is taken, in bytes.
const MaxSize = 4096

// Message is one line of input with its number.
type Message struct {
	Number int
	Text   string
}

// Valid tells whether a message may be queued.
func (m Message) Valid() bool {
	return m.Text != "" && len(m.Text) <= MaxSize
}

// Parse makes a message of a line.
func Parse(number int, line string) Message {
	return Message{Number: number, Text: strings.TrimSpace(line)}
}
