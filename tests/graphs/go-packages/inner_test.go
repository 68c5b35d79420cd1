package shop

import "testing"

func TestHelper(t *testing.T) { helper() }
