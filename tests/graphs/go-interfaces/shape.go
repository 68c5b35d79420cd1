package shape

type Job struct{}
type Other struct{}

type Runner interface {
	Run(job Job, out chan<- []Job) error
}

type Good struct{}

func (Good) Run(job Job, out chan<- []Job) error { return nil }

type Pointed struct{}

func (p *Pointed) Run(job Job, out chan<- []Job) error { return nil }

// The same name, other parameters or results: no Runner.
type Unlike struct{}

func (Unlike) Run(other Other, out chan<- []Job) error { return nil }

type Inside struct{}

func (Inside) Run(job Job, out chan<- []Other) error { return nil }

type Silent struct{}

func (Silent) Run(job Job, out chan<- []Job) {}

type Fewer struct{}

func (Fewer) Run(job Job) error { return nil }
