package mermaid

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// builder fills the draft of a spec from a diagram.
type builder struct {
	drawing *drawing
	shape   *shape
	of      map[*node]*draft.State
	starts  map[*node][]arrow // by block
	from    map[*node][]arrow
	finals  map[*node]*draft.State // by block
	ways    int                    // into which choices and completion transitions have branched so far
	// acts reports that the import has said how it tells actions from other text.
	acts bool
}

// build fills the draft from a drawing.
func build(d *drawing) {
	b := &builder{
		drawing: d, shape: &shape{d}, of: make(map[*node]*draft.State),
		starts: make(map[*node][]arrow), from: make(map[*node][]arrow), finals: make(map[*node]*draft.State),
	}
	b.drawing.draft.Doc = d.about()
	b.shape.regions()
	b.shape.forks()
	b.shape.nameRegions()
	for _, a := range d.arrows {
		if a.from == nil {
			b.starts[a.block] = append(b.starts[a.block], a)
		} else {
			b.from[a.from] = append(b.from[a.from], a)
		}
	}
	for _, n := range d.nodes {
		if n.parent != nil && n.parent.kind != plain && n.parent.kind != region {
			b.drawing.fail(diag.CodeShape, n.at, "a choice, fork, or join cannot contain states")
		}
	}
	if b.drawing.draft.Failed() {
		return
	}
	b.declare()
	b.begins()
	for _, n := range d.nodes {
		b.rows(n)
	}
	for _, n := range d.nodes {
		b.leave(n)
	}
}

var numbered = regexp.MustCompile(`^s_\d+$`)

// declare creates a state for each node that represents one.
func (b *builder) declare() {
	called := make(map[string]int)
	for _, n := range b.drawing.nodes {
		called[strings.ToLower(n.title)]++
	}
	var add func(n *node) *draft.State
	add = func(n *node) *draft.State {
		if s, ok := b.of[n]; ok {
			return s
		}
		parent := b.drawing.draft.Root
		if n.parent != nil {
			parent = add(n.parent)
			if s, ok := b.of[n]; ok { // it is a region of its parent
				return s
			}
		}
		want := n.id
		if n.title != "" && (draft.IsName(n.title) && called[strings.ToLower(n.title)] == 1 || numbered.MatchString(n.id)) {
			want = n.title
		}
		s := b.drawing.draft.AddState(parent, &draft.State{Want: want, Title: n.title, Parallel: n.parallel, At: n.at.span(b.drawing.file)})
		b.of[n] = s
		for _, r := range b.shape.divided(n) {
			add(r)
		}
		return s
	}
	for _, n := range b.drawing.nodes {
		if (n.kind == plain || n.kind == region) && !b.shape.isMark(n) {
			add(n)
		}
	}
	for _, n := range b.drawing.nodes {
		s := b.of[n]
		if s == nil {
			continue
		}
		s.Comments = append(s.Comments, n.notes...)
		switch b.isEnd(n) {
		case ends:
			s.End = n.outcome()
		case rests:
			s.Final = true
		}
		if n.block && len(s.Inner()) == 0 {
			b.drawing.warn(n.at, "the composite state `%s` has no states", diag.Clip(n.id))
		}
	}
}

// outcome returns the name of the outcome of a terminal state: a class without another meaning in fsmgen.
func (n *node) outcome() string {
	name := "done"
	for _, c := range n.classes {
		if !slices.Contains([]string{"any", "visits", "visited", "outside", "collapsed"}, c) && draft.CanName(c) {
			name = c
		}
	}
	return name
}

