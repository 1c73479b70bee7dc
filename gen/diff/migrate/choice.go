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

// choose adds the choices to the migration.
func (p *Plan) choose(c Choices) error {
	seen := map[string]bool{}
	for _, text := range c.States {
		if err := p.chooseState(text, seen); err != nil {
			return fmt.Errorf("state %q: %w", text, err)
		}
	}
	if len(c.States) > 0 {
		p.data(p.counterparts)
	}
	for _, text := range c.Values {
		if err := p.chooseValue(text); err != nil {
			return fmt.Errorf("value %q: %w", text, err)
		}
	}
	return nil
}

func (p *Plan) chooseState(text string, seen map[string]bool) error {
	old, new, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("want OLD=NEW")
	}
	s := slices.IndexFunc(p.a.States, func(s core.State) bool { return s.Name == old })
	if s < 0 {
		return fmt.Errorf("the old version has no state %s%s", old, hint(old, stateNames(p.a)))
	}
	t := slices.IndexFunc(p.b.States, func(s core.State) bool { return s.Name == new })
	switch {
	case t < 0:
		return fmt.Errorf("the new version has no state %s%s", new, hint(new, stateNames(p.b)))
	case seen[old]:
		return fmt.Errorf("state %s is chosen twice", old)
	}
	seen[old] = true
	p.m.States[s] = t
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

// chooseValue parses NAME=EXPRESSION.
func (p *Plan) chooseValue(text string) error {
	name, source, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("want NAME=EXPRESSION")
	}
	name = strings.TrimSpace(name)
	symbols := p.slots()
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
	if p.m.Given[at] != nil {
		return fmt.Errorf("%s is given twice", name)
	}
	x, err := p.parse(to, strings.TrimSpace(source))
	if err != nil {
		return err
	}
	states := p.statesWith(to)
	if to.Scope == expr.Param || p.b.Vars[to.Index].State < 0 {
		states = append(states, -1) // a value of all machines cannot depend on data
	}
	for _, s := range states {
		if datum := p.foreign(x, s); datum != "" {
			if s < 0 {
				return fmt.Errorf("only a datum can depend on %s", datum)
			}
			return fmt.Errorf("machines of state %s do not have %s", p.a.States[s].Name, datum)
		}
	}
	p.m.Given[at] = x
	return nil
}

// slots returns the parameters, variables and data of the new version by name.
func (p *Plan) slots() map[string]*expr.Symbol {
	out := map[string]*expr.Symbol{}
	for i := range p.b.Params {
		out[p.b.Params[i].Name] = p.b.Params[i].Symbol
	}
	for i := range p.b.Vars {
		if !p.b.Vars[i].Pending() {
			out[varName(p.b, i)] = p.b.Vars[i].Symbol
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
func (p *Plan) foreign(x expr.Expr, state int) (name string) {
	expr.Walk(x, func(x expr.Expr) {
		if ref, ok := x.(*expr.Ref); ok && ref.Symbol.Scope == expr.Var {
			if of := p.a.Vars[ref.Symbol.Index].State; of >= 0 && of != state {
				name = varName(p.a, ref.Symbol.Index)
			}
		}
	})
	return name
}
