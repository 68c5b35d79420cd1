package text

func Upper(s string) string { return s }
