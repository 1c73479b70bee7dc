package scxml

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// document is a parsed document.
type document struct {
	// strange are the namespaces of attributes that are not SCXML, as far as they have been reported.
	strange map[string]bool
	root    *node
	nodes   []*node // without the root, in document order
	byID    map[string]*node
	vars    map[string]*variable
	order   []*variable
	// assigns and conditions are all of the document.
	assigns    []*action
	conditions []*condition
	events     []string // that the document mentions, in order
	wildcard   bool     // whether some transition is for all events
	// raised are the keys of events in queues for which there are transitions, in order; explicit are those of elements, and
	// opening are in the queue at the start.
	raised   []string
	explicit map[string]bool
	// identified are the keys of events that are sent with an id.
	identified map[string]bool
	opening    []string
	// delayed are the keys of events after a delay for which there are transitions, in order, and starting are sent at the start.
	delayed  []string
	starting []pending
	// within is the state whose entry or exit is being read, and asking are the expressions there.
	within *node
	// anywhere tells that expressions may ask for active states and for the event everywhere: see [flat].
	anywhere bool
	asking   []asking
	// params are the data that the document sends, by name, and payloads those of events in queues: see data.go.
	params   map[string][]*value
	payloads map[string]map[string]*expr
	// uttered are the keys of the events that elements name, and fixed the strings of variables that are never assigned.
	uttered map[string]bool
	// spoken are where elements put an event into a queue, or send it with a delay, by key.
	spoken map[string][]diag.Span
	given  map[string]bool // ids that an assign names
	fixed  map[string]string
	// declared are the ids of all data, and sent tells how often an id is that of a send.
	declared map[string]bool
	// hears tells that a transition is for errors.
	hears bool
	sent  map[string]int
	// cancels tells that the document cancels some.
	cancels bool
	// prompt tells which of them have no delay, and sends where events are sent with one.
	prompt map[string]bool
	sends  map[pending]diag.Span
	// known are the strings that variables have here, since the executable content began; nil outside of content.
	known map[string]string
	// lengths are the delays that are computed.
	lengths []*value
	timers  []*timer
	// runs tells in which plain states a timer can raise an event; nil: not known yet.
	runs map[occasion]bool
	// running is the composite state around all others, for timers that start with the machine; nil if there are none.
	running *draft.State
	// noisy are the states with regions in which events can wait, and unexplored those that have just been found.
	noisy, unexplored map[*node]bool
	// dropped tells which events in queues the machine ignores where no transition is for them.
	dropped     map[string]bool
	histories   map[string]*history
	ordered     []*history
	leaves      []*leaf
	places      []place // in which the machine can be
	edges       []edge  // between them, if there are timers
	groups      map[occasion]*group
	work        int // done so far
	descriptors int
	tooMany     bool
}

// node is the scxml element, a state, or a final state.
type node struct {
	id    string
	final bool
	// parallel marks a state whose inner states are regions, and region is the outermost state of the region that n is in.
	parallel bool
	region   *node
	number   int // in document order
	at       diag.Span
	parent   *node
	inner    []*node
	trans    []*transition
	// entry, start, and exit are the contents of onentry, of the initial transition, and of onexit.
	entry, start, exit []*action
	// initial is the state in which a compound state begins, which may be deep inside it.
	initial   *node
	initialID attribute
	// begins is the state in which the spec begins, if it is another one: that of a history.
	begins *node
	// onEntry and onExit are the outputs of entry and exit, as names of the draft.
	onEntry, onExit []string
	leaf            *leaf // of a state without inner states
	// done are the alternatives when a compound state is done, and finishes marks its final states, if the spec can say so.
	done     []rule
	finishes bool
	reached  bool
	// never marks a state that is never reached, but that a condition asks for.
	never bool
	// data are those of donedata.
	data  []param
	state *draft.State
	// idle marks a parallel state in which nothing happens, and rests are the states of the spec for it, by the plain state in a
	// region that is entered; nil for where it begins.
	idle  bool
	rests map[*node]*draft.State
	// hop is a state that the machine leaves at once, for a plain state inside a region: see hop.go.
	hop *draft.State
}

// transition is a transition of a document.
type transition struct {
	source, target *node
	// history is that of the target to which the transition leads; nil for none.
	history  *history
	targetID attribute
	// descriptors are the parts of the attribute event; none for an eventless transition.
	descriptors []string
	cond        *condition
	// fails marks a transition whose condition is not ECMAScript.
	fails    bool
	internal bool
	content  []*action
	at       diag.Span
}

// label names a state in messages.
func (n *node) label() string {
	if n.id == "" {
		return "this state"
	}
	return "`" + diag.Clip(n.id) + "`"
}

// ends reports whether the machine ends in n.
func (n *node) ends() bool { return n.final && n.parent.parent == nil }

