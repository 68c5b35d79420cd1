package shop_test

import "testing"

func TestSell(t *testing.T) {
	t.Run("x", func(t *testing.T) { t.Helper() })
}

func Testing() {}

func BenchmarkSell(b *testing.B) {}
