package shop

func helper() { ToUpper() }

// ToUpper has a namesake in the standard library.
func ToUpper() {}
