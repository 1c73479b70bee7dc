package syntax

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Decode turns a node tree into a spec. The File is as complete as the reported
// errors allow; it is never nil.
func Decode(root *Node) (*File, diag.List) {
	d := &decoder{}
	f := d.file(root)
	return f, d.diags
}

type decoder struct{ diags diag.List }

// section walks the pairs of a mapping. A key that the grammar lists for the
// section is passed to use; any other is reported, with a suggestion.
func (d *decoder) section(n *Node, what string, use func(key string, p Pair)) {
	s := sectionNamed(what)
	if n.Kind != Mapping {
		if n.Kind == Refused || n.Kind == Scalar && n.Null && what != "spec" {
			return
		}
		d.diags.Errorf(diag.CodeShape, n.Span, "expected %s to be a mapping, found %s", diag.Indefinite(what), n.Describe()).
			Helpf("its keys are %s", strings.Join(s.keyNames(), ", "))
		return
	}
	for _, p := range n.Pairs {
		if key := p.Key.Text; s.has(key) {
			use(key, p)
		} else {
			d.unknownKey(s, p.Key)
		}
	}
}

// misspelled reports whether a spec seems to have a section under another name, which is reported there.
func misspelled(root *Node, key string) bool {
	s := sectionNamed("spec")
	return slices.ContainsFunc(root.Pairs, func(p Pair) bool {
		return !s.has(p.Key.Text) && diag.Nearest(p.Key.Text, s.keyNames()) == key
	})
}

// unknownKey reports a key that a section does not have.
func (d *decoder) unknownKey(s *Section, key *Node) {
	e := d.diags.Errorf(diag.CodeKey, key.Span, "unknown key `%s` in %s", diag.Clip(key.Text), diag.Indefinite(s.Name))
	if here, ok := foreign[s.Name][key.Text]; ok {
		e.Helpf("use %s", here)
	} else if e.Help = diag.DidYouMean(key.Text, s.keyNames()); e.Help == "" {
		e.Helpf("its keys are %s", strings.Join(s.keyNames(), ", "))
	}
}

// text decodes a scalar that must not be empty.
func (d *decoder) text(n *Node, what string) Text {
	if n.Kind != Refused && (n.Kind != Scalar || n.Text == "" || n.Null) {
		d.diags.Errorf(diag.CodeShape, n.Span, "expected %s, found %s", what, n.Describe())
		return Text{Span: n.Span}
	}
	return Text{n.Text, n.Span}
}

// texts decodes a list of scalars, or a single scalar as a list of one.
func (d *decoder) texts(n *Node, what string) []Text {
	items := n.Items
	if n.Kind == Scalar {
		items = []*Node{n}
	} else if n.Kind == Refused {
		return nil
	} else if n.Kind == Mapping || len(items) == 0 {
		d.diags.Errorf(diag.CodeShape, n.Span, "expected a list of %ss, found %s", what, n.Describe())
		return nil
	}
	var out []Text
	for _, i := range items {
		out = append(out, d.text(i, "a "+what))
	}
	return out
}

// raises reads events that are raised. They have no payload: one with fields is reported, and read without them.
func (d *decoder) raises(n *Node) (out []Text) {
	items := []*Node{n}
	if n.Kind == Sequence && len(n.Items) > 0 {
		items = n.Items
	}
	for _, i := range items {
		switch {
		case i.Kind == Scalar:
			out = append(out, d.text(i, "an event"))
		case i.Kind == Mapping && len(i.Pairs) > 0:
			d.diags.Errorf(diag.CodeShape, i.Span, "a raised event has no payload: expected the name of an event, found a mapping").
				Helpf("write raise: %s, set a variable in the same transition, and read it where the event is handled", diag.Clip(i.Pairs[0].Key.Text))
			for _, p := range i.Pairs {
				out = append(out, Text{p.Key.Text, p.Key.Span})
			}
		case i.Kind != Refused:
			d.diags.Errorf(diag.CodeShape, i.Span, "expected the name of an event or a list of names, found %s", i.Describe())
		}
	}
	return out
}

// examples are values of entries, by what a mapping contains.
var examples = map[string]string{"events": "{}", "states": "{}", "outputs": "{}", "transitions": "STATE"}

// delaysToEvents is what the timers of a state are.
const delaysToEvents = "a mapping of delays to events"

