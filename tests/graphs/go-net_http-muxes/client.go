package main

import (
	"context"
	"fmt"
	"net/http"
)

type client struct{ http *http.Client }

func (c *client) remove(ctx context.Context, id int) {
	request, _ := http.NewRequestWithContext(ctx, http.MethodDelete, fmt.Sprintf("http://localhost/inner/list/%d", id), nil)
	c.http.Do(request)
}

func (c *client) list() {
	c.http.Get("http://localhost/plain/list")
}

// No request: what is asked is somebody else's.
func (c *client) other() {
	c.http.Get(fmt.Sprintf("https://%s/plain/list", "example.com"))
}
