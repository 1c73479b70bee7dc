package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxPaths is the number of paths of a program that counts.
const maxPaths = 100

// paths walks a C program from the head of a loop to the next ones.
type paths struct {
	*machine
	end *node
	// places are the states of the heads, in the order in which they were found.
	places map[*node]string
	heads  []*node
	from   string
	// fields is the number of payloads on the path, and most the largest one.
	fields, most int
	// entry means that values which the program does not decide are parameters.
	entry bool
}

// machine returns the machine of a program that begins at a node.
func (p *cProgram) machine(name string, first *node) (*machine, error) {
	m := &machine{name: name}
	w := &paths{machine: m, end: p.end, places: map[*node]string{p.end: "Done"}, from: "Start", entry: true}
	values := map[string]*term{}
	for _, v := range p.vars {
		m.vars = append(m.vars, local(v))
		values[v] = variable(local(v) + "0")
		m.params = append(m.params, local(v)+"0")
	}
	initial := maps.Clone(values)
	if err := w.walk(first, nil, values, false); err != nil {
		return nil, err
	}
	for n := range w.most {
		m.params = append(m.params, fmt.Sprintf("k%d", n))
	}
	if len(m.moves) == 1 && conjunction(m.moves[0].guard) == "" {
		m.initial, m.start, m.moves = m.moves[0].to, m.moves[0].set, nil
	} else {
		m.initial = "Start"
		for _, v := range p.vars {
			m.start = append(m.start, initial[v])
		}
	}
	w.entry = false
	for i := 0; i < len(w.heads); i++ {
		w.from, w.most, w.fields = w.places[w.heads[i]], 0, 0
		values := map[string]*term{}
		for _, v := range p.vars {
			values[v] = variable(local(v))
		}
		before := len(m.moves)
		if err := w.walk(w.heads[i], nil, values, true); err != nil {
			return nil, err
		}
		for j := range m.moves[before:] {
			m.moves[before+j].payload = fieldsOf(w.most)
		}
	}
	return m, nil
}

func fieldsOf(n int) (list []string) {
	for i := range n {
		list = append(list, fmt.Sprintf("k%d", i))
	}
	return list
}

// walk follows all paths from a node, with the conditions so far and the values of variables.
// Begin means that the head at which the path begins is not its end.
func (w *paths) walk(n *node, guard []*term, values map[string]*term, begin bool) error {
	if n == w.end || n.head && !begin {
		return w.arrive(n, guard, values)
	}
	fields := w.fields
	defer func() { w.fields = fields }()
	if n.cond == nil {
		values = maps.Clone(values)
		values[n.name] = w.chosen(n.value).with(values)
		return w.walk(n.next, guard, values, false)
	}
	cond := w.chosen(n.cond).with(values)
	holds, ok := known(cond)
	if !ok || holds {
		if err := w.walk(n.then, append(slices.Clone(guard), cond), values, false); err != nil {
			return err
		}
	}
	if !ok || !holds {
		return w.walk(n.next, append(slices.Clone(guard), not(cond)), values, false)
	}
	return nil
}

// arrive ends a path.
func (w *paths) arrive(n *node, guard []*term, values map[string]*term) error {
	if w.places[n] == "" {
		w.places[n] = fmt.Sprintf("L%d", len(w.heads)+1)
		w.heads = append(w.heads, n)
	}
	if len(w.moves) == maxPaths {
		return fmt.Errorf("more than %d paths", maxPaths)
	}
	v := move{from: w.from, to: w.places[n], event: "Step" + w.from, guard: guard}
	for _, name := range w.vars {
		v.set = append(v.set, variable(name))
	}
	for name, x := range values {
		if i := slices.Index(w.vars, local(name)); i >= 0 {
			v.set[i] = x
		}
	}
	w.moves = append(w.moves, v)
	return nil
}

// chosen returns an expression with payloads, or parameters, in place of what is not decided.
func (w *paths) chosen(x *term) *term {
	if x.name == nondet {
		w.fields++
		w.most = max(w.most, w.fields)
		field := fmt.Sprintf("k%d", w.fields-1)
		if w.entry {
			return variable(field)
		}
		return variable("event." + field)
	}
	out := *x
	out.args = nil
	for _, a := range x.args {
		out.args = append(out.args, w.chosen(a))
	}
	return &out
}

// local is the name of a variable in the spec. Go names do not tell n from N.
func local(name string) string {
	if lower := strings.ToLower(name); lower != name {
		return "v_" + lower + "_upper"
	}
	return "v_" + name
}
