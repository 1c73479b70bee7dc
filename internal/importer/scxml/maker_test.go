package scxml

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// maker makes random documents.
type maker struct {
	*rand.Rand
	states    []*modelState
	histories []*modelHistory
	logs      int
	// loud is how many of 16 actions put an event into a queue.
	loud int
	// wild makes documents of which many cannot be imported.
	wild bool
	// split makes documents with parallel states. Each region mostly has a variable of its own, of names.
	split bool
	// free makes documents that only the import by configurations accepts: regions in regions at any depth, several targets, and
	// histories everywhere.
	free  bool
	names []string
	// late makes documents that send events with delays, whose number is delays. No two of them have the same delay.
	late   bool
	delays int
	// veiled are the conditions that the document hides in functions, by their text.
	veiled map[string]modelExpr
}

func (r *maker) model() *model {
	m := &model{root: &modelState{}, vars: map[string]int64{"x": 1, "y": 2, "b": 0}}
	if r.loud = max(0, r.IntN(6)-2); r.wild {
		r.loud = r.IntN(8)
	}
	if r.split && r.IntN(8) > 0 {
		r.loud = 0
	}
	r.name(m.root)
	r.inside(m.root, 0)
	var all []*modelState
	for _, s := range r.states {
		r.remember(s)
	}
	for _, s := range r.states {
		if !s.final {
			all = append(all, s)
		}
		r.name(s)
		if len(s.inner) > 0 && !s.parallel && r.IntN(2) == 0 {
			if s.initial = r.below(s); s.initial.region() != s.region() || r.split && r.IntN(12) > 0 {
				s.initial = s.inner[r.IntN(len(s.inner))]
			}
		}
		if len(s.inner) > 0 && !s.parallel && r.IntN(4) == 0 {
			s.begin = r.actions(2, false)
		}
		if s.entry = r.actions(2, true); len(s.remembered()) > 0 && !r.wild && r.IntN(8) > 0 {
			s.entry, s.begin = nil, nil
		}
		if !s.final || s.parent != m.root {
			s.exit = r.actions(2, true)
		}
		if s.region() != nil && r.IntN(30) > 0 {
			s.exit = nil
		}
	}
	if r.IntN(2) == 0 {
		if m.root.initial = r.below(m.root); m.root.initial.region() != nil && r.IntN(20) > 0 {
			m.root.initial = nil
		}
	}
	var split []*modelState
	for _, s := range all {
		if s.region() != nil {
			split = append(split, s)
		}
	}
	for range 2 + r.IntN(12) {
		if len(all) == 0 {
			break
		}
		s := all[r.IntN(len(all))]
		if len(split) > 0 && r.IntN(2) == 0 {
			s = split[r.IntN(len(split))]
		}
		r.name(s)
		t := modelTransition{source: s, events: r.events(), internal: r.IntN(3) == 0}
		if r.IntN(4) > 0 {
			t.content = r.contents(3)
		}
		if r.IntN(4) > 0 {
			t.target = r.states[r.IntN(len(r.states))]
		}
		if region := s.region(); region != nil && len(region.inner) > 0 && r.IntN(5) > 0 {
			if t.target = r.below(region); s == region && r.IntN(4) > 0 {
				t.internal = true
			}
		}
		if n := len(r.histories); n > 0 && r.IntN(2) == 0 {
			if h := r.histories[r.IntN(n)]; s != h.parent && !s.within(h.parent) && !h.parent.within(s) || r.wild || r.IntN(30) == 0 {
				t.target, t.history = nil, h
			}
		}
		if t.events == "" || r.IntN(2) == 0 {
			t.cond = r.cond(2)
		}
		if r.split && r.IntN(6) == 0 {
			t.cond = r.in(t.cond)
		}
		s.trans = append(s.trans, t)
	}
	for _, s := range r.states {
		if s.final && s.parent != m.root && r.IntN(2) == 0 && s.region() == nil {
			r.leave(s)
		}
	}
	for _, s := range r.states {
		if s.parallel {
			r.over(s)
		}
	}
	for _, s := range r.states {
		if s.parallel {
			r.echo(s)
		}
	}
	for _, s := range r.states {
		if s.parallel && s.parent.parallel && r.IntN(12) > 0 {
			s.trans, s.entry, s.exit = nil, nil, nil
		}
	}
	for _, h := range r.histories {
		r.comeBack(h, all)
	}
	if r.IntN(4) == 0 && (!r.split || r.IntN(6) == 0) {
		r.spoil(all)
	}
	if r.free {
		r.spread(all)
	}
	if r.late {
		r.delay(all)
	}
	if r.IntN(4) == 0 {
		r.peek()
	}
	if r.loud > 0 && r.IntN(3) == 0 {
		r.ask(all)
	}
	return m
}

