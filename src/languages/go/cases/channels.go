package shop

func run(in <-chan Job, out chan<- int, done chan struct{}) {
	for job := range in {
		out <- job.Do()
	}
	select {
	case x, ok := <-make():
		keep(x, ok)
	case out <- value():
	case <-done:
	default:
		tidy()
	}
	close(done)
}
