package a

type H func(int)

func save(i int)  {}
func open(i int)  {}
func quit(i int)  {}
func late(i int)  {}
func other(i int) {}

var table = map[string]func(int){"save": save, "open": open}
var list = []H{save}

func init() {
	table["quit"] = quit
	Register("late", late)
	list = append(list, open)
}

func Register(name string, h func(int)) { table[name] = h }

func run(k string) {
	table[k](1)
	if h, ok := table[k]; ok {
		h(2)
	}
	table["save"](3)
	for _, h := range list {
		h(4)
	}
}

type Command struct {
	Name string
	Run  func(int)
}

var root = &Command{Name: "root", Run: other}

func execute(c *Command) { c.Run(1) }

type Server struct{ routes map[string]H }

func (s *Server) add(k string, h H) { s.routes[k] = h }
func (s *Server) do(k string)       { s.routes[k](1) }
func (s *Server) own(i int)         {}

func New() *Server {
	s := &Server{routes: map[string]H{}}
	s.add("x", save)
	s.routes["own"] = s.own
	return s
}

// Another variable of that name, and one with the same field.
func local(k string) {
	table := map[string]func(int){}
	table[k](1)
}

type Other struct{ Run func(int) }

func (o *Other) execute() { o.Run(1) }

// What a field is called is no name of the function.
var Name = "all"

func named() (*Command, string) { return &Command{Name: Name, Run: quit}, Name }
