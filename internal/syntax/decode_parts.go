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

// outcome decodes terminal states, or a section with them, a kind, and a claimed time.
func (d *decoder) outcome(name Text, n *Node) Outcome {
	o := Outcome{Name: name, Kind: DefaultKind(name.Value)}
	if n.Kind != Mapping {
		o.States = finals(d, name, n)
		return o
	}
	if names := n.bare(); names != nil && !slices.ContainsFunc(names, func(t Text) bool { return sectionNamed("outcome").has(t.Value) }) {
		d.diags.Errorf(diag.CodeShape, n.Span, "the terminal states of an outcome must be a list, not a mapping").Helpf("write [ ] instead of { }")
		o.States = names
		return o
	}
	given := false
	d.section(n, "outcome", func(key string, p Pair) {
		switch key {
		case "states":
			o.States, given = finals(d, name, p.Value), true
			return
		case "within":
			o.Within = d.text(p.Value, "a duration, or an expression of durations")
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

// finals decodes the terminal states of an outcome.
func finals(d *decoder, outcome Text, n *Node) []Text {
	states := d.texts(n, "state")
	if n.Kind == Sequence && len(n.Items) == 0 {
		d.diags[len(d.diags)-1].Helpf("name the states in which the machine ends, as in %s: [Done], or remove the outcome", diag.Clip(outcome.Value))
	}
	return states
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
		case "max":
			out.Max = d.text(p.Value, "a duration")
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
	if out.After.Given() && out.Max.Given() {
		d.diags.Errorf(diag.CodeShape, out.Max.Span, "delay `%s` is constant, so `max` does nothing", diag.Clip(name.Value)).
			Helpf("remove `max`, or remove `after` so that the program computes the delay")
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
			d.message(message{"event", &e.Doc, &e.Go, &e.Fields, d.payloadField}, key, n)
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
		d.message(message{"output", &o.Doc, &o.Go, &o.Fields, d.field}, key, n)
	})
	return o
}
