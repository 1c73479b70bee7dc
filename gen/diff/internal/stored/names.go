package stored

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// names adds the demands on the names in snapshots, and on the types of values.
func (p *pairing) names() {
	p.statesKnown()
	p.parameters()
	p.variables()
}

func (p *pairing) machine() {
	part := "machine " + p.old.Name
	if !known(p.old.Name, p.new.Name, p.new.Was) {
		p.add(Demand{Kind: Machine, Part: part + " → " + p.new.Name, State: -1, Holds: refused(), Reason: "renamed",
			Help: "add `was: " + p.old.Name + "` to the spec"})
	}
	p.earlier(Machine, part, p.old.Was, func(name string) bool { return known(name, p.new.Name, p.new.Was) })
}

// earlier adds demands on the names that the old version still knows.
func (p *pairing) earlier(k Kind, part string, was []string, isKnown func(string) bool) {
	for _, name := range was {
		if !isKnown(name) {
			p.add(Demand{Kind: k, Part: part, State: -1, Earlier: true, Reason: "the old name " + name + " is no longer listed",
				Help: "keep `was: " + name + "` as long as machines of that version are stored"})
		}
	}
}

// dropped adds demands on the values that the old version still drops.
func (p *pairing) dropped(part string, old, new []string, has func(string) bool) {
	for _, name := range old {
		if !slices.Contains(new, name) && !has(name) {
			p.add(Demand{Kind: Variable, Part: part, State: -1, Earlier: true, Reason: name + " is no longer listed under `removed`",
				Help: "keep it in the list as long as machines of that version are stored"})
		}
	}
}

func (p *pairing) statesKnown() {
	for i := range p.old.States {
		s := &p.old.States[i]
		part := "state " + s.Name
		if p.states[i] < 0 {
			d := Demand{Kind: State, Part: part, State: i, Holds: refused(), Lost: s, Reason: "removed or renamed",
				Help: "add `was: " + Scalar(s.Stored()) + "` to the state in which such a machine continues"}
			for j := range p.new.States {
				if t := &p.new.States[j]; t.Name == s.Name {
					d.Reason = textChanged(s.Stored(), t.Stored())
				}
			}
			p.add(d)
			continue
		}
		t := &p.new.States[p.states[i]]
		p.earlier(State, part, s.Texts()[1:], func(text string) bool { return slices.Contains(t.Texts(), text) })
	}
}

// textChanged says that another text is stored for a part.
func textChanged(old, new string) string {
	return "the text has changed from " + Scalar(old) + " to " + Scalar(new)
}

