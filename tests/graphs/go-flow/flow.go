package flow

import (
	"bytes"
	"io"
)

type node struct {
	kids  []*node
	by    map[key]*node
	in    chan *node
	next  func() (*node, error)
	write io.Writer
}

type key struct{ id int }

type keys map[key]bool

func (k key) hash() int   { return k.id }
func (n *node) visit()    {}
func (n *node) String()   {}
func (k keys) all() []key { return nil }

type String string

func (s String) visit() {}

// The local name hides the type only from its declaration on.
func shadow(n *node) *node {
	node := n
	node.visit()
	return node
}

func make_() (*node, error) { return nil, nil }

func visit() *node { return nil }

func walk(n *node, set keys, any interface{}) {
	visit := visit()
	visit.visit()
	for k, v := range n.by {
		k.hash()
		v.visit()
	}
	for k := range set {
		k.hash()
	}
	for _, k := range set.all() {
		k.hash()
	}
	for m := range n.in {
		m.visit()
	}
	(<-n.in).visit()
	m, err := n.next()
	m.visit()
	if m, err = make_(); err != nil {
		m.visit()
	}
	if kid, ok := n.by[key{1}]; ok {
		kid.visit()
	}
	switch x := any.(type) {
	case *node:
		x.visit()
	case String:
		x.visit()
	case key, keys:
		_ = x
	}
	any.(*node).kids[0].visit()
	String("x").visit()
	copies := append([]*node{}, n.kids...)
	copies[0].visit()
	func() { n.visit() }()
	defer n.visit()
	go n.visit()
	var b bytes.Buffer
	b.String() // the library's, not node.String
	n.write.Write(nil)
	list := []struct{ n *node }{{n: n}}
	list[0].n.visit()
	new(node).visit()
	f := n.visit
	f()
	(&node{}).visit()
	(*node).visit(n)
}
