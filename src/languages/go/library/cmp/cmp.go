// Declarations of what came to the library after the version that is read.
package cmp

type Ordered interface{}

func Compare[T Ordered](x, y T) int

func Less[T Ordered](x, y T) bool

func Or[T comparable](vals ...T) T
