package main

import (
	"example.com/shop/cache"
	"github.com/gin-gonic/gin"
)

type server struct {
	engine *gin.Engine
}

func main() {
	r := gin.Default()
	r.GET("/ping", ping)
	v1 := r.Group("/v1")
	{
		items := v1.Group("/items", auth)
		items.GET("/:id", auth, show)
		items.POST("", func(c *gin.Context) { save(c) })
	}
	s := &server{engine: r}
	s.routes()
	register(v1)
	// No route: a cache of our own, and a path made at run time.
	c := cache.New()
	c.GET("/ping", ping)
	r.GET(c.Path(), ping)
}

func (s *server) routes() { s.engine.DELETE("/all", show) }

func register(group *gin.RouterGroup) { group.PUT("/put", show) }

func ping(c *gin.Context) {}
func auth(c *gin.Context) {}
func show(c *gin.Context) { save(c) }
func save(c *gin.Context) {}
