package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// decls decodes the declarations of parameters, variables, or data.
func (d *decoder) decls(n *Node, what string) []Decl {
	var out []Decl
	d.entries(n, "a mapping of names to "+plural(what), func(name Text, n *Node) {
		v := Decl{Name: name}
		if n.Kind == Scalar && !n.Null {
			v.Type = d.text(n, "a type")
			out = append(out, v)
			return
		}
		d.section(n, what, func(key string, p Pair) {
			switch key {
			case "was":
				v.Was = d.texts(p.Value, "name")
			case "type":
				v.Type = d.text(p.Value, "a type")
			case "min":
				v.Min = d.text(p.Value, "an expression")
			case "max":
				v.Max = d.text(p.Value, "an expression")
			case "doc":
				v.Doc = d.text(p.Value, "text")
			case "go":
				v.Go = d.text(p.Value, "a name")
			default:
				v.Init = d.expression(p.Value)
			}
		})
		if !v.Type.Given() && (n.Kind == Mapping || n.Null) {
			d.diags.Errorf(diag.CodeMissing, name.Span, "%s `%s` has no type", what, diag.Clip(name.Value)).
				Helpf("for example, %s: {type: int, min: 0}", diag.Clip(name.Value))
		}
		out = append(out, v)
	})
	return out
}

// plural is the plural of the name of a section.
func plural(what string) string {
	if what == "datum" {
		return "data"
	}
	return what + "s"
}

// expression decodes a scalar; an empty string in quotes is the constant "".
func (d *decoder) expression(n *Node) Text {
	if n.Kind == Scalar && n.Text == "" && !n.Null {
		return Text{`""`, n.Span}
	}
	return d.text(n, "an expression")
}

func (d *decoder) enum(name Text, n *Node) Enum {
	e := Enum{Name: name}
	if n.Kind != Mapping {
		e.Values = d.texts(n, "value")
		return e
	}
	if names := n.bare(); names != nil && !slices.ContainsFunc(names, func(t Text) bool { return sectionNamed("enum").has(t.Value) }) {
		d.diags.Errorf(diag.CodeShape, n.Span, "the values of an enum must be a list, not a mapping").Helpf("write [ ] instead of { }")
		e.Values = names
		return e
	}
	d.section(n, "enum", func(key string, p Pair) {
		switch key {
		case "doc":
			e.Doc = d.text(p.Value, "text")
		case "go":
			e.Go = d.text(p.Value, "a name")
		case "text":
			d.entries(p.Value, "a mapping of values to texts, such as {Busy: is_busy}", func(value Text, n *Node) {
				e.Texts = append(e.Texts, ValueText{value, d.text(n, "a text")})
			})
		case "was":
			d.entries(p.Value, "a mapping of values to their old names, such as {Busy: Congested}", func(value Text, n *Node) {
				e.Was = append(e.Was, Was{value, d.texts(n, "name")})
			})
		default:
			e.Values = d.texts(p.Value, "value")
		}
	})
	return e
}

// outcome decodes terminal states, or a section with them and a kind.
func (d *decoder) outcome(name Text, n *Node) Outcome {
	o := Outcome{Name: name, Kind: DefaultKind(name.Value)}
	if n.Kind != Mapping {
		o.States = d.texts(n, "state")
		return o
	}
	if names := n.bare(); names != nil && !slices.ContainsFunc(names, func(t Text) bool { return sectionNamed("outcome").has(t.Value) }) {
		d.diags.Errorf(diag.CodeShape, n.Span, "the terminal states of an outcome must be a list, not a mapping").Helpf("write [ ] instead of { }")
		o.States = names
		return o
	}
	given := false
	d.section(n, "outcome", func(key string, p Pair) {
		if key == "states" {
			o.States, given = d.texts(p.Value, "state"), true
			return
		}
		if kind := d.text(p.Value, "success or failure"); slices.Contains(OutcomeKinds(), kind.Value) {
			o.Kind = kind.Value
		} else if kind.Value != "" {
			e := d.diags.Errorf(diag.CodeShape, kind.Span, "unknown kind `%s` of outcome `%s`", diag.Clip(kind.Value), diag.Clip(name.Value))
			if e.Help = diag.DidYouMean(kind.Value, OutcomeKinds()); e.Help == "" {
				e.Helpf("the kinds are %s; remove `kind:` if the outcome is neither", strings.Join(OutcomeKinds(), " and "))
			}
		}
	})
	if !given {
		d.diags.Errorf(diag.CodeMissing, name.Span, "outcome `%s` has no `states`", diag.Clip(name.Value)).
			Helpf("for example, %s: {kind: success, states: [Done]}", diag.Clip(name.Value))
	}
	return o
}

