package forked

func Patch() {}
