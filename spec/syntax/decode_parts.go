package syntax

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// decls takes declarations by name. init is the key for the first value,
// which parameters call their default; data have none.
func (d *decoder) decls(n *Node, what, init string) []Decl {
	var out []Decl
	keys := []string{"type", "min", "max", "doc"}
	if init != "" {
		keys = append(keys, init)
	}
	d.entries(n, what+"s by name", func(name Text, n *Node) {
		v := Decl{Name: name}
		if n.Kind == Scalar && !n.Null {
			v.Type = d.text(n, "a type")
			out = append(out, v)
			return
		}
		d.section(n, what, keys, func(key string, p Pair) {
			switch key {
			case "type":
				v.Type = d.text(p.Value, "a type")
			case "min":
				v.Min = d.text(p.Value, "an expression")
			case "max":
				v.Max = d.text(p.Value, "an expression")
			case "doc":
				v.Doc = d.text(p.Value, "text")
			default:
				v.Init = d.expression(p.Value)
			}
		})
		if !v.Type.Given() && (n.Kind == Mapping || n.Null) {
			d.diags.Errorf(diag.CodeMissing, name.Span, "%s `%s` has no type", what, diag.Clip(name.Value)).
				Helpf("for example %s: {type: int, min: 0}", diag.Clip(name.Value))
		}
		out = append(out, v)
	})
	return out
}

// expression takes a scalar; an empty string in quotes is the constant "".
func (d *decoder) expression(n *Node) Text {
	if n.Kind == Scalar && n.Text == "" && !n.Null {
		return Text{`""`, n.Span}
	}
	return d.text(n, "an expression")
}

func (d *decoder) enum(name Text, n *Node) Enum {
	e := Enum{Name: name}
	if n.Kind == Mapping {
		d.section(n, "enum", []string{"doc", "values"}, func(key string, p Pair) {
			if key == "doc" {
				e.Doc = d.text(p.Value, "text")
			} else {
				e.Values = d.texts(p.Value, "value")
			}
		})
	} else {
		e.Values = d.texts(n, "value")
	}
	return e
}

func (d *decoder) guard(name Text, n *Node) Guard {
	g := Guard{Name: name}
	if n.Kind == Scalar && !n.Null {
		g.If = d.text(n, "a condition")
		return g
	}
	d.section(n, "guard", []string{"if", "doc"}, func(key string, p Pair) {
		if key == "if" {
			g.If = d.text(p.Value, "a condition")
		} else {
			g.Doc = d.text(p.Value, "text")
		}
	})
	if !g.If.Given() {
		d.diags.Errorf(diag.CodeNotYet, name.Span, "guard `%s` has no condition; external guards are not in this version of the language yet", diag.Clip(name.Value)).
			Helpf("let the caller say it with a bool in the event's payload")
	}
	return g
}

