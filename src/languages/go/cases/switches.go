package shop

func kind(v any) int {
	switch x := v.(type) {
	case int:
		return twice(x)
	case Shape, *Box:
		return area(x)
	case nil:
	}
	switch n := size(v); {
	case n > limit():
		fallthrough
	default:
		return n
	}
	if s, ok := v.(Shape); ok && s.Valid() {
		return s.Area()
	}
	return 0
}
