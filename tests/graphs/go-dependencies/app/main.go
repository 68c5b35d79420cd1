package app

import (
	"example.org/kit"
	"example.org/kit/box"
	"example.org/missing"
)

type Page struct{ name string }

func (p *Page) Serve(c *kit.Context) error {
	c.Next().Server.Close()
	return nil
}

func (p *Page) Close() {}

type App struct {
	*kit.Server
	pages []*Page
}

func Run(app *App) {
	app.Handle("/", &Page{}).Close()
	app.Close()
	kit.Each(app.pages, func(page *Page) { page.Close() })
	kit.First(app.pages).Close()
	box.Of(&Page{}).Get().Close()
	held := box.Of(&Page{})
	held.Value.Close()
	missing.New().Close()
	helper()
}

func helper() {}
