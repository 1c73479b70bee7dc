package mermaid

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// builder makes the machine that a diagram means.
type builder struct {
	*drawing
	*machine
	of     map[*node]*state
	states names
	evs    names
	host   names // guards, outputs and delays, which are methods of one value
	known  map[string]string
	starts map[*node][]arrow // by block
	from   map[*node][]arrow
	into   map[*node]int // how many arrows lead there
	final  *state
	ways   int // that choices have led to so far
}

// build returns the machine of a diagram.
func build(d *drawing, name string) *machine {
	b := &builder{
		drawing: d, machine: &machine{name: name, doc: d.about(), root: &state{}}, of: make(map[*node]*state),
		states: names{}, evs: names{}, host: names{}, known: make(map[string]string),
		starts: make(map[*node][]arrow), from: make(map[*node][]arrow),
		into: make(map[*node]int),
	}
	for _, a := range d.arrows {
		b.into[a.to]++
		if a.from == nil {
			b.starts[a.block] = append(b.starts[a.block], a)
		} else {
			b.from[a.from] = append(b.from[a.from], a)
		}
	}
	for _, n := range d.nodes {
		if n.parent != nil && n.parent.kind != plain {
			b.fail(diag.CodeShape, n.at, "a choice, fork, or join cannot contain states")
		}
	}
	if b.diags.HasErrors() {
		return nil
	}
	b.declare()
	b.begins()
	for _, n := range d.nodes {
		b.rows(n)
	}
	for _, n := range d.nodes {
		b.leave(n)
	}
	b.order()
	b.terminals()
	b.prune()
	for _, t := range d.ignored {
		b.comments = append(b.comments, t.string)
	}
	return b.machine
}

var numbered = regexp.MustCompile(`^s_\d+$`)

// declare makes a state of each node that is one.
func (b *builder) declare() {
	var add func(n *node) *state
	add = func(n *node) *state {
		if s, ok := b.of[n]; ok {
			return s
		}
		parent := b.root
		if n.parent != nil {
			parent = add(n.parent)
		}
		s := &state{node: n, parent: parent}
		b.of[n] = s
		parent.inner = append(parent.inner, s)
		return s
	}
	var real []*node
	for _, n := range b.nodes {
		if n.kind == plain && !b.isMark(n) {
			real = append(real, n)
			add(n)
		}
	}
	// Those that can keep their name come first.
	name := func(n *node) string {
		if n.title != "" && (valid.MatchString(n.title) || numbered.MatchString(n.id)) {
			return n.title
		}
		return n.id
	}
	for _, keep := range []bool{true, false} {
		for _, n := range real {
			want := name(n)
			if valid.MatchString(want) != keep {
				continue
			}
			s := b.of[n]
			s.name = b.states.fresh(want, "State")
			for _, text := range []string{n.title, want} {
				if text != s.name && s.doc == "" {
					s.doc = text
				}
			}
		}
	}
	for _, n := range real {
		b.of[n].comments = append(b.of[n].comments, n.notes...)
		if n.block && len(b.of[n].inner) == 0 {
			b.warn(n.at, "the composite state `%s` has no states", diag.Clip(n.id))
		}
	}
}

// isMark reports whether a node only says something: fsmgen draws "any state"
// for what holds in all states, and what a composite state emits.
func (b *builder) isMark(n *node) bool {
	return !n.block && (n.has("any") && n.title == "any state" || n.has("visits") && len(b.from[n])+b.into[n] == 0)
}

// begins finds the states in which the machine and its composite states begin.
func (b *builder) begins() {
	if list := b.starts[nil]; len(list) == 1 && list[0].to != nil && b.of[list[0].to] != nil && list[0].label.string == "" {
		b.initial = b.of[list[0].to].name
	} else if len(list) > 0 {
		start := &state{name: b.states.fresh("Start", "Start"), parent: b.root, doc: "The initial state."}
		b.root.inner = slices.Insert(b.root.inner, 0, start)
		for _, a := range list {
			for _, l := range labels(a.label) {
				b.transition(start, a, l, nil)
			}
		}
		b.initial = start.name
	} else if len(b.root.inner) > 0 {
		b.initial = b.root.inner[0].name
		b.warn(b.root.inner[0].node.at, "the diagram has no initial arrow [*] -->: the import starts the machine in this state")
	} else {
		b.fail(diag.CodeMissing, text{line: 1, column: 1}, "the diagram has no states")
	}
	for _, n := range b.nodes {
		s := b.of[n]
		if s == nil || len(s.inner) == 0 {
			continue
		}
		for _, a := range b.starts[n] {
			to := b.of[a.to]
			switch {
			case s.initial != nil || a.label.string != "":
				b.ignore(a.at, "the import drops this arrow: a composite state has one initial arrow, without a label")
			case to == nil || to.parent != s:
				b.fail(diag.CodeShape, a.at, "the initial state of a composite state must be directly inside it")
			default:
				s.initial = to
			}
		}
	}
}