// peek lets entries and exits ask which states are active.
func (r *maker) peek() {
	for _, s := range r.states {
		of := r.states[r.IntN(len(r.states))]
		if r.IntN(4) > 0 || of.region() != s.region() && r.IntN(20) > 0 {
			continue
		}
		r.name(s)
		a := modelAction{value: r.in(modelExpr{}), then: []modelAction{r.assign()}, or: []modelAction{r.assign()}, peeks: 1}
		if r.IntN(2) == 0 {
			s.entry = append(s.entry, a)
		} else if !s.final && s.region() == nil {
			s.exit = append(s.exit, a)
		}
	}
}

// ask lets a condition ask for the name of an event in a queue.
func (r *maker) ask(all []*modelState) {
	for _, s := range all {
		for i := range s.trans {
			if t := &s.trans[i]; t.events == "r" || t.events == "q" || t.events == "r q" || t.events == "q.r" {
				name := []string{"r", "q", "q.r"}[r.IntN(3)]
				t.cond = modelExpr{"_event.name === '" + name + "'", func(m map[string]int64) int64 { return m["event "+name] }}
			}
		}
	}
}

// name chooses the variables for what a state does.
func (r *maker) name(s *modelState) {
	r.names = []string{"x", "y"}
	if region := s.region(); region != nil && r.IntN(12) > 0 {
		i := slices.Index(region.parent.inner, region)
		r.names = []string{[]string{"x", "y", "b"}[i%3]}
	}
}

// region returns the region in which a state is, or nil.
func (s *modelState) region() *modelState {
	for ; s.parent != nil; s = s.parent {
		if s.parent.parallel {
			return s
		}
	}
	return nil
}

// in adds whether a state is active to a condition.
func (r *maker) in(cond modelExpr) modelExpr {
	id := r.states[r.IntN(len(r.states))].id
	e := modelExpr{"In('" + id + "')", func(m map[string]int64) int64 { return m["In "+id] }}
	if cond.eval == nil {
		return e
	}
	return modelExpr{e.text + " && (" + cond.text + ")", func(m map[string]int64) int64 { return e.eval(m) & cond.eval(m) }}
}

// over makes it likely that a parallel state is done, and leaves it then.
func (r *maker) over(p *modelState) {
	if r.IntN(2) == 0 {
		return
	}
	for _, region := range p.inner {
		i := slices.IndexFunc(region.inner, func(c *modelState) bool { return c.final })
		if i < 0 {
			return
		}
		for _, c := range region.inner {
			if !c.final {
				c.trans = append(c.trans, modelTransition{source: c, events: []string{"e", "f", "g"}[r.IntN(3)], target: region.inner[i]})
			}
		}
	}
	t := modelTransition{source: p, events: "done.state." + p.id, target: r.states[r.IntN(len(r.states))]}
	if r.IntN(10) == 0 {
		t.cond = r.cond(1)
	}
	p.trans = append(p.trans, t)
}

// events makes the events of a transition.
func (r *maker) events() string {
	list := []string{"", "e", "e", "f", "e.f", "e.* f", "*", "f.g e.f.g"}
	var finals []string
	if r.split && r.IntN(16) > 0 {
		return []string{"", "e", "e", "f", "e.f", "f.g e.f.g", "g", "g", "f", "e"}[r.IntN(10)]
	}
	for _, s := range r.states {
		if s.final && s.parent.id != "" {
			finals = append(finals, "done.state."+s.parent.id, "done.state."+s.parent.id, "done")
		}
	}
	if r.loud > 0 {
		list = append(list, "r", "q", "r q", "q.r")
	}
	list = append(list, finals...)
	return list[r.IntN(len(list))]
}

// echo lets a region raise an event that another one always hears.
func (r *maker) echo(p *modelState) {
	if r.IntN(3) > 0 {
		return
	}
	hears := p.inner[r.IntN(len(p.inner))]
	r.name(hears)
	t := modelTransition{source: hears, events: "q", internal: true, content: r.contents(1)}
	if len(hears.inner) > 0 && r.IntN(4) > 0 {
		t.target = r.below(hears)
	}
	hears.trans = append(hears.trans, t)
	for _, s := range r.states {
		if !s.within(p) || s == hears || s.within(hears) {
			continue
		}
		for i := range s.trans {
			if r.IntN(2) == 0 && s.trans[i].events != "" {
				s.trans[i].content = append(s.trans[i].content, modelAction{raise: "q"})
			}
		}
		if !s.final && s.region() == s && r.IntN(2) == 0 {
			s.trans = append(s.trans, modelTransition{source: s, events: "g", content: []modelAction{{raise: "q"}}})
		}
	}
}

// spoil makes assignments and conditions fail.
func (r *maker) spoil(all []*modelState) {
	fail := func(list *[]modelAction) {
		if r.IntN(4) == 0 {
			*list = slices.Insert(*list, r.IntN(len(*list)+1), modelAction{fails: true})
		}
	}
	for _, s := range r.states {
		fail(&s.entry)
		for i := range s.trans {
			if t := &s.trans[i]; r.IntN(8) == 0 {
				t.cond = modelExpr{text: "return"}
			} else {
				fail(&t.content)
			}
		}
	}
	if len(all) > 0 {
		s := all[r.IntN(len(all))]
		s.trans = append(s.trans, modelTransition{source: s, events: []string{"error", "error.execution", "error.* e"}[r.IntN(3)], content: r.contents(2), target: r.states[r.IntN(len(r.states))]})
	}
}

