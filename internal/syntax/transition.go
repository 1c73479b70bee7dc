package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// Handler lists the alternatives for an event in one state.
type Handler struct {
	// Event is the name of the event, or the key `always` or `done`.
	Event        Text
	Eventless    bool
	Alternatives []Alternative
}

// Where says in a message when the alternatives are tried: for an event, or under a key.
func (h Handler) Where() string {
	if h.Eventless {
		return "under `" + h.Event.Value + "`"
	}
	return "for event `" + diag.Clip(h.Event.Value) + "`"
}

// Alternative is one alternative for an event.
type Alternative struct {
	Span        diag.Span
	If, To, Doc Text
	// History is "shallow" or "deep" if the transition returns to where the machine was in To.
	History Text
	Set     []Assignment
	Clear   []Text
	Emit    []Emit
	Raise   []Text
	// Otherwise is "ignore" or "reject"; To, Set, Clear, Emit, and Raise are then not given.
	Otherwise    Text
	Requirements []Text
	// Wrong marks an alternative with reported errors, whose other fields may be
	// incomplete.
	Wrong bool
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
