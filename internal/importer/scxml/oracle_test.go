package scxml

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// The model is a document as the tests make it, with an interpreter that follows the algorithm of the recommendation
// (Appendix D) and shares nothing with the importer.

type modelState struct {
	id          string
	parent      *modelState
	inner       []*modelState
	initial     *modelState // nil for the first state
	begin       []modelAction
	final       bool
	trans       []modelTransition
	entry, exit []modelAction
}

type modelTransition struct {
	source, target *modelState
	events         string // "" for none
	cond           modelExpr
	internal       bool
	content        []modelAction
}

// modelAction is a log, an assignment, or an if.
type modelAction struct {
	log      string
	variable string
	value    modelExpr
	then, or []modelAction
}

// modelExpr is an expression, as text and as what it computes; booleans are 0 and 1.
type modelExpr struct {
	text string
	eval func(map[string]int64) int64
}

// model runs a document.
type model struct {
	root    *modelState
	leaf    *modelState
	vars    map[string]int64
	outputs []string
	ended   bool
	steps   int
}

func (s *modelState) within(outer *modelState) bool {
	for p := s.parent; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

// maxMicrosteps is how many steps of the model follow an event; what needs more is not compared.
const maxMicrosteps = 40

func (m *model) start() {
	m.enter(m.root, m.root.first(), m.root)
	m.settle()
}

func (s *modelState) first() *modelState {
	if s.initial != nil {
		return s.initial
	}
	return s.inner[0]
}

func (m *model) send(event string) {
	if t := m.choose(event); t != nil && !m.ended {
		m.take(t)
		m.settle()
	}
}

// settle takes transitions without an event until none applies.
func (m *model) settle() {
	for !m.ended && m.steps <= maxMicrosteps {
		t := m.choose("")
		if t == nil {
			return
		}
		m.take(t)
	}
}

// choose returns the first transition for an event, from the inside out.
func (m *model) choose(event string) *modelTransition {
	for s := m.leaf; s != nil; s = s.parent {
		for i := range s.trans {
			t := &s.trans[i]
			match := event == "" && t.events == ""
			for _, d := range strings.Fields(t.events) {
				d = strings.TrimSuffix(d, ".*")
				match = match || event != "" && (d == "*" || event == d || strings.HasPrefix(event, d+"."))
			}
			if match && (t.cond.eval == nil || t.cond.eval(m.vars) != 0) {
				return t
			}
		}
	}
	return nil
}

// take executes a transition.
func (m *model) take(t *modelTransition) {
	m.steps++
	if t.target == nil {
		m.run(t.content)
		return
	}
	domain := t.source
	if !t.internal || len(t.source.inner) == 0 || !t.target.within(t.source) {
		domain = t.source.parent
		for !t.target.within(domain) {
			domain = domain.parent
		}
	}
	for s := m.leaf; s != domain; s = s.parent {
		m.run(s.exit)
	}
	m.run(t.content)
	m.enter(domain, t.target, nil)
}

// enter enters a state that is inside the domain; begins is a state whose initial state is entered with it, without its entry.
func (m *model) enter(domain, target, begins *modelState) {
	set := map[*modelState]bool{}
	starts := map[*modelState]bool{begins: true}
	for s := target; ; s = s.first() {
		for p := s; p != domain && !set[p]; p = p.parent {
			set[p] = true
		}
		if m.leaf = s; len(s.inner) == 0 {
			break
		}
		starts[s] = true
	}
	if begins != nil {
		m.run(begins.begin)
	}
	var walk func(s *modelState)
	walk = func(s *modelState) {
		if set[s] {
			m.run(s.entry)
			if starts[s] {
				m.run(s.begin)
			}
		}
		for _, c := range s.inner {
			walk(c)
		}
	}
	walk(m.root)
	m.ended = m.leaf.final && m.leaf.parent == m.root
}

func (m *model) run(list []modelAction) {
	for _, a := range list {
		switch {
		case a.log != "":
			m.outputs = append(m.outputs, a.log)
		case a.variable != "":
			m.vars[a.variable] = a.value.eval(m.vars)
		case a.value.eval(m.vars) != 0:
			m.run(a.then)
		default:
			m.run(a.or)
		}
	}
}

// xml writes the document.
func (m *model) xml() string {
	var b strings.Builder
	b.WriteString("<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" version=\"1.0\" datamodel=\"ecmascript\"")
	if m.root.initial != nil && len(m.root.begin) == 0 {
		fmt.Fprintf(&b, " initial=%q", m.root.initial.id)
	}
	b.WriteString("><datamodel><data id=\"x\" expr=\"1\"/><data id=\"y\" expr=\"2\"/><data id=\"b\" expr=\"false\"/></datamodel>\n")
	for _, s := range m.root.inner {
		s.xml(&b)
	}
	b.WriteString("</scxml>\n")
	return b.String()
}

func quote(s string) string {
	return `"` + strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(s) + `"`
}

func (s *modelState) xml(b *strings.Builder) {
	name := "state"
	if s.final {
		name = "final"
	}
	fmt.Fprintf(b, "<%s id=%q", name, s.id)
	if s.initial != nil && len(s.begin) == 0 {
		fmt.Fprintf(b, " initial=%q", s.initial.id)
	}
	b.WriteString(">\n")
	if len(s.begin) > 0 {
		fmt.Fprintf(b, "<initial><transition target=%q>", s.first().id)
		actions(b, s.begin)
		b.WriteString("</transition></initial>\n")
	}
	for _, part := range []struct {
		name string
		list []modelAction
	}{{"onentry", s.entry}, {"onexit", s.exit}} {
		fmt.Fprintf(b, "<%s>", part.name)
		actions(b, part.list)
		fmt.Fprintf(b, "</%s>\n", part.name)
	}
	for _, t := range s.trans {
		b.WriteString("<transition")
		for _, a := range [][2]string{{"event", t.events}, {"cond", t.cond.text}} {
			if a[1] != "" {
				fmt.Fprintf(b, " %s=%s", a[0], quote(a[1]))
			}
		}
		if t.target != nil {
			fmt.Fprintf(b, " target=%q", t.target.id)
		}
		if t.internal {
			b.WriteString(` type="internal"`)
		}
		b.WriteString(">")
		actions(b, t.content)
		b.WriteString("</transition>\n")
	}
	for _, c := range s.inner {
		c.xml(b)
	}
	fmt.Fprintf(b, "</%s>\n", name)
}

func actions(b *strings.Builder, list []modelAction) {
	for _, a := range list {
		switch {
		case a.log != "":
			fmt.Fprintf(b, "<log expr=\"'%s'\"/>", a.log)
		case a.variable != "":
			fmt.Fprintf(b, "<assign location=%q expr=%s/>", a.variable, quote(a.value.text))
		default:
			fmt.Fprintf(b, "<if cond=%s>", quote(a.value.text))
			actions(b, a.then)
			b.WriteString("<else/>")
			actions(b, a.or)
			b.WriteString("</if>")
		}
	}
}

// maker makes random documents.
type maker struct {
	*rand.Rand
	states []*modelState
	logs   int
}

func (r *maker) model() *model {
	m := &model{root: &modelState{}, vars: map[string]int64{"x": 1, "y": 2, "b": 0}}
	r.inside(m.root, 0)
	var all []*modelState
	for _, s := range r.states {
		if !s.final {
			all = append(all, s)
		}
		if len(s.inner) > 0 && r.IntN(2) == 0 {
			s.initial = r.below(s)
		}
		if len(s.inner) > 0 && r.IntN(4) == 0 {
			s.begin = r.actions(2, false)
		}
		s.entry = r.actions(2, true)
		if !s.final {
			s.exit = r.actions(2, true)
		}
	}
	if r.IntN(2) == 0 {
		m.root.initial = r.below(m.root)
	}
	for range 2 + r.IntN(8) {
		if len(all) == 0 {
			break
		}
		s := all[r.IntN(len(all))]
		t := modelTransition{source: s, events: []string{"", "e", "e", "f", "e.f", "e.* f", "*", "f.g e.f.g"}[r.IntN(8)], internal: r.IntN(3) == 0}
		if r.IntN(4) > 0 {
			t.content = r.contents(3)
		}
		if r.IntN(4) > 0 {
			t.target = r.states[r.IntN(len(r.states))]
		}
		if t.events == "" || r.IntN(2) == 0 {
			t.cond = r.cond(2)
		}
		s.trans = append(s.trans, t)
	}
	return m
}

// inside adds states. Final states at deeper levels would raise events.
func (r *maker) inside(s *modelState, depth int) {
	for range 1 + r.IntN(3) {
		c := &modelState{id: fmt.Sprintf("s%d", len(r.states)), parent: s}
		r.states, s.inner = append(r.states, c), append(s.inner, c)
		if depth < 3 && r.IntN(2) == 0 {
			r.inside(c, depth+1)
		} else if depth == 0 && r.IntN(3) == 0 {
			c.final = true
		}
	}
}

func (r *maker) below(s *modelState) *modelState {
	var list []*modelState
	for _, c := range r.states {
		if c.within(s) {
			list = append(list, c)
		}
	}
	return list[r.IntN(len(list))]
}

// actions makes content of entries and exits, in which only logs at the top are kept.
func (r *maker) actions(most int, logs bool) (list []modelAction) {
	for range r.IntN(most + 1) {
		switch n := r.IntN(4); {
		case n == 0 && logs:
			list = append(list, r.log())
		case n == 1:
			list = append(list, modelAction{value: r.cond(1), then: r.actions(1, false), or: r.actions(1, false)})
		default:
			list = append(list, r.assign())
		}
	}
	return list
}

// contents makes content of transitions, with logs at all levels.
func (r *maker) contents(most int) (list []modelAction) {
	for range r.IntN(most + 1) {
		switch r.IntN(4) {
		case 0:
			list = append(list, r.log())
		case 1:
			list = append(list, modelAction{value: r.cond(1), then: r.contents(2), or: r.contents(1)})
		default:
			list = append(list, r.assign())
		}
	}
	return list
}

func (r *maker) log() modelAction {
	r.logs++
	return modelAction{log: fmt.Sprintf("l%d", r.logs)}
}

func (r *maker) assign() modelAction {
	if r.IntN(4) == 0 {
		return modelAction{variable: "b", value: r.cond(1)}
	}
	v := r.number(1)
	return modelAction{variable: []string{"x", "y"}[r.IntN(2)], value: modelExpr{"(" + v.text + ") % 5", func(m map[string]int64) int64 { return v.eval(m) % 5 }}}
}

func (r *maker) number(depth int) modelExpr {
	switch n := r.IntN(7); {
	case n < 2 || depth == 0 && n > 3:
		c := int64(r.IntN(5))
		return modelExpr{fmt.Sprint(c), func(map[string]int64) int64 { return c }}
	case n < 4:
		name := []string{"x", "y"}[r.IntN(2)]
		return modelExpr{name, func(m map[string]int64) int64 { return m[name] }}
	case n == 4:
		a := r.number(depth - 1)
		return modelExpr{"-(" + a.text + ")", func(m map[string]int64) int64 { return -a.eval(m) }}
	}
	a, b := r.number(depth-1), r.number(depth-1)
	o := r.IntN(5)
	text := []string{"(%s) + (%s)", "(%s) - (%s)", "(%s) * (%s)", "Math.min(%s, %s)", "Math.max(%s, %s)"}[o]
	return modelExpr{fmt.Sprintf(text, a.text, b.text), func(m map[string]int64) int64 {
		p, q := a.eval(m), b.eval(m)
		return []int64{p + q, p - q, p * q, min(p, q), max(p, q)}[o]
	}}
}

func (r *maker) cond(depth int) modelExpr {
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch n := r.IntN(8); {
	case n == 0:
		return modelExpr{"b", func(m map[string]int64) int64 { return m["b"] }}
	case n < 5 || depth == 0:
		a, c := r.number(1), r.number(1)
		o := r.IntN(6)
		return modelExpr{"(" + a.text + ") " + []string{"===", "!=", "<", "<=", ">", ">="}[o] + " (" + c.text + ")", func(m map[string]int64) int64 {
			p, q := a.eval(m), c.eval(m)
			return truth([]bool{p == q, p != q, p < q, p <= q, p > q, p >= q}[o])
		}}
	case n == 5:
		a := r.cond(depth - 1)
		return modelExpr{"!(" + a.text + ")", func(m map[string]int64) int64 { return 1 - a.eval(m) }}
	case n == 6:
		a, c := r.cond(depth-1), r.cond(depth-1)
		return modelExpr{"(" + a.text + ") && (" + c.text + ")", func(m map[string]int64) int64 { return a.eval(m) & c.eval(m) }}
	}
	a, c := r.cond(depth-1), r.cond(depth-1)
	return modelExpr{"(" + a.text + ") || (" + c.text + ")", func(m map[string]int64) int64 { return a.eval(m) | c.eval(m) }}
}

// see returns what the model shows since the last time.
func (m *model) see() string {
	s := fmt.Sprintf("%s %v x=%d y=%d b=%d", m.leaf.id, slices.Clone(m.outputs), m.vars["x"], m.vars["y"], m.vars["b"])
	m.outputs = nil
	return s
}
