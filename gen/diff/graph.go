package diff

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// mark shows the change of a part of the diagram. It is a sign before the text, so that
// the change does not depend on color.
type mark string

const (
	same    mark = ""
	added   mark = "+ "
	removed mark = "− "
	changed mark = "~ "
)

// graph is a diagram of both versions. It has no composite states: their transitions
// are drawn at each state inside.
type graph struct {
	nodes []node
	edges []edge
}

// node is a state, or "any state".
type node struct {
	name string
	// was is the old name of a renamed state.
	was  string
	mark mark
	// terminal is set if the state has an outcome in its newest version.
	terminal bool
	// initial is the mark of the arrow to the initial state, if drawn is true.
	drawn   bool
	initial mark
	// rows are the internal transitions that differ.
	rows []row
}

type row struct {
	mark  mark
	label label
}

// edge is a transition between nodes, or a loop.
type edge struct {
	from, to int
	row
}

// label is the text of a transition, in lines: the event, its condition, and its actions
// or its changes.
type label struct {
	event, condition string
	more             []string
}

// differs reports whether anything in the diagram is changed.
func (g *graph) differs() bool {
	return slices.ContainsFunc(g.nodes, func(n node) bool { return n.mark != same || n.was != "" || n.initial != same || len(n.rows) > 0 }) ||
		slices.ContainsFunc(g.edges, func(e edge) bool { return e.mark != same })
}

// newLabel returns the label of a transition with its actions.
func newLabel(m *core.Machine, i int) label {
	t := &m.Transitions[i]
	l := label{event: m.Events[t.Event].Name}
	if t.Written != nil {
		l.condition = expr.Print(t.Written, expr.Math)
	} else if m.Otherwise(i) {
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

// draw makes the diagram of the comparison.
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

// touched reports whether a state itself or its data have changed.
func (c *comparison) touched(name string) bool {
	return slices.ContainsFunc(c.d.Changes, func(ch Change) bool {
		return ch.Part == "state" && ch.Name == name || ch.Part == "datum" && strings.HasPrefix(ch.Name, name+".")
	})
}

// drawPair draws a pair of transitions: an unchanged one without its actions, and a
// changed one with its changes.
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
			l.more = []string{"(now leads to " + target(c.b, &c.b.Transitions[p.new]) + ")"}
			old(l)
		}
	default:
		l := newLabel(c.b, p.new)
		l.more = nil
		new(same, l)
	}
}

// drawn writes a detail for a label, which already shows the new condition and target.
func (t Detail) drawn() string {
	switch t.What {
	case "if":
		return "was [" + t.Old + "]"
	case "leads to":
		return "led to " + t.Old
	}
	if t.What == "emits" && (t.Old == "" || t.New == "") {
		// The list of changes has the values of a new output.
		t.Old, t.New = bare(t.Old), bare(t.New)
	}
	switch {
	case t.Old == "":
		return "now " + t.What + ": " + t.New
	case t.New == "":
		return "no longer " + t.What + ": " + t.Old
	}
	t.Note = ""
	return t.What + ": " + t.sided()
}

var braced = regexp.MustCompile(`\{[^{}]*\}`)

// bare removes the values from a list of outputs, unless it contains strings, in which
// there may be braces.
func bare(outputs string) string {
	if strings.Contains(outputs, `"`) {
		return outputs
	}
	return braced.ReplaceAllString(outputs, "")
}

// put draws a transition. It draws an internal transition only if it differs.
func (g *graph) put(t *core.Transition, from, to int, r row) {
	switch {
	case !t.Internal && t.Effect == core.Take:
		g.edges = append(g.edges, edge{from, to, r})
	case r.mark != same:
		g.nodes[from].rows = append(g.nodes[from].rows, r)
	}
}

// drawRules draws the limit rule and the stall rule, once for all states.
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

// lone draws a machine that exists in only one version.
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
