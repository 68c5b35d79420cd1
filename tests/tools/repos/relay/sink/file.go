package sink

import (
	"errors"
	"os"

	"example.com/relay/queue"
)

// File appends messages to a file.
type File struct {
	file *os.File
}

func openFile(path string) (Sink, error) {
	if path == "" {
		return nil, errors.New("sink: a file needs a path")
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	return &File{file: file}, nil
}

// Send appends the message as a line.
func (f *File) Send(m queue.Message) error {
	return f.writeLine(m.Text)
}

func (f *File) writeLine(text string) error {
	_, err := f.file.WriteString(text + "\n")
	return err
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