// entries walks the pairs of a mapping whose keys are names that the author chooses.
func (d *decoder) entries(n *Node, what string, use func(name Text, value *Node)) {
	if n.Kind != Mapping {
		if n.Kind != Refused && (n.Kind != Scalar || !n.Null) {
			e := d.diags.Errorf(diag.CodeShape, n.Span, "expected %s, found %s", what, n.Describe())
			if example := examples[what[strings.LastIndex(what, " ")+1:]]; example != "" && n.Kind == Sequence && len(n.Items) > 0 && n.Items[0].Kind == Scalar {
				e.Helpf("write each as a key with a colon, as in %s: %s", diag.Clip(n.Items[0].Text), example)
			} else if what == delaysToEvents && n.Kind == Scalar {
				delay := n.Text
				if strings.Trim(delay, "0123456789.") == "" {
					delay += "s" // a delay has a unit
				}
				e.Helpf("name the event that the timer raises, as in after: {%s: TooLate}", diag.Clip(delay))
			}
		}
		return
	}
	for _, p := range n.Pairs {
		use(Text{p.Key.Text, p.Key.Span}, p.Value)
	}
}

func (d *decoder) file(root *Node) *File {
	f := &File{Span: root.Span}
	d.section(root, "spec", func(key string, p Pair) {
		switch n := p.Value; key {
		case "fsm":
			if v := d.text(n, "a version"); v.Value != "" && v.Value != "1" {
				d.diags.Errorf(diag.CodeNotYet, v.Span, "unknown language version %s", diag.Clip(v.Value)).Helpf("the only version is 1")
			}
		case "machine":
			f.Machine = d.text(n, "the name of the machine")
		case "was":
			f.Was = d.texts(n, "name")
		case "doc":
			f.Doc = d.text(n, "text")
		case "go":
			d.section(n, "go section", func(key string, p Pair) {
				switch key {
				case "package":
					f.Package = d.text(p.Value, "a package name")
				case "prefix":
					f.Prefix = d.text(p.Value, "a prefix")
				case "faces":
					f.Faces = d.faces(p.Value)
				}
			})
		case "tests":
			f.Tests = d.choices(n, "test kind", "test kinds", Tests())
		case "params":
			f.Params = d.decls(n, "parameter")
		case "enums":
			d.entries(n, "a mapping of names to enums", func(name Text, n *Node) { f.Enums = append(f.Enums, d.enum(name, n)) })
		case "vars":
			f.Vars = d.decls(n, "variable")
		case "removed":
			f.Removed = d.texts(n, "name")
		case "guards":
			d.entries(n, "a mapping of names to guards", func(name Text, n *Node) { f.Guards = append(f.Guards, d.guard(name, n)) })
		case "delays":
			d.entries(n, "a mapping of names to delays", func(name Text, n *Node) { f.Delays = append(f.Delays, d.delay(name, n)) })
		case "calls":
			d.entries(n, "a mapping of names to calls", func(name Text, n *Node) { f.Calls = append(f.Calls, d.call(name, n)) })
		case "use":
			d.entries(n, "a mapping of names to specs, such as {Payment: payment.fsm.yaml}", func(name Text, n *Node) { f.Uses = append(f.Uses, d.use(name, n)) })
		case "outputs":
			d.entries(n, "a mapping of names to outputs", func(name Text, n *Node) { f.Outputs = append(f.Outputs, d.output(name, n)) })
		case "limit":
			f.Limit = d.rule(p, "limit", "transitions")
		case "stall":
			f.Stall = d.rule(p, "stall rule", "limit")
		case "events":
			d.entries(n, "a mapping of names to events", func(name Text, n *Node) { f.Events = append(f.Events, d.event(name, n)) })
		case "initial":
			f.Initial = d.text(n, "the name of a state")
		case "terminal":
			d.entries(n, "a mapping of outcomes to terminal states, such as {success: [Done]}", func(name Text, n *Node) {
				f.Terminal = append(f.Terminal, d.outcome(name, n))
			})
		case "on":
			f.On = append(f.On, d.handlers(n)...)
		case "always":
			f.On = append([]Handler{d.always(p)}, f.On...)
		case "ignore":
			f.Ignore = d.texts(n, "event")
		case "invariants":
			f.Invariants = d.texts(n, "condition")
		case "unlisted":
			if f.Unlisted = d.text(n, "`error` or `ignore`"); !slices.Contains([]string{"", "error", "ignore"}, f.Unlisted.Value) {
				d.diags.Errorf(diag.CodeShape, f.Unlisted.Span, "if it is given, `unlisted` must be `error` or `ignore`, not `%s`", diag.Clip(f.Unlisted.Value)).
					Helpf("without this key, a state refuses the events that it does not list")
			}
		case "states":
			f.States = d.states(n)
		case "progress":
			d.entries(n, "a mapping of states to expressions", func(name Text, n *Node) {
				f.Progress = append(f.Progress, Progress{name, d.texts(n, "progress expression")})
			})
		case "bound":
			f.Bound = d.text(n, "an expression")
		case "within":
			f.Within = d.text(n, "a duration, or an expression of durations")
		case "possible":
			f.Possible = d.possible(p)
		case "costs":
			f.Costs = d.costs(n)
		}
	})
	d.require(root, f)
	return f
}

