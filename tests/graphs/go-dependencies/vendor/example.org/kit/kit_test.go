package kit

func helper() {}
