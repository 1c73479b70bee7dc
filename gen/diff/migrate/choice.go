package migrate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff/internal/stored"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Choices are decisions that a person makes in advance. The zero value makes none.
type Choices struct {
	// States say where machines of an old state continue, as OLD=NEW.
	States []string
	// Values are expressions for values of the new version, as NAME=EXPRESSION. NAME is a parameter, a variable, or
	// STATE.DATUM; the expression reads the values of the old version.
	Values []string
}

func (c Choices) none() bool { return len(c.States)+len(c.Values) == 0 }

// migratable returns an error for versions that have no migration.
func (p *Plan) migratable() error {
	switch {
	case p.a.Name != p.b.Name && !slices.Contains(p.b.Was, p.a.Name):
		return fmt.Errorf("the specs describe different machines, %s and %s: if the machine was renamed, add `was: %s` to the new spec", p.a.Name, p.b.Name, p.a.Name)
	case !p.a.Faces.Snapshot:
		return errors.New("the old version has no snapshots: its spec does not choose the face `snapshot`")
	case !p.b.Faces.Snapshot:
		return errors.New("the new version has no snapshots: add `snapshot` to the faces of its spec")
	}
	return nil
}

// chooser adds the choices of the program to a plan.
type chooser struct{ plan *Plan }

// choose adds the choices to the migration.
func (ch chooser) choose(c Choices) error {
	seen := map[string]bool{}
	for _, text := range c.States {
		if err := ch.state(text, seen); err != nil {
			return fmt.Errorf("state %q: %w", text, err)
		}
	}
	if len(c.States) > 0 {
		ch.plan.data(ch.plan.counterparts)
	}
	for _, text := range c.Values {
		if err := ch.value(text); err != nil {
			return fmt.Errorf("value %q: %w", text, err)
		}
	}
	return nil
}

func (ch chooser) state(text string, seen map[string]bool) error {
	old, new, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("want OLD=NEW")
	}
	s := slices.IndexFunc(ch.plan.a.States, func(s core.State) bool { return s.Name == old })
	if s < 0 {
		return fmt.Errorf("the old version has no state %s%s", old, hint(old, stateNames(ch.plan.a)))
	}
	t := slices.IndexFunc(ch.plan.b.States, func(s core.State) bool { return s.Name == new })
	switch {
	case t < 0:
		return fmt.Errorf("the new version has no state %s%s", new, hint(new, stateNames(ch.plan.b)))
	case seen[old]:
		return fmt.Errorf("state %s is chosen twice", old)
	}
	seen[old] = true
	ch.plan.m.States[s] = t
	return nil
}

func stateNames(m *core.Machine) (names []string) {
	for _, s := range m.States {
		names = append(names, s.Name)
	}
	return names
}

// hint suggests a name, or lists all of them.
func hint(name string, known []string) string {
	if near := diag.DidYouMean(name, known); near != "" {
		return ": " + near
	}
	return ": it has " + strings.Join(known, ", ")
}

// value parses NAME=EXPRESSION.
func (ch chooser) value(text string) error {
	name, source, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("want NAME=EXPRESSION")
	}
	name = strings.TrimSpace(name)
	symbols := ch.slots()
	to := symbols[name]
	if to == nil {
		var known []string
		for n := range symbols {
			known = append(known, n)
		}
		slices.Sort(known)
		return fmt.Errorf("the new version has no parameter, variable or datum %s%s", name, hint(name, known))
	}
	at := stored.Slot{Scope: to.Scope, Index: to.Index}
	if ch.plan.m.Given[at] != nil {
		return fmt.Errorf("%s is given twice", name)
	}
	x, err := ch.parse(to, strings.TrimSpace(source))
	if err != nil {
		return err
	}
	states := ch.plan.statesWith(to)
	if to.Scope == expr.Param || ch.plan.b.Vars[to.Index].State < 0 {
		states = append(states, -1) // a value of all machines cannot depend on data
	}
	for _, s := range states {
		if datum := ch.foreign(x, s); datum != "" {
			if s < 0 {
				return fmt.Errorf("only a datum can depend on %s", datum)
			}
			return fmt.Errorf("machines of state %s do not have %s", ch.plan.a.States[s].Name, datum)
		}
	}
	ch.plan.m.Given[at] = x
	return nil
}

// slots returns the parameters, variables and data of the new version by name.
func (ch chooser) slots() map[string]*expr.Symbol {
	out := map[string]*expr.Symbol{}
	for i := range ch.plan.b.Params {
		out[ch.plan.b.Params[i].Name] = ch.plan.b.Params[i].Symbol
	}
	for i := range ch.plan.b.Vars {
		if !ch.plan.b.Vars[i].Pending() {
			out[varName(ch.plan.b, i)] = ch.plan.b.Vars[i].Symbol
		}
	}
	return out
}

// varName returns the name of a variable, or that of a datum with its state.
func varName(m *core.Machine, i int) string {
	if s := m.Vars[i].State; s >= 0 {
		return m.States[s].Name + "." + m.Vars[i].Name
	}
	return m.Vars[i].Name
}

// statesWith returns the old states whose machines get a value of the new version.
func (p *Plan) statesWith(to *expr.Symbol) (list []int) {
	in := -1
	if to.Scope == expr.Var {
		in = p.b.Vars[to.Index].State
	}
	for s, t := range p.m.States {
		if in < 0 || t == in || t < 0 {
			list = append(list, s)
		}
	}
	return list
}

// foreign returns a datum of another old state that an expression reads, or "".
func (ch chooser) foreign(x expr.Expr, state int) (name string) {
	expr.Walk(x, func(x expr.Expr) {
		if ref, ok := x.(*expr.Ref); ok && ref.Symbol.Scope == expr.Var {
			if of := ch.plan.a.Vars[ref.Symbol.Index].State; of >= 0 && of != state {
				name = varName(ch.plan.a, ref.Symbol.Index)
			}
		}
	})
	return name
}