// faces decodes the faces of the generated code. An empty list means none of
// them; a list with an error has no effect.
func (d *decoder) faces(n *Node) []Text {
	if n.Kind == Sequence && len(n.Items) == 0 {
		return []Text{}
	}
	faults := len(d.diags)
	out := d.choices(n, "face", "faces", Faces())
	if len(d.diags) > faults {
		return nil
	}
	return out
}

// choices decodes a list of words, each of which must be one of those given and
// must not be repeated.
func (d *decoder) choices(n *Node, what, all string, words []string) []Text {
	var out []Text
	for _, t := range d.texts(n, what) {
		again := slices.ContainsFunc(out, func(u Text) bool { return u.Value == t.Value })
		switch {
		case t.Value == "":
		case !slices.Contains(words, t.Value):
			e := d.diags.Errorf(diag.CodeShape, t.Span, "unknown %s `%s`", what, diag.Clip(t.Value))
			if e.Help = diag.DidYouMean(t.Value, words); e.Help == "" {
				e.Helpf("the %s are %s", all, strings.Join(words, ", "))
			}
		case again:
			d.diags.Errorf(diag.CodeShape, t.Span, "`%s` is listed twice", t.Value).Helpf("remove one of them")
		default:
			out = append(out, t)
		}
	}
	return out
}

// require reports required sections that are missing.
func (d *decoder) require(root *Node, f *File) {
	if root.Kind != Mapping {
		return
	}
	listed := func(key string) bool {
		return slices.ContainsFunc(root.Pairs, func(p Pair) bool { return p.Key.Text == key })
	}
	given := func(key string) bool {
		switch key {
		case "terminal":
			return listed(key) || slices.ContainsFunc(f.Events, func(e Event) bool { return e.Environment })
		case "events": // results of calls are events, too
			return listed(key) || listed("calls") || listed("use")
		}
		return listed(key)
	}
	example := map[string]string{
		"machine": "machine: Door", "events": "events: {Open: {}}", "initial": "initial: " + first(f.States),
		"terminal": "terminal: {done: [" + strings.Join(ends(f.States), ", ") + "]}", "states": "states: {Closed: {on: {Open: Done}}, Done: {}}",
	}
	for _, key := range []string{"machine", "events", "initial", "terminal", "states"} {
		if !given(key) && !misspelled(root, key) {
			e := d.diags.Errorf(diag.CodeMissing, f.Span, "the spec has no `%s`", key).Helpf("for example, %s", example[key])
			if key == "terminal" && len(f.Events) > 0 {
				e.Help += "; if the machine need not end, mark the events that may come again and again, as in " + diag.Clip(f.Events[0].Name.Value) + ": {environment: true}"
			}
		}
	}
}

// first returns the name of the first state, or of an example.
func first(states []*State) string {
	if len(states) == 0 {
		return "Closed"
	}
	return diag.Clip(states[0].Name.Value)
}

// ends returns the names of a few states that nothing leaves, or that of an example.
func ends(states []*State) (names []string) {
	for _, s := range states {
		if len(s.On)+len(s.After)+len(s.Invoke)+len(s.States) == 0 && len(names) < 10 {
			names = append(names, diag.Clip(s.Name.Value))
		}
	}
	if len(names) == 0 {
		return []string{"Done"}
	}
	return names
}