// rows reads the rows inside a node: outputs, internal transitions, and descriptions.
func (b *builder) rows(n *node) {
	s := b.of[n]
	title, rows := n.title, n.rows
	for len(rows) > 0 && strings.HasPrefix(rows[0].string, indent) { // it continues the title
		title += " " + decode(strings.TrimPrefix(rows[0].string, indent))
		rows = rows[1:]
	}
	if s == nil && b.shape.isMark(n) {
		s = b.drawing.draft.Root
		if n.parent != nil {
			s = b.of[n.parent]
		}
		if n.has("visits") && s == b.drawing.draft.Root {
			b.drawing.draft.Comment(n.title)
			for _, r := range n.rows {
				b.drawing.draft.Comment(decode(r.string))
			}
			return
		}
		if n.has("visits") && !b.visit(s, title, n.at) {
			b.drawing.ignore(n.at, "the import drops the text in the composite state")
		}
	}
	if s == nil {
		for _, r := range n.rows {
			b.drawing.ignore(r, "the import drops text at a choice, fork, or join")
		}
		return
	}
	for _, r := range continued(rows) {
		text := strings.TrimSpace(decode(breaks.ReplaceAllString(r.string, " ")))
		if b.visit(s, text, r) {
			continue
		}
		if l := parse(r); b.isRow(l, text) {
			b.stay(s, l)
			continue
		}
		switch {
		case s == b.drawing.draft.Root:
			b.drawing.ignore(r, "the import drops this text")
		case s.Doc == "":
			s.Doc = text
		default:
			s.Doc += " " + text
		}
	}
}

// indent begins a row that continues the one above it.
const indent = "#160;#160;"

// continued joins rows with those that continue them.
func continued(rows []text) []text {
	var list []text
	for _, r := range rows {
		if rest, ok := strings.CutPrefix(r.string, indent); ok && len(list) > 0 {
			list[len(list)-1].string += " " + rest
			continue
		}
		list = append(list, r)
	}
	return list
}

// visit reads rows such as "entry / Output, Output".
func (b *builder) visit(s *draft.State, row string, at text) bool {
	verb, rest, ok := strings.Cut(row, " / ")
	if events, is := strings.CutPrefix(row, "ignores "); is && !ok && b.ignores(s, events) {
		return true
	}
	switch {
	case !ok || s == b.drawing.draft.Root:
		return false
	case verb == "invoke":
		b.drawing.ignore(at, "the import cannot declare what the state invokes: its results become events")
		return true
	case verb == "entry" || verb == "do" || verb == "exit":
	default:
		return false
	}
	outputs := b.outs(list(rest), at)
	if verb == "do" {
		b.drawing.warn(at, "an activity of a state cannot be imported: the import emits it on entry")
	}
	if verb == "exit" {
		s.Exit = append(s.Exit, outputs...)
	} else {
		s.Entry = append(s.Entry, outputs...)
	}
	return true
}

// ignores reads a list of events, if it is one.
func (b *builder) ignores(s *draft.State, events string) bool {
	parts := list(events)
	if slices.ContainsFunc(parts, func(e string) bool { return strings.Contains(e, " ") }) {
		return false
	}
	for _, e := range parts {
		if name := b.drawing.draft.Event(e, false); !slices.Contains(s.Ignore, name) {
			s.Ignore = append(s.Ignore, name)
		}
	}
	return true
}

// isRow distinguishes "Event [guard] / action" from a sentence that contains a slash.
func (b *builder) isRow(l label, text string) bool {
	if strings.HasPrefix(text, "[") {
		return false // the text is not that of an event
	}
	spaced := strings.Contains(text, " / ") || l.guard != "" || l.otherwise || l.reenter || len(l.after) > 0
	return draft.IsName(l.event) && spaced
}

// stay adds a row: an internal transition, or one that reenters the state.
func (b *builder) stay(s *draft.State, l label) {
	event := b.event(s, l)
	b.timers(s, l, event)
	a := draft.Alternative{At: l.at.span(b.drawing.file), Order: l.order}
	switch {
	case l.reenter:
		a.To, a.Emit, a.Late = s, b.does(l, l.at), l.otherwise
		a.Guard = b.condition(l)
	case slices.Equal(l.actions, []string{"ignored"}) && l.guard == "":
		a.Otherwise = "ignore"
	case slices.Equal(l.actions, []string{"rejected"}) && l.guard == "":
		a.Otherwise = "reject"
	case len(l.actions) == 0 && l.guard == "":
		a.Otherwise = "ignore"
	default:
		a.Emit = b.does(l, l.at)
		a.Guard = b.condition(l)
		if len(a.Emit) == 0 {
			b.drawing.warn(l.at, "an internal transition must have an effect: the import makes it a self-transition")
			a.To = s
		}
	}
	if event == "" && a.Otherwise != "" {
		b.drawing.ignore(l.at, "the import drops this row: there is no event to ignore or reject")
		return
	}
	s.Handle(event, a)
}