// guard decodes a condition, or a section with or without one. Without a condition,
// the guard is external.
func (d *decoder) guard(name Text, n *Node) Guard {
	g := Guard{Name: name}
	var reason Text
	if n.Kind == Scalar && !n.Null {
		g.If = d.text(n, "a condition")
		return g
	}
	d.section(n, "guard", func(key string, p Pair) {
		switch key {
		case "if":
			g.If = d.text(p.Value, "a condition")
		case "doc":
			g.Doc = d.text(p.Value, "text")
		case "go":
			g.Go = d.text(p.Value, "a name")
		case "reason":
			reason, g.Reason = d.flag(Text{Value: key}, p.Value, "remove it")
		case "context":
			if v, on := d.flag(Text{Value: key}, p.Value, "remove it"); on {
				g.Context = v
			}
		default:
			g.Args = d.fields(p.Value)
		}
	})
	if g.If.Given() && g.Reason {
		d.diags.Errorf(diag.CodeShape, reason.Span, "guard `%s` has a condition, so it cannot have a reason", diag.Clip(name.Value)).
			Helpf("remove `reason:`, since an error names the condition, or remove `if:` to make the guard external")
	}
	if g.If.Given() && g.Context.Given() {
		d.diags.Errorf(diag.CodeShape, g.Context.Span, "guard `%s` has a condition, so it cannot take a context", diag.Clip(name.Value)).
			Helpf("remove `context:`, since nobody is asked, or remove `if:` to make the guard external")
	}
	if g.If.Given() && len(g.Args) > 0 {
		d.diags.Errorf(diag.CodeShape, g.Args[0].Name.Span, "guard `%s` has a condition, so it cannot take arguments", diag.Clip(name.Value)).
			Helpf("remove `args:`, since a condition can use all names of the transitions that use the guard, or remove `if:` to make the guard external")
	}
	return g
}

// delay decodes a duration, or a section with or without one. Without a duration,
// the delay is external.
func (d *decoder) delay(name Text, n *Node) Delay {
	out := Delay{Name: name}
	if n.Kind == Scalar && !n.Null {
		out.After = d.text(n, "a duration")
		return out
	}
	d.section(n, "delay", func(key string, p Pair) {
		switch key {
		case "after":
			out.After = d.text(p.Value, "a duration")
		case "doc":
			out.Doc = d.text(p.Value, "text")
		case "go":
			out.Go = d.text(p.Value, "a name")
		default:
			out.Args = d.fields(p.Value)
		}
	})
	if out.After.Given() && len(out.Args) > 0 {
		d.diags.Errorf(diag.CodeShape, out.Args[0].Name.Span, "delay `%s` is constant, so it cannot take arguments", diag.Clip(name.Value)).
			Helpf("remove `args`, or remove `after` so that the program computes the delay")
	}
	return out
}

// rule decodes a limit or stall rule: a count under the key at, and a target state.
func (d *decoder) rule(p Pair, what, at string) *Rule {
	r := &Rule{Span: p.Key.Span}
	d.section(p.Value, what, func(key string, p Pair) {
		if key == at {
			r.At = d.text(p.Value, "an expression")
		} else {
			r.To = d.text(p.Value, "the name of a state")
		}
	})
	for _, missing := range []struct {
		key  string
		text Text
	}{{at, r.At}, {"to", r.To}} {
		if !missing.text.Given() && (p.Value.Kind == Mapping || p.Value.Null) {
			d.diags.Errorf(diag.CodeMissing, p.Key.Span, "the %s has no `%s`", what, missing.key).
				Helpf("for example, %s: {%s: 3, to: Failed}", p.Key.Text, at)
		}
	}
	return r
}

// event decodes an event. Each key that is not a key of the language is a field of
// the payload; `fields` contains fields with any names.
func (d *decoder) event(name Text, n *Node) Event {
	e := Event{Name: name}
	d.entries(n, "a payload such as {class: FailureClass}, or {}", func(key Text, n *Node) {
		switch key.Value {
		case "was":
			e.Was = d.was(n)
		case "environment":
			_, e.Environment = d.flag(key, n, asField(key, n))
		case "cancellation":
			if v, on := d.flag(key, n, asField(key, n)); on {
				e.Cancellation = v
			}
		case "internal":
			if v, on := d.flag(key, n, asField(key, n)); on {
				e.Internal = v
			}
		default:
			d.message("event", &e.Doc, &e.Go, &e.Fields, key, n)
		}
	})
	return e
}

