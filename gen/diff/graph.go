package diff

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// mark says what became of what is drawn. It is a sign before the text, so that
// color is not needed to see it.
type mark string

const (
	same    mark = ""
	added   mark = "+ "
	removed mark = "− "
	changed mark = "~ "
)

// graph is both versions in one picture. It has plain states only: what composite
// states say stands at each state inside.
type graph struct {
	nodes []node
	edges []edge
}

// node is a state, or any state.
type node struct {
	name string
	// was is the old name of a renamed state.
	was  string
	mark mark
	// terminal is set if the state has an outcome in its newest version.
	terminal bool
	// initial is how the machine begins here: not at all if drawn is false.
	drawn   bool
	initial mark
	// rows are what happens inside, and differs.
	rows []row
}

type row struct {
	mark  mark
	label label
}

// edge is a transition between nodes, or back to the node.
type edge struct {
	from, to int
	row
}

// label is the text of a transition in lines: the event, its condition, and what it
// does or what is changed.
type label struct {
	event, condition string
	more             []string
}

// differs reports whether there is anything in the picture that is not the same.
func (g *graph) differs() bool {
	return slices.ContainsFunc(g.nodes, func(n node) bool { return n.mark != same || n.was != "" || n.initial != same || len(n.rows) > 0 }) ||
		slices.ContainsFunc(g.edges, func(e edge) bool { return e.mark != same })
}

// newLabel writes a transition with what it does.
func newLabel(m *core.Machine, i int) label {
	t := &m.Transitions[i]
	l := label{event: m.Events[t.Event].Name}
	if t.Written != nil {
		l.condition = expr.Print(t.Written, expr.Math)
	} else if isOtherwise(m, i) {
		l.condition = "otherwise"
	}
	if t.Internal || t.Effect != core.Take {
		l.more = append(l.more, target(m, t))
	}
	if a := m.Assignments(t); a != "" {
		l.more = append(l.more, "/ "+a)
	}
	for _, e := range ownEmissions(t) {
		l.more = append(l.more, "/ emit "+m.Outputs[e.Output].Name)
	}
	return l
}

// draw makes the picture of the comparison.
func (c *comparison) draw() {
	g := &c.d.graph
	nodeOf := make([]int, len(c.a.States)) // of the old states
	for j := range c.b.States {
		s := &c.b.States[j]
		n := node{name: s.Name, terminal: s.Outcome >= 0, mark: added}
		if p, ok := c.toOld[part{state, j, 0}]; ok {
			nodeOf[p.i] = j
			n.mark = same
			if old := c.a.States[p.i].Name; old != s.Name {
				n.was = old
			}
			if c.touched(s.Name) {
				n.mark = changed
			}
		}
		g.nodes = append(g.nodes, n)
	}
	for i := range c.a.States {
		if _, ok := c.toNew[part{state, i, 0}]; !ok {
			nodeOf[i] = len(g.nodes)
			g.nodes = append(g.nodes, node{name: c.a.States[i].Name, terminal: c.a.States[i].Outcome >= 0, mark: removed})
		}
	}
	begin := func(n int, m mark) { g.nodes[n].drawn, g.nodes[n].initial = true, m }
	if old := nodeOf[c.a.Initial]; old == c.b.Initial {
		begin(old, same)
	} else {
		begin(old, removed)
		begin(c.b.Initial, added)
	}
	for _, p := range c.pairs {
		c.drawPair(p, nodeOf)
	}
	c.drawRules(nodeOf)
}

// touched reports whether there is a change to a state itself or to its data.
func (c *comparison) touched(name string) bool {
	return slices.ContainsFunc(c.d.Changes, func(ch Change) bool {
		return ch.Part == "state" && ch.Name == name || ch.Part == "datum" && strings.HasPrefix(ch.Name, name+".")
	})
}

