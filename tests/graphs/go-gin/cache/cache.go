package cache

type Cache struct{}

func New() *Cache { return &Cache{} }

func (c *Cache) GET(path string, f any) {}

func (c *Cache) Path() string { return "/x" }