// was decodes the old names of an event, whose other keys are fields.
func (d *decoder) was(n *Node) []Text {
	names := d.texts(n, "name")
	for _, name := range names {
		if isType(name.Value) {
			d.diags.Errorf(diag.CodeShape, name.Span, "`was` lists old names of the event, but `%s` looks like the type of a field", name.Value).
				Helpf("to declare a field of this name, write fields: {was: %s}", name.Value)
		}
	}
	return names
}

// isType reports whether a word is a type that needs no declaration.
func isType(word string) bool {
	return slices.Contains([]string{"int", "bool", "string", "error"}, word)
}

// flag decodes true or false. The help says what else the author may have meant.
func (d *decoder) flag(key Text, n *Node, help string) (v Text, on bool) {
	v = d.text(n, "true or false")
	if v.Value != "true" && v.Value != "false" && v.Value != "" {
		d.diags.Errorf(diag.CodeShape, v.Span, "`%s` must be true or false, not `%s`", key.Value, diag.Clip(v.Value)).
			Helpf("%s", help)
	}
	return v, v.Value == "true"
}

// asField is the help for a key of an event that was meant as a field.
func asField(key Text, n *Node) string {
	return fmt.Sprintf("to declare a field of this name, write fields: {%s: %s}", key.Value, diag.Clip(n.Text))
}

// output decodes an output, which has the form of an event.
func (d *decoder) output(name Text, n *Node) Output {
	o := Output{Name: name}
	d.entries(n, "fields such as {reason: string}, or {}", func(key Text, n *Node) {
		if key.Value == "context" {
			if v, on := d.flag(key, n, asField(key, n)); on {
				o.Context = v
			}
			return
		}
		d.message("output", &o.Doc, &o.Go, &o.Fields, key, n)
	})
	return o
}

// message decodes one key of an event or an output.
func (d *decoder) message(what string, doc, goName *Text, fields *[]Field, key Text, n *Node) {
	switch key.Value {
	case "doc":
		if *doc = d.text(n, "text"); isType(doc.Value) {
			d.diags.Errorf(diag.CodeShape, doc.Span, "`doc` describes the %s, but `%s` looks like the type of a field", what, doc.Value).
				Helpf("to declare a field of this name, write fields: {doc: %s}", doc.Value)
		}
	case "go":
		*goName = d.text(n, "a name")
	case "fields":
		*fields = append(*fields, d.fields(n)...)
	default:
		*fields = append(*fields, d.field(key, n))
	}
}

func (d *decoder) fields(n *Node) (out []Field) {
	d.entries(n, "a mapping of fields to types, such as {class: FailureClass}", func(key Text, n *Node) { out = append(out, d.field(key, n)) })
	return out
}

func (d *decoder) field(name Text, n *Node) Field {
	if n.Kind == Mapping {
		what := diag.Clip(name.Value)
		d.diags.Errorf(diag.CodeShape, n.Span, "expected the type of field `%s`, found %s", what, n.Describe()).
			Helpf("write %s: int: fields have no range; limit what an event brings by a condition, as in {if: event.%s < 1, otherwise: reject}", what, what)
		return Field{Name: name}
	}
	return Field{name, d.text(n, "the type of field `"+diag.Clip(name.Value)+"`")}
}