// comeBack makes it likely that the machine leaves the state of a history, and returns.
func (r *maker) comeBack(h *modelHistory, all []*modelState) {
	if r.split || len(all) == 0 || r.IntN(2) == 0 {
		return
	}
	if z := all[r.IntN(len(all))]; z != h.parent && !z.within(h.parent) && !h.parent.within(z) {
		h.parent.trans = append(h.parent.trans, modelTransition{source: h.parent, events: "g", target: z})
		z.trans = append(z.trans, modelTransition{source: z, events: "g", history: h})
	}
}

// leave gives the compound state around a final state a transition for its end, and makes it likely that it ends.
func (r *maker) leave(s *modelState) {
	to := r.states[r.IntN(len(r.states))]
	t := modelTransition{source: s.parent, events: "done.state." + s.parent.id, target: to}
	if r.IntN(4) == 0 {
		t.cond = r.cond(1)
	}
	s.parent.trans = append(s.parent.trans, t)
	for _, other := range s.parent.inner {
		if !other.final && r.IntN(2) == 0 {
			other.trans = append(other.trans, modelTransition{source: other, events: []string{"e", "f", "r"}[r.IntN(3)], target: s})
		}
	}
}

// remember gives a compound state a history.
func (r *maker) remember(s *modelState) {
	if len(s.inner) == 0 || r.IntN(5) > 1 || r.split && r.IntN(20) > 0 {
		return
	}
	h := &modelHistory{id: "h" + s.id, parent: s, deep: r.IntN(2) == 0, target: s.inner[r.IntN(len(s.inner))]}
	if r.IntN(8) == 0 {
		h.target = r.below(s)
	}
	if r.IntN(16) == 0 {
		h.content = r.actions(1, false)
	}
	s.histories = append(s.histories, h)
	r.histories = append(r.histories, h)
}

// remembered lists the histories in which a state is.
func (s *modelState) remembered() (list []*modelHistory) {
	for p := s.parent; p != nil; p = p.parent {
		list = append(list, p.histories...)
	}
	return list
}

// event makes an action that puts an event into a queue.
func (r *maker) event() modelAction {
	name := []string{"r", "q", "q.r", "e", "rr"}[r.IntN(5)]
	if r.IntN(3) == 0 {
		return modelAction{send: name}
	}
	return modelAction{raise: name}
}

// inside adds states.
func (r *maker) inside(s *modelState, depth int) {
	n := 1 + r.IntN(3)
	if s.parallel {
		n = 2 + r.IntN(5)/4
	}
	for range n {
		c := &modelState{id: fmt.Sprintf("s%d", len(r.states)), number: len(r.states) + 1, parent: s}
		r.states, s.inner = append(r.states, c), append(s.inner, c)
		if depth < 3 && r.IntN(2) == 0 || s.parallel && r.IntN(4) > 0 {
			c.parallel = r.split && (c.region() == nil && r.IntN(3) > 0 || s.parallel && depth < 4 && r.IntN(14) == 0 || r.free && r.IntN(3) == 0)
			if r.inside(c, depth+1); s.parallel && !c.parallel && r.IntN(3) > 0 {
				f := &modelState{id: fmt.Sprintf("s%d", len(r.states)), number: len(r.states) + 1, parent: c, final: true}
				r.states, c.inner = append(r.states, f), append(c.inner, f)
			}
		} else if r.IntN(3) == 0 && !s.parallel {
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
		case r.IntN(16) < r.loud:
			list = append(list, r.event())
		case n == 0 && logs && (len(r.names) > 1 || r.IntN(4) == 0):
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
		switch n := r.IntN(4); {
		case r.IntN(16) < 2*r.loud:
			list = append(list, r.event())
		case n == 0 && (len(r.names) > 1 || r.IntN(4) == 0):
			list = append(list, r.log())
		case n == 1:
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
	if len(r.names) > 1 && r.IntN(4) == 0 || r.names[0] == "b" {
		return modelAction{variable: "b", value: r.cond(1)}
	}
	v := r.number(1)
	return modelAction{variable: r.names[r.IntN(len(r.names))], value: modelExpr{"(" + v.text + ") % 5", func(m map[string]int64) int64 { return v.eval(m) % 5 }}}
}

func (r *maker) number(depth int) modelExpr {
	switch n := r.IntN(7); {
	case n < 2 || depth == 0 && n > 3:
		c := int64(r.IntN(5))
		return modelExpr{fmt.Sprint(c), func(map[string]int64) int64 { return c }}
	case n < 4:
		name := r.names[r.IntN(len(r.names))]
		if name == "b" {
			return modelExpr{"4", func(map[string]int64) int64 { return 4 }}
		}
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
	case n == 0 && len(r.names) > 1 || r.names[0] == "b" && n < 5:
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
