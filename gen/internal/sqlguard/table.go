package sqlguard

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// longest is the greatest length of a name in bytes. PostgreSQL cuts longer ones.
const longest = 63

// table is the table of a machine.
type table struct {
	m    *core.Machine
	name string // not quoted
	// params and vars are the columns, by index. Data of the same name in several states share one.
	params, vars []string
}

// newTable names the columns, or says why the machine cannot have a table.
func newTable(m *core.Machine, name string) (*table, error) {
	if name == "" {
		name = column(m.Name)
	}
	t := &table{m: m, name: name}
	if err := unsupported(m); err != nil {
		return nil, err
	}
	owner := map[string]string{"state": "the state"}
	for _, p := range m.Params {
		c := column(p.Name)
		if other := owner[c]; other != "" {
			return nil, fmt.Errorf("the parameter %s and %s would have the same column %s", p.Name, other, c)
		}
		owner[c] = "the parameter " + p.Name
		t.params = append(t.params, c)
	}
	for i, v := range m.Vars {
		c := column(v.Name)
		shared := slices.IndexFunc(m.Vars[:i], func(w core.Var) bool {
			return w.Name == v.Name && w.State != v.State && w.Type.Same(v.Type) && w.State >= 0 && v.State >= 0
		})
		if other := owner[c]; other != "" && shared < 0 {
			return nil, fmt.Errorf("%s and %s would have the same column %s", v.Name, other, c)
		}
		owner[c] = v.Name
		t.vars = append(t.vars, c)
	}
	for _, c := range append([]string{name + "_fsm_guard"}, append(slices.Clone(t.params), t.vars...)...) {
		if len(c) > longest {
			return nil, fmt.Errorf("the name %.80q is too long for PostgreSQL, which takes %d bytes", c, longest)
		}
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		return nil, fmt.Errorf("the table is %.80q: its name can have letters, digits, and _", name)
	}
	return t, nil
}

// unsupported says which part of a machine this package cannot guard.
func unsupported(m *core.Machine) error {
	switch {
	case m.Eventless() >= 0:
		return fmt.Errorf("the machine has transitions without an event (always, raised events, or regions), so one update is several transitions")
	case m.Parallel():
		return fmt.Errorf("the machine has regions, whose parts change together")
	case len(m.Calls) > 0:
		return fmt.Errorf("the machine has calls, whose results depend on more than its values")
	}
	for i := range m.Timers {
		if m.Expires(i) {
			return fmt.Errorf("the timer of %s can expire while the state stays, which the columns do not say", m.Timers[i].Owner)
		}
	}
	for _, p := range m.Params {
		if p.Type.Kind == expr.Opaque {
			return fmt.Errorf("the parameter %s has a Go type, whose column is not known", p.Name)
		}
	}
	for _, v := range m.Vars {
		if v.Implied != core.Declared {
			return fmt.Errorf("the machine has history, which the columns do not say")
		}
		if v.Type.Kind == expr.Opaque {
			return fmt.Errorf("%s has a Go type, whose column is not known", v.Name)
		}
	}
	return nil
}

// column returns a name in the style of SQL: maxRetries becomes max_retries.
func column(name string) string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsDigit(before)) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	return b.String()
}

// shares returns the states in which the column of a datum has a value.
func (t *table) shares(v int) (states []int) {
	for i, w := range t.m.Vars {
		if t.vars[i] == t.vars[v] {
			states = append(states, w.State)
		}
	}
	return states
}
