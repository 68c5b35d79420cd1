package main

import (
	"github.com/gin-gonic/gin"
	"github.com/swaggo/gin-swagger" // what it calls itself is not known here
)

func documented() {
	r := gin.New()
	r.GET("/documented", ginSwagger.WrapHandler(nil))
	r.POST("/documented", documentedPost)
}

func documentedPost(c *gin.Context) {}
