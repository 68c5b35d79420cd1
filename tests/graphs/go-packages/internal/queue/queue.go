// Package jobs lies in a folder of another name.
package jobs

func Start() { start() }

func start() {}
