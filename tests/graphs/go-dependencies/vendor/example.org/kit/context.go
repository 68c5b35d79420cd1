package kit

type Context struct{ Server *Server }

func (c *Context) Next() *Context { return c }

func (s *Server) Handle(path string, handler Handler) *Server { return s }

func First[T any](list []T) T { return list[0] }