func (d *decoder) states(n *Node) []*State {
	var out []*State
	d.entries(n, "a mapping of names to states", func(name Text, n *Node) {
		s := &State{Name: name}
		d.section(n, "state", func(key string, p Pair) {
			switch key {
			case "text":
				s.Text = d.text(p.Value, "a text")
			case "was":
				s.Was = d.texts(p.Value, "name")
			case "removed":
				s.Removed = d.texts(p.Value, "name")
			case "doc":
				s.Doc = d.text(p.Value, "text")
			case "go":
				s.Go = d.text(p.Value, "a name")
			case "entry":
				s.Entry = d.emits(p.Value)
			case "exit":
				s.Exit = d.emits(p.Value)
			case "after":
				d.entries(p.Value, "a mapping of delays to events", func(delay Text, n *Node) {
					s.After = append(s.After, Timer{delay, d.text(n, "the name of an event")})
				})
			case "raise":
				d.section(p.Value, "raised events", func(key string, p Pair) {
					if key == "entry" {
						s.RaiseEntry = d.raises(p.Value)
					} else {
						s.RaiseExit = d.raises(p.Value)
					}
				})
			case "final":
				if v := d.text(p.Value, "true or false"); v.Value == "true" {
					s.Final = v
				} else if v.Value != "false" && v.Value != "" {
					d.diags.Errorf(diag.CodeShape, v.Span, "`final` must be true or false, not `%s`", diag.Clip(v.Value)).
						Helpf("`final: true` marks a state in which the composite state around it is done")
				}
			case "done":
				s.Done = d.always(p)
			case "invoke":
				s.Invoke = d.invocations(p)
			case "initial":
				s.Initial = d.text(p.Value, "the name of a state")
			case "ignore":
				s.Ignore = d.texts(p.Value, "event")
			case "invariants":
				s.Invariants = d.texts(p.Value, "condition")
			case "req":
				s.Requirements = d.texts(p.Value, "requirement")
			case "data":
				s.Data = d.decls(p.Value, "datum")
			case "on":
				s.On = append(s.On, d.handlers(p.Value)...)
			case "always":
				s.On = append([]Handler{d.always(p)}, s.On...)
			case "states":
				d.inner(s, p, "states")
			case "parallel":
				s.Parallel = Text{p.Key.Text, p.Key.Span}
				d.inner(s, p, "regions")
			}
		})
		out = append(out, s)
	})
	return out
}

// inner decodes the states inside a state, or its regions. The order of the two keys has no effect on
// the result, because the formatter may change it.
func (d *decoder) inner(s *State, p Pair, what string) {
	before, regions := s.States, p.Key.Text == "parallel"
	states := d.states(p.Value)
	if len(states) == 0 {
		d.diags.Errorf(diag.CodeShape, p.Key.Span, "state `%s` has an empty `%s:`", diag.Clip(s.Name.Value), p.Key.Text).
			Helpf("declare %s inside it, or remove `%s:`", what, p.Key.Text)
	}
	if len(before) > 0 {
		d.diags.Errorf(diag.CodeShape, p.Key.Span, "state `%s` has both `states:` and `parallel:`", diag.Clip(s.Name.Value)).
			Helpf("declare the states inside its regions, as in parallel: {REGION: {initial: ..., states: ...}}")
		if !regions {
			return
		}
	}
	s.States = states
}

func (d *decoder) handlers(n *Node) []Handler {
	var out []Handler
	d.entries(n, "a mapping of events to transitions", func(event Text, n *Node) {
		if n.Kind == Sequence && len(n.Items) == 0 {
			d.diags.Errorf(diag.CodeShape, n.Span, "event `%s` has an empty list of alternatives", diag.Clip(event.Value)).
				Helpf("add an alternative, or list the event under `ignore:`")
		}
		out = append(out, Handler{Event: event, Alternatives: d.alternatives(event, n)})
	})
	return out
}

// always decodes the transitions without an event, under `always` or `done`.
func (d *decoder) always(p Pair) Handler {
	h := Handler{Event: Text{p.Key.Text, p.Key.Span}, Eventless: true}
	switch n := p.Value; {
	case n.Kind == Scalar && n.Null || n.Kind == Sequence && len(n.Items) == 0:
		d.diags.Errorf(diag.CodeShape, n.Span, "`%s` has no alternatives", p.Key.Text).
			Helpf("add an alternative, as in %s: {if: ..., to: Done}, or remove `%s:`", p.Key.Text, p.Key.Text)
	default:
		h.Alternatives = d.alternatives(h.Event, n)
	}
	for i := range h.Alternatives {
		if a := &h.Alternatives[i]; a.Otherwise.Given() {
			a.Wrong = true
			d.diags.Errorf(diag.CodeEventless, a.Otherwise.Span, "`otherwise` cannot be under `%s`, where there is no event to ignore or reject", p.Key.Text).
				Helpf("remove it: if no alternative applies, the machine waits for an event")
		}
	}
	return h
}

func (d *decoder) alternatives(event Text, n *Node) (out []Alternative) {
	items := []*Node{n}
	if n.Kind == Sequence {
		items = n.Items
	}
	for _, i := range items {
		out = append(out, d.alternative(event, i))
	}
	return out
}