// rule takes a mapping of a count, under the key at, and the state to go to.
func (d *decoder) rule(p Pair, what, at string) *Rule {
	r := &Rule{Span: p.Key.Span}
	d.section(p.Value, what, []string{at, "to"}, func(key string, p Pair) {
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
		if !missing.text.Given() && p.Value.Kind == Mapping {
			d.diags.Errorf(diag.CodeMissing, p.Key.Span, "the %s has no `%s`", what, missing.key).
				Helpf("for example %s: {%s: 3, to: Failed}", p.Key.Text, at)
		}
	}
	return r
}

// event takes the payload of an event: each key is a field but for doc, and
// for fields, which holds fields whose names are taken by other keys.
func (d *decoder) event(name Text, n *Node) Event {
	e := Event{Name: name}
	field := func(name Text, n *Node) {
		e.Fields = append(e.Fields, Field{name, d.text(n, "the type of field `"+diag.Clip(name.Value)+"`")})
	}
	d.entries(n, "the payload, as in {class: FailureClass}, or {}", func(key Text, n *Node) {
		switch key.Value {
		case "doc":
			if e.Doc = d.text(n, "text"); slices.Contains([]string{"int", "bool", "string", "error"}, e.Doc.Value) {
				d.diags.Errorf(diag.CodeShape, e.Doc.Span, "`doc` is the comment of event `%s`, and `%s` says little", diag.Clip(name.Value), e.Doc.Value).
					Helpf("a field of that name goes under fields: {doc: %s}", e.Doc.Value)
			}
		case "fields":
			d.entries(n, "the payload, as in {class: FailureClass}", field)
		case "environment":
			d.diags.Errorf(diag.CodeNotYet, key.Span, "`environment` is not in this version of the language yet").
				Helpf("docs/spec.md lists what there is")
		default:
			field(key, n)
		}
	})
	return e
}

func (d *decoder) states(n *Node) []*State {
	var out []*State
	d.entries(n, "states by name", func(name Text, n *Node) {
		s := &State{Name: name}
		d.section(n, "state", []string{"doc", "initial", "data", "on", "ignore", "invariants", "req", "states"}, func(key string, p Pair) {
			switch key {
			case "doc":
				s.Doc = d.text(p.Value, "text")
			case "initial":
				s.Initial = d.text(p.Value, "the name of a state")
			case "ignore":
				s.Ignore = d.texts(p.Value, "event")
			case "invariants":
				s.Invariants = d.texts(p.Value, "condition")
			case "req":
				s.Requirements = d.texts(p.Value, "requirement")
			case "data":
				s.Data = d.decls(p.Value, "datum", "")
			case "on":
				s.On = d.handlers(p.Value)
			case "states":
				if s.States = d.states(p.Value); len(s.States) == 0 {
					d.diags.Errorf(diag.CodeShape, p.Key.Span, "state `%s` has an empty list of states", diag.Clip(name.Value))
				}
			}
		})
		out = append(out, s)
	})
	return out
}

func (d *decoder) handlers(n *Node) []Handler {
	var out []Handler
	d.entries(n, "events, each with where it leads", func(event Text, n *Node) {
		h := Handler{Event: event}
		items := []*Node{n}
		if n.Kind == Sequence {
			items = n.Items
			if len(items) == 0 {
				d.diags.Errorf(diag.CodeShape, n.Span, "event `%s` has an empty list of alternatives", diag.Clip(event.Value))
			}
		}
		for _, i := range items {
			h.Alternatives = append(h.Alternatives, d.alternative(event, i))
		}
		out = append(out, h)
	})
	return out
}

func (d *decoder) alternative(event Text, n *Node) (a Alternative) {
	a = Alternative{Span: n.Span}
	before := len(d.diags)
	defer func() { a.Wrong = len(d.diags) > before }()
	if n.Kind == Scalar {
		if n.Null {
			d.diags.Errorf(diag.CodeShape, event.Span, "event `%s` leads nowhere", diag.Clip(event.Value)).
				Helpf("name a state, as in %s: Done, or stay and change something: %s: {set: {...}}", event.Value, event.Value)
			a.To = Text{Span: n.Span}
			return a
		}
		a.To = d.text(n, "the name of a state")
		return a
	}
	d.section(n, "transition", []string{"if", "to", "set", "clear", "otherwise", "req", "doc"}, func(key string, p Pair) {
		switch key {
		case "if":
			a.If = d.text(p.Value, "a condition")
		case "to":
			a.To = d.text(p.Value, "the name of a state")
		case "doc":
			a.Doc = d.text(p.Value, "text")
		case "req":
			a.Requirements = d.texts(p.Value, "requirement")
		case "otherwise":
			if a.Otherwise = d.text(p.Value, "ignore or reject"); a.Otherwise.Value != "" && a.Otherwise.Value != "ignore" && a.Otherwise.Value != "reject" {
				d.diags.Errorf(diag.CodeShape, a.Otherwise.Span, "`otherwise` is `ignore` or `reject`, not `%s`", diag.Clip(a.Otherwise.Value))
			}
		case "clear":
			a.Clear = d.texts(p.Value, "variable")
		case "set":
			d.entries(p.Value, "variables and their new values", func(name Text, n *Node) {
				a.Set = append(a.Set, Assignment{name, d.expression(n)})
			})
		}
	})
	if a.Otherwise.Given() && (a.If.Given() || a.To.Given() || len(a.Set) > 0 || len(a.Clear) > 0) {
		d.diags.Errorf(diag.CodeShape, a.Otherwise.Span, "`otherwise` stands alone").
			Helpf("it says what happens when no alternative before it is taken")
	}
	return a
}