// rows reads what stands inside a node: what is emitted, what happens without
// leaving it, and descriptions.
func (b *builder) rows(n *node) {
	s := b.of[n]
	if s == nil && b.isMark(n) {
		s = b.root
		if n.parent != nil {
			s = b.of[n.parent]
		}
		if n.has("visits") && s == b.root {
			b.comments = append(b.comments, n.title)
			for _, r := range n.rows {
				b.comments = append(b.comments, decode(r.string))
			}
			return
		}
		if n.has("visits") && !b.visit(s, n.title, n.at) {
			b.ignore(n.at, "the import drops the text in the composite state")
		}
	}
	if s == nil {
		for _, r := range n.rows {
			b.ignore(r, "the import drops text at a choice, fork, or join")
		}
		return
	}
	for _, r := range n.rows {
		text := strings.TrimSpace(decode(breaks.ReplaceAllString(r.string, " ")))
		if b.visit(s, text, r) {
			continue
		}
		if l := parse(r); b.isRow(l, text) {
			b.stay(s, l)
			continue
		}
		switch {
		case s == b.root:
			b.ignore(r, "the import drops this text")
		case s.doc == "":
			s.doc = text
		default:
			s.doc += " " + text
		}
	}
}

// visit reads "entry / Output, Output" and its like.
func (b *builder) visit(s *state, row string, at text) bool {
	verb, rest, ok := strings.Cut(row, " / ")
	if events, is := strings.CutPrefix(row, "ignores "); is && !ok && s.ignores(b, events) {
		return true
	}
	switch {
	case !ok || s == b.root:
		return false
	case verb == "entry" || verb == "do" || verb == "exit":
	default:
		return false
	}
	outputs := b.outs(list(rest), at)
	if verb == "do" {
		b.warn(at, "an activity of a state cannot be imported: the import emits it on entry")
	}
	if verb == "exit" {
		s.exit = append(s.exit, outputs...)
	} else {
		s.entry = append(s.entry, outputs...)
	}
	return true
}

// ignores reads a list of events, if it is one.
func (s *state) ignores(b *builder, events string) bool {
	parts := list(events)
	if slices.ContainsFunc(parts, func(e string) bool { return strings.Contains(e, " ") }) {
		return false
	}
	for _, e := range parts {
		if name := b.event(e, false); !slices.Contains(s.ignore, name) {
			s.ignore = append(s.ignore, name)
		}
	}
	return true
}

// isRow tells "Event [guard] / action" from a sentence with a slash in it.
func (b *builder) isRow(l label, text string) bool {
	spaced := strings.Contains(text, " / ") || l.guard != "" || l.otherwise || len(l.after) > 0
	return valid.MatchString(l.event) && spaced
}

// stay adds what happens without leaving the state.
func (b *builder) stay(s *state, l label) {
	event := b.event(l.event, l.environment)
	b.timers(s, l, event)
	a := alternative{at: l.at}
	switch {
	case slices.Equal(l.actions, []string{"ignored"}) && l.guard == "":
		a.otherwise = "ignore"
	case slices.Equal(l.actions, []string{"rejected"}) && l.guard == "":
		a.otherwise = "reject"
	case len(l.actions) == 0 && l.guard == "":
		a.otherwise = "ignore"
	default:
		a.emit = b.outs(l.actions, l.at)
		if l.guard != "" {
			a.guard = b.expression(l.guard)
		}
		if len(a.emit) == 0 {
			b.warn(l.at, "an internal transition must have an effect: the import makes it a self-transition")
			a.to = s
		}
	}
	s.handle(event, a)
}
