package shop

func run(xs [][]int) (total int, err error) {
outer:
	for i := 0; i < count(xs); i++ {
		for j := range xs[i] {
			if skip(j) {
				continue outer
			}
			total, err = add(total, xs[i][j])
			if err != nil {
				break outer
			}
		}
	}
	for range 3 {
		total++
	}
	for i := range limit() {
		keep(i)
	}
	return
}
