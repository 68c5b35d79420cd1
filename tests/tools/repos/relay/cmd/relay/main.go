// Command relay passes standard input on, line by line.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"

	"example.com/relay/queue"
	"example.com/relay/relay"
	"example.com/relay/sink"
)

const defaultRetries = 3

func retries() int {
	if n, err := strconv.Atoi(os.Getenv("RELAY_RETRIES")); err == nil && n >= 0 {
		return n
	}
	return defaultRetries
}

func fill(q *queue.Queue) error {
	lines := bufio.NewScanner(os.Stdin)
	for number := 1; lines.Scan(); number++ {
		if err := q.Put(queue.Parse(number, lines.Text())); err != nil {
			return err
		}
	}
	return lines.Err()
}

func reportDrop(m queue.Message) {
	fmt.Fprintln(os.Stderr, "dropped", m.Number)
}

func main() {
	name := flag.String("sink", "console", "where messages go")
	path := flag.String("path", "", "file of the sink")
	flag.Parse()
	out, err := sink.Open(*name, *path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	defer out.Close()
	q := queue.New(1000)
	q.OnDrop(reportDrop)
	if err := fill(q); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	fmt.Fprintln(os.Stderr, relay.New(q, out, retries()).Run(), "delivered")
}
