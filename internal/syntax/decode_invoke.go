package syntax

import "github.com/fsmgen/fsmgen/spec/diag"

// call decodes the arguments and results of a call.
func (d *decoder) call(name Text, n *Node) Call {
	c := Call{Name: name}
	d.section(n, "call", func(key string, p Pair) {
		switch key {
		case "doc":
			c.Doc = d.text(p.Value, "text")
		case "go":
			c.Go = d.text(p.Value, "a name")
		case "with":
			c.With = d.fields(p.Value)
		case "was":
			c.Was = d.texts(p.Value, "name")
		default:
			c.Done = d.fieldsOf(p.Value, d.payloadField)
		}
	})
	return c
}

// use decodes the spec of a child machine: its path, or a mapping.
func (d *decoder) use(name Text, n *Node) Use {
	u := Use{Name: name}
	if n.Kind != Mapping {
		u.Path = d.text(n, "the path of a spec")
		return u
	}
	d.section(n, "child machine", func(key string, p Pair) {
		if key == "was" {
			u.Was = d.texts(p.Value, "name")
			return
		}
		u.Path = d.text(p.Value, "the path of a spec")
	})
	return u
}

// invocations decodes what a state starts: an invocation, or a list of them.
func (d *decoder) invocations(p Pair) (out []Invocation) {
	items := []*Node{p.Value}
	if p.Value.Kind == Sequence {
		items = p.Value.Items
	}
	if len(items) == 0 || p.Value.Kind == Scalar && p.Value.Null {
		d.diags.Errorf(diag.CodeShape, p.Value.Span, "`invoke` is empty").
			Helpf("name a call and its results, as in invoke: {call: fetch, on: {done: Shown, error: Failed}}, or remove `invoke:`")
		return nil
	}
	for _, n := range items {
		before := len(d.diags)
		i := d.invocation(n)
		if len(d.diags) == before {
			d.complete(&i)
		}
		out = append(out, i)
	}
	return out
}

func (d *decoder) invocation(n *Node) Invocation {
	i := Invocation{Span: n.Span}
	d.section(n, "invocation", func(key string, p Pair) {
		switch key {
		case "call":
			i.Call = d.text(p.Value, "the name of a call")
		case "machine":
			i.Machine = d.text(p.Value, "the name of a child machine")
		case "with":
			d.entries(p.Value, "a mapping of names to values, such as {id: id}", func(name Text, n *Node) {
				i.With = append(i.With, Assignment{name, d.expression(n)})
			})
		case "timeout":
			i.Timeout = d.text(p.Value, "a duration, the name of a delay, or an expression")
		default:
			i.On = d.handlers(p.Value)
		}
	})
	return i
}

// complete reports an invocation of nothing, of two things, or without results.
func (d *decoder) complete(i *Invocation) {
	switch {
	case i.Call.Given() && i.Machine.Given():
		d.diags.Errorf(diag.CodeInvoke, i.Machine.Span, "an invocation cannot have both `call` and `machine`").
			Helpf("write a list with two invocations, or remove one of them")
	case !i.Call.Given() && !i.Machine.Given():
		d.diags.Errorf(diag.CodeInvoke, i.Span, "the invocation says neither `call` nor `machine`").
			Helpf("for example, invoke: {call: fetch, on: {done: Shown, error: Failed}}")
	case i.On == nil:
		d.diags.Errorf(diag.CodeInvoke, i.Span, "the invocation has no `on`, so its results have no transitions").
			Helpf("for example, invoke: {call: fetch, on: {done: Shown, error: Failed}}")
	}
}