// drawPair draws what became of a transition: one that is the same without what it
// does, one that is changed with what is changed.
func (c *comparison) drawPair(p pair, nodeOf []int) {
	g := &c.d.graph
	old := func(l label) {
		t := &c.a.Transitions[p.old]
		g.put(t, nodeOf[t.From], nodeOf[t.To], row{removed, l})
	}
	new := func(m mark, l label) {
		t := &c.b.Transitions[p.new]
		g.put(t, t.From, t.To, row{m, l})
	}
	switch {
	case p.old < 0:
		new(added, newLabel(c.b, p.new))
	case p.new < 0:
		old(newLabel(c.a, p.old))
	case len(p.details) > 0:
		l := newLabel(c.b, p.new)
		l.more = nil
		for _, t := range p.details {
			l.more = append(l.more, t.drawn())
		}
		new(changed, l)
		if p.moved {
			l := newLabel(c.a, p.old)
			l.more = []string{"(now to " + target(c.b, &c.b.Transitions[p.new]) + ")"}
			old(l)
		}
	default:
		l := newLabel(c.b, p.new)
		l.more = nil
		new(same, l)
	}
}

// drawn is a detail for a label, which shows the new condition and target itself.
func (t Detail) drawn() string {
	switch t.What {
	case "if":
		return "was [" + t.Old + "]"
	case "leads to":
		return "was to " + t.Old
	}
	if t.What == "emits" && (t.Old == "" || t.New == "") {
		// The values of a new output stand in the list of changes.
		t.Old, t.New = bare(t.Old), bare(t.New)
	}
	switch {
	case t.Old == "":
		return "now " + t.What + ": " + t.New
	case t.New == "":
		return "no more " + t.What + ": " + t.Old
	}
	t.Note = ""
	return t.What + ": " + t.sided()
}

var braced = regexp.MustCompile(`\{[^{}]*\}`)

// bare takes the values out of a list of outputs, unless there are texts among
// them, which could hold braces.
func bare(outputs string) string {
	if strings.Contains(outputs, `"`) {
		return outputs
	}
	return braced.ReplaceAllString(outputs, "")
}

// put draws a transition. What stays inside a state is drawn if it differs.
func (g *graph) put(t *core.Transition, from, to int, r row) {
	switch {
	case !t.Internal && t.Effect == core.Take:
		g.edges = append(g.edges, edge{from, to, r})
	case r.mark != same:
		g.nodes[from].rows = append(g.nodes[from].rows, r)
	}
}

// drawRules draws what the limit and the stall rule do, once for all states.
func (c *comparison) drawRules(nodeOf []int) {
	g := &c.d.graph
	anyState := -1
	put := func(name string, r *rule, to int, mk mark) {
		if anyState < 0 {
			anyState = len(g.nodes)
			g.nodes = append(g.nodes, node{name: "any state"})
		}
		g.edges = append(g.edges, edge{anyState, to, row{mk, label{event: name, condition: "at " + orNone(written(r.at))}}})
	}
	for _, name := range []string{"limit", "stall"} {
		old, new := ruleOf(c.a, name), ruleOf(c.b, name)
		mk := same
		if slices.ContainsFunc(c.d.Changes, func(ch Change) bool { return ch.Part == "rule" && ch.Name == name }) {
			mk = changed
		}
		switch {
		case old != nil && new == nil:
			put(name, old, nodeOf[old.to], removed)
		case old == nil && new != nil:
			put(name, new, new.to, added)
		case new != nil:
			if nodeOf[old.to] != new.to {
				put(name, old, nodeOf[old.to], removed)
			}
			put(name, new, new.to, mk)
		}
	}
}

// lone draws a machine that one version has.
func lone(a Action, m *core.Machine) graph {
	mk := added
	if a == Removed {
		mk = removed
	}
	g := graph{}
	for i := range m.States {
		g.nodes = append(g.nodes, node{name: m.States[i].Name, terminal: m.Terminal(i), mark: mk})
	}
	g.nodes[m.Initial].drawn = true
	for i := range m.Transitions {
		if t := &m.Transitions[i]; t.Rule == "" {
			g.put(t, t.From, t.To, row{mk, newLabel(m, i)})
		}
	}
	return g
}
