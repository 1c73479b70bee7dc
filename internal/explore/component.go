package explore

// components numbers the strongly connected components that have a cycle without
// environment events, from 1. It returns the number for each configuration, or 0 if it is
// in no such component (Tarjan, SIAM Journal on Computing 1972, without recursion).
func (g *Graph) components() []uint32 {
	t := &tarjan{g: g, w: g.walker.fork()}
	t.index = make([]uint32, g.set.len())
	t.low = make([]uint32, g.set.len())
	t.component = make([]uint32, g.set.len())
	for id := range g.set.len() {
		if t.index[id] == 0 && g.remaining[id] == endless {
			t.run(uint32(id))
		}
	}
	for i, c := range t.component {
		if c == alone {
			t.component[i] = 0
		}
	}
	return t.component
}

// alone marks configurations of finished components without a cycle.
const alone = ^uint32(0)

type tarjan struct {
	g *Graph
	w *walker
	// index is the order of discovery from 1, 0 before it.
	index, low []uint32
	component  []uint32
	path       []frame
	pending    []uint32
	stack      []uint32
	discovered uint32
	numbered   uint32
}

func (t *tarjan) run(root uint32) {
	t.visit(root)
	for len(t.path) > 0 {
		top := t.path[len(t.path)-1]
		if n := len(t.pending); n > int(top.pending) {
			next := t.pending[n-1]
			t.pending = t.pending[:n-1]
			if t.index[next] == 0 {
				t.visit(next)
			} else if t.component[next] == 0 {
				t.low[top.id] = min(t.low[top.id], t.index[next])
			}
			continue
		}
		t.path = t.path[:len(t.path)-1]
		if t.low[top.id] == t.index[top.id] {
			t.finish(top.id, top.best == 1)
		}
		if n := len(t.path); n > 0 {
			up := t.path[n-1].id
			t.low[up] = min(t.low[up], t.low[top.id])
		}
	}
}

// visit discovers a configuration. Only configurations from which an endless run starts can
// lie on a cycle, so the others are omitted. The best of the new frame is 1 if the
// configuration is its own successor.
func (t *tarjan) visit(id uint32) {
	t.discovered++
	t.index[id], t.low[id] = t.discovered, t.discovered
	t.stack = append(t.stack, id)
	f := frame{id: id, pending: uint32(len(t.pending))}
	for _, m := range t.w.expand(t.g.set.words.at(int(id))) {
		if !t.w.quiet(m) {
			continue
		}
		to, ok := t.g.set.find(m.word)
		switch {
		case !ok || t.g.remaining[to] != endless:
		case to == id:
			f.best = 1
		default:
			t.pending = append(t.pending, to)
		}
	}
	t.path = append(t.path, f)
}

// finish takes the component whose root is id from the stack.
func (t *tarjan) finish(id uint32, loop bool) {
	number := alone
	if loop || t.stack[len(t.stack)-1] != id {
		t.numbered++
		number = t.numbered
	}
	for {
		n := len(t.stack) - 1
		member := t.stack[n]
		t.stack = t.stack[:n]
		t.component[member] = number
		if member == id {
			return
		}
	}
}