// inside reports whether n is strictly inside outer.
func (n *node) inside(outer *node) bool {
	for p := n.parent; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

// outside says for elements that the spec language has no counterpart of what to do.
var outside = map[string]string{
	"invoke":   "write a separate machine, and let the program run it",
	"finalize": "write a separate machine, and let the program run it",
	"script":   "use <assign> for values, and <log> for what the program is to do",
	"foreach":  "use a transition without an event that repeats until a condition holds",
	"donedata": "assign the data to variables before the final state",
}

// read reads the root element.
func (r *reader) read(e *element) {
	if (grammar{r}).conform(e); r.out.Failed() {
		return
	}
	r.doc.root = &node{at: e.at}
	switch model := e.attrs["datamodel"]; model.value {
	case "", "null", "ecmascript":
	default:
		if r.rough != nil {
			r.rough.foreign = "the data model `" + diag.Clip(model.value) + "`"
			r.out.Warn(model.at, "the import does not read the data model `%s`", diag.Clip(model.value))
			break
		}
		r.lacks(model.at, "use datamodel=\"ecmascript\"", "the data model `%s`", diag.Clip(model.value))
	}
	if binding := e.attrs["binding"]; binding.value == "late" && r.rough != nil {
		r.out.Warn(binding.at, "the import reads late binding as early binding")
	} else if binding.value == "late" {
		r.lacks(binding.at, "use early binding, which is the default", "late binding")
	}
	r.out.Doc = e.attrs["name"].value
	r.foresee(e)
	r.state(e, r.doc.root, 0)
	if r.rough != nil {
		r.rough.begin(r)
	}
	if len(r.doc.root.inner) == 0 && !r.out.Failed() {
		r.out.Fail(diag.CodeMissing, e.at, "the document has no states")
	}
}

// state reads what is in the scxml element or a state.
func (r *reader) state(e *element, n *node, depth int) {
	if depth > draft.MaxNesting {
		r.out.Fail(diag.CodeTooBig, e.at, "states are nested more than %d levels deep", draft.MaxNesting)
		return
	}
	n.initialID = e.attrs["initial"]
	for _, c := range e.children {
		switch help, out := outside[c.name]; {
		case (actions{r}).elsewhere(c, n):
		case c.name == "state" || c.name == "final" || c.name == "parallel":
			inner := &node{id: c.attrs["id"].value, final: c.name == "final", parallel: c.name == "parallel", number: len(r.doc.nodes) + 1, at: c.at, parent: n, region: n.region}
			r.parallel(c, inner)
			if r.unique(c, inner.id) {
				r.doc.byID[inner.id] = inner
			}
			n.inner, r.doc.nodes = append(n.inner, inner), append(r.doc.nodes, inner)
			r.state(c, inner, depth+1)
		case c.name == "transition":
			n.trans = append(n.trans, r.transition(c, n))
		case c.name == "onentry":
			r.doc.within = n
			n.entry = append(n.entry, actions{r}.content(c, 0)...)
			r.doc.within = nil
		case c.name == "onexit":
			r.doc.within = n
			n.exit = append(n.exit, actions{r}.content(c, 0)...)
			r.doc.within = nil
		case c.name == "initial":
			r.begin(c, n)
		case c.name == "history":
			r.history(c, n)
		case c.name == "datamodel":
			actions{r}.data(c)
		case c.name == "donedata" && r.doc.anywhere:
			actions{r}.doneData(c, n)
		case out:
			r.lacks(c.at, help, "`%s`", c.name)
		}
	}
}

// begin reads an initial element.
func (r *reader) begin(e *element, n *node) {
	if len(e.children) != 1 {
		r.out.Fail(diag.CodeShape, e.at, "an initial element has one transition")
		return
	}
	t := e.children[0]
	n.initialID, n.start = t.attrs["target"], actions{r}.content(t, 0)
	for _, attr := range []string{"event", "cond"} {
		if a, ok := t.attrs[attr]; ok {
			r.out.Fail(diag.CodeShape, a.at, "the transition of an initial element has no attribute `%s`", attr)
		}
	}
}

// transition reads a transition.
func (r *reader) transition(e *element, n *node) *transition {
	t := &transition{source: n, at: e.at, targetID: e.attrs["target"], internal: e.attrs["type"].value == "internal", content: actions{r}.content(e, 0)}
	switch cond, ok := e.attrs["cond"]; {
	case ok && illegal(cond.value):
		actions{r}.failure(cond.at)
		t.fails = true
	case ok:
		t.cond = r.selection(cond)
	}
	event, ok := e.attrs["event"]
	for d := range strings.FieldsSeq(event.value) {
		if r.doc.descriptors++; r.doc.descriptors > maxDescriptors || len(r.doc.events) > maxEvents {
			if r.doc.tooMany {
				return t
			}
			r.doc.tooMany = true
			r.out.Fail(diag.CodeTooBig, event.at, "the document has more than %d events, or names events more than %d times", maxEvents, maxDescriptors)
			return t
		}
		if !isEvent(d) {
			r.out.Fail(diag.CodeName, event.at, "`%s` is not the name of an event", diag.Clip(d)).Helpf("separate names by spaces")
		}
		t.descriptors = append(t.descriptors, d)
		r.doc.mention(d)
	}
	if ok && len(t.descriptors) == 0 {
		r.out.Fail(diag.CodeMissing, event.at, "the attribute `event` names no event").Helpf("without the attribute, the transition needs no event")
	}
	return t
}