// Scalar writes a text as the value of a key in a spec.
func Scalar(text string) string {
	if strings.IndexFunc(text, func(r rune) bool {
		return !(r == '_' || r == '-' || r == '.' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z')
	}) >= 0 {
		return strconv.Quote(text)
	}
	return text
}

func (p *pairing) parameters() {
	for i := range p.old.Params {
		o := &p.old.Params[i]
		part := "param " + o.Name
		j := slices.Index(p.params, i)
		if j < 0 {
			if !slices.Contains(p.new.Removed, o.Name) {
				p.add(Demand{Kind: Parameter, Part: part, State: -1, Holds: refused(), Lost: o, Reason: "removed or renamed", Help: lost("parameter", o.Name)})
			}
			continue
		}
		n := &p.new.Params[j]
		p.earlier(Parameter, part, o.Was, func(name string) bool {
			return known(name, n.Name, n.Was) || slices.Contains(p.new.Removed, name)
		})
		p.typed(Parameter, part, -1, o.Symbol, n.Symbol)
	}
	for j := range p.new.Params {
		if n := &p.new.Params[j]; p.params[j] < 0 && n.Default == nil {
			p.add(Demand{Kind: Parameter, Part: "param " + n.Name, State: -1, Holds: refused(), Reason: "added without a default",
				Help: "add a `default`, which stored machines then have"})
		}
	}
	p.dropped("machine "+p.new.Name, p.old.Removed, p.new.Removed, func(name string) bool {
		return slices.ContainsFunc(p.new.Params, func(n core.Param) bool { return known(name, n.Name, n.Was) }) ||
			slices.ContainsFunc(p.new.Vars, func(n core.Var) bool { return n.State < 0 && known(name, n.Name, n.Was) })
	})
}

// lost says what to do about a name that the new version does not know.
func lost(what, name string) string {
	return fmt.Sprintf("add `was: %s` to the %s that has its value, or list it under `removed` to drop the value", name, what)
}

func (p *pairing) variables() {
	for i := range p.old.Vars {
		o := &p.old.Vars[i]
		if o.State >= 0 || o.Pending() {
			continue
		}
		j := -1
		for k, at := range p.vars {
			if p.new.Vars[k].State < 0 && at == i {
				j = k
			}
		}
		if j < 0 {
			if !slices.Contains(p.new.Removed, o.Name) {
				d := Demand{Kind: Variable, Part: partOf(p.old, i), State: -1, Holds: refused(), Lost: o, Reason: "removed or renamed", Help: lost("variable", o.Name)}
				if o.Implied == core.Remembered {
					d.Lost, d.Reason = nil, "no state has this history, or the state is renamed"
					d.Help = "add `was:` with the old name to the renamed state, or list " + o.Name + " under `removed` to forget the history"
				}
				p.add(d)
			}
			continue
		}
		n := &p.new.Vars[j]
		p.earlier(Variable, partOf(p.old, i), o.Was, func(name string) bool {
			return known(name, n.Name, n.Was) || slices.Contains(p.new.Removed, name)
		})
		p.typed(Variable, partOf(p.old, i), -1, o.Symbol, n.Symbol)
	}
	for s, t := range p.states {
		if t >= 0 {
			p.dataOf(s, t)
		}
	}
}

// dataOf adds the demands on the data of old state s, which is state t of the new version.
func (p *pairing) dataOf(s, t int) {
	from := map[int]bool{}
	for j := range p.new.Vars {
		n := &p.new.Vars[j]
		if n.State != t || n.Pending() { // a machine at rest stores nothing of it
			continue
		}
		i := p.data[place{s, j}]
		if i < 0 {
			d := Demand{Kind: Variable, Part: partOf(p.new, j), State: s, Holds: refused(),
				Reason: "added, and a machine that was stored in state " + p.old.States[s].Name + " has no value for it",
				Help:   "make it a variable with an `init`, or write a migration with `fsmgen migrate`"}
			if n.Implied == core.Active {
				d.Reason = "added, and a machine that was stored in state " + p.old.States[s].Name + " is in none of its states"
				d.Help = "write a migration with `fsmgen migrate`, which says in which state of the region it continues"
			}
			p.add(d)
			continue
		}
		from[i] = true
		o := &p.old.Vars[i]
		p.earlier(Variable, partOf(p.old, i), o.Was, func(name string) bool {
			return known(name, n.Name, n.Was) || slices.Contains(p.new.States[t].Removed, name)
		})
		p.typed(Variable, partOf(p.old, i), s, o.Symbol, n.Symbol)
	}
	for i := range p.old.Vars {
		if o := &p.old.Vars[i]; o.State == s && !o.Pending() && !from[i] && !slices.Contains(p.new.States[t].Removed, o.Name) {
			d := Demand{Kind: Variable, Part: partOf(p.old, i), State: s, Holds: refused(), Lost: o, Reason: "removed or renamed",
				Help: "add `was: " + o.Name + "` to the datum that has its value, or list it under `removed` of state " + p.new.States[t].Name + " to drop the value"}
			if o.Implied == core.Active {
				d.Lost = nil
				d.Help = "list " + o.Name + " under `removed` of state " + p.new.States[t].Name + ", or write a migration with `fsmgen migrate`"
			}
			p.add(d)
		}
	}
	p.dropped("state "+p.new.States[t].Name, p.old.States[s].Removed, p.new.States[t].Removed, func(name string) bool {
		return slices.ContainsFunc(p.new.Vars, func(n core.Var) bool { return n.State == t && known(name, n.Name, n.Was) })
	})
}

// typed adds the demands on the values of an old parameter or variable o, which become values of n.
func (p *pairing) typed(k Kind, part string, state int, o, n *expr.Symbol) {
	t, before := n.Type, len(p.demands)
	defer func() {
		for i := before; i < len(p.demands); i++ {
			p.demands[i].Of = n
		}
	}()
	d := Demand{Kind: k, Part: part, State: state, Reason: "the type has changed from " + o.Type.String() + " to " + t.String(),
		Help: "give it a new name, and list the old one under `removed`"}
	switch from := o.Type; {
	case from.Kind == expr.Opaque || t.Kind == expr.Opaque:
		p.opaque[o] = true
		if from.Kind == t.Kind && from.Go.Text == t.Go.Text {
			return
		}
		d.Reason += ", and stored values may have another meaning, or none"
		p.add(d)
	case from.Kind == t.Kind && from.Duration != t.Duration:
		p.opaque[o] = true
		d.Reason += ", and a duration is stored as a number of nanoseconds"
		p.add(d)
	case from.Kind == expr.Enumerated && t.Kind == expr.Enumerated:
		p.values(part, state, o, t.Enum)
	case from.Kind == t.Kind, from.Kind == expr.Enumerated && t.Kind == expr.String:
	case from.Kind == expr.String && t.Kind == expr.Enumerated:
		d.Holds = refused()
		for v := range t.Enum.Values {
			d.Holds = or(d.Holds, p.is(&expr.Ref{Symbol: o}, t.Enum, v))
		}
		p.add(d)
	default:
		p.opaque[o] = true
		d.Holds = refused()
		p.add(d)
	}
}

// values adds the demands that the values of an enum are known.
func (p *pairing) values(part string, state int, o *expr.Symbol, to *expr.Enum) {
	from := o.Type.Enum
	for v, name := range from.Values {
		i := p.valueOf(to, from.Stored(v))
		if i < 0 {
			lit := &expr.Lit{T: o.Type, Value: int64(v)}
			differs := &expr.Binary{Op: expr.Ne, X: &expr.Ref{Symbol: o}, Y: lit}
			d := Demand{Kind: Value, Part: part, State: state, Holds: differs, Lost: lit, Reason: "the value " + name + " of enum " + from.Name + " is removed or renamed",
				Help: fmt.Sprintf("add `was: {NAME: %s}` to enum %s, where NAME is the value that takes its place", Scalar(from.Stored(v)), to.Name)}
			if kind := p.impliedBy(o); kind != core.Declared {
				d.Lost, d.Reason = nil, "state "+name+" is removed or renamed, and the machine may be in it"
				d.Help = "write a migration with `fsmgen migrate`, which says in which state of the region it continues"
				if kind == core.Remembered {
					d.Reason = "state " + name + " is removed or renamed, and the history may be that the machine was in it"
					d.Help = "add `was: " + name + "` to the state in which such a machine continues"
				}
			} else if j := slices.Index(to.Values, name); j >= 0 {
				d.Reason = "value " + name + " of enum " + from.Name + ": " + textChanged(from.Stored(v), to.Stored(j))
			}
			p.add(d)
			continue
		}
		p.earlier(Value, part, from.Texts(v)[1:], func(text string) bool { return p.valueOf(to, text) == i })
	}
}

// impliedBy returns what the loader has added an old variable for. Parameters are declared.
func (p *pairing) impliedBy(o *expr.Symbol) core.Implied {
	if o.Scope != expr.Var {
		return core.Declared
	}
	return p.old.Vars[o.Index].Implied
}

// valueTexts returns the texts in snapshots of a value of an enum of the new version.
func (p *pairing) valueTexts(e *expr.Enum, i int) []string {
	texts := e.Texts(i)
	if p.was[e] != nil {
		texts = append(slices.Clip(texts), p.was[e][i]...)
	}
	return texts
}

// valueOf returns the value of an enum that a text means, or -1.
func (p *pairing) valueOf(e *expr.Enum, stored string) int {
	for i := range e.Values {
		if slices.Contains(p.valueTexts(e, i), stored) {
			return i
		}
	}
	return -1
}