func (d *decoder) alternative(event Text, n *Node) (a Alternative) {
	a = Alternative{Span: n.Span}
	before := len(d.diags)
	defer func() { a.Wrong = len(d.diags) > before }()
	if n.Kind == Scalar {
		if n.Null {
			d.diags.Errorf(diag.CodeShape, event.Span, "event `%s` has no transition", diag.Clip(event.Value)).
				Helpf("name a target state, as in %s: Done, or stay and change a variable, as in %s: {set: {...}}", event.Value, event.Value)
			a.To = Text{Span: n.Span}
			return a
		}
		a.To = d.text(n, "the name of a state")
		return a
	}
	d.section(n, "transition", func(key string, p Pair) {
		switch key {
		case "if":
			a.If = d.text(p.Value, "a condition")
		case "to":
			a.To = d.text(p.Value, "the name of a state")
		case "history":
			if a.History = d.text(p.Value, "shallow or deep"); a.History.Value != "" && a.History.Value != "shallow" && a.History.Value != "deep" {
				d.diags.Errorf(diag.CodeShape, a.History.Span, "`history` must be `shallow` or `deep`, not `%s`", diag.Clip(a.History.Value)).
					Helpf("`shallow` returns to the state directly inside the composite state, and `deep` to the innermost one")
			}
		case "doc":
			a.Doc = d.text(p.Value, "text")
		case "req":
			a.Requirements = d.texts(p.Value, "requirement")
		case "otherwise":
			if a.Otherwise = d.text(p.Value, "ignore or reject"); a.Otherwise.Value != "" && a.Otherwise.Value != "ignore" && a.Otherwise.Value != "reject" {
				d.diags.Errorf(diag.CodeShape, a.Otherwise.Span, "`otherwise` must be `ignore` or `reject`, not `%s`", diag.Clip(a.Otherwise.Value)).
					Helpf("`ignore` accepts the event without effect, and `reject` refuses it; for a transition, remove `otherwise:`")
			}
		case "emit":
			a.Emit = d.emits(p.Value)
		case "raise":
			a.Raise = d.raises(p.Value)
		case "clear":
			a.Clear = d.texts(p.Value, "variable")
		case "set":
			d.entries(p.Value, "a mapping of variables to new values, such as {n: n + 1}", func(name Text, n *Node) {
				a.Set = append(a.Set, Assignment{name, d.expression(n)})
			})
		}
	})
	if a.History.Given() && !a.To.Given() {
		kind := "shallow"
		if a.History.Value == "deep" {
			kind = a.History.Value
		}
		d.diags.Errorf(diag.CodeShape, a.History.Span, "`history` needs a `to`, the composite state to return to").
			Helpf("for example, {to: Playing, history: %s}", kind)
	}
	if a.Otherwise.Given() && (a.To.Given() || len(a.Set)+len(a.Clear)+len(a.Emit)+len(a.Raise) > 0) {
		d.diags.Errorf(diag.CodeShape, a.Otherwise.Span, "`otherwise` cannot be combined with `to`, `set`, `clear`, `emit`, or `raise`").
			Helpf("the event then has no effect: remove these keys, or remove `otherwise:`")
	}
	return a
}

// emits decodes emitted outputs: a name, a mapping of names to values of fields, or
// a list of these.
func (d *decoder) emits(n *Node) (out []Emit) {
	switch {
	case n.Kind == Refused:
	case n.Kind == Scalar && !n.Null:
		out = append(out, Emit{Output: d.text(n, "the name of an output")})
	case n.Kind == Mapping:
		for _, p := range n.Pairs {
			e := Emit{Output: Text{p.Key.Text, p.Key.Span}}
			d.entries(p.Value, "a mapping of fields to values", func(name Text, n *Node) {
				e.Values = append(e.Values, Assignment{name, d.expression(n)})
			})
			out = append(out, e)
		}
	case n.Kind == Sequence:
		for _, i := range n.Items {
			if i.Kind == Sequence {
				d.diags.Errorf(diag.CodeShape, i.Span, "expected the name of an output, found a nested list").
					Helpf("write all outputs in one list")
				continue
			}
			out = append(out, d.emits(i)...)
		}
	default:
		d.diags.Errorf(diag.CodeShape, n.Span, "expected outputs, found %s", n.Describe()).Helpf("for example, emit: Done, or emit: {Switched: {reason: event.class}}")
	}
	return out
}
