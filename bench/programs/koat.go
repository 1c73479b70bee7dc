package main

import (
	"fmt"
	"slices"
	"strings"
)

// maxRules is the number of rules of a program that counts.
const maxRules = 50

// koat translates a program of integer rules, as KoAT reads it. Each rule becomes an event, so
// the environment chooses the rule. A variable that a rule does not bind is a payload of the event.
func koat(name, src string) (*machine, error) {
	t, err := lex(src)
	if err != nil {
		return nil, err
	}
	m := &machine{name: name, stops: true, rules: true}
	if err := t.skip("FUNCTIONSYMBOLS"); err != nil {
		return nil, err
	}
	m.initial = place(t.take())
	if err := t.skip("RULES"); err != nil {
		return nil, err
	}
	for !t.have(")") {
		if err := m.rule(t); err != nil {
			return nil, err
		}
		if len(m.moves) > maxRules {
			return nil, fmt.Errorf("more than %d rules", maxRules)
		}
	}
	return m, nil
}

// rule reads a rule.
func (m *machine) rule(t *tokens) error {
	p := &parser{tokens: t}
	from, left, err := p.application()
	if err != nil {
		return err
	}
	for n := range left {
		if len(m.vars) <= n {
			m.vars = append(m.vars, fmt.Sprintf("x%d", n))
			m.start = append(m.start, variable(fmt.Sprintf("p%d", n)))
			m.params = append(m.params, fmt.Sprintf("p%d", n))
		}
	}
	if err := t.need("->"); err != nil {
		return err
	}
	wrapped := strings.HasPrefix(t.peek(), "Com_")
	if wrapped {
		if n := t.take(); n != "Com_1" {
			return fmt.Errorf("a rule with %s right sides", strings.TrimPrefix(n, "Com_"))
		}
		if err := t.need("("); err != nil {
			return err
		}
	}
	to, right, err := p.application()
	if err != nil {
		return err
	}
	if wrapped {
		if err := t.need(")"); err != nil {
			return err
		}
	}
	guard := variable("true")
	if t.have(":|:") {
		if guard, err = p.expression(0); err != nil {
			return err
		}
	}
	return m.add(place(from), left, place(to), right, guard)
}

// add adds a move for a rule.
func (m *machine) add(from string, left []*term, to string, right []*term, guard *term) error {
	values := map[string]*term{"true": variable("true"), "TRUE": variable("true"), "false": variable("false")}
	v := move{from: from, to: to, event: fmt.Sprintf("T%d", len(m.moves))}
	for n, x := range left {
		if x.op != "" || x.num != nil || values[x.name] != nil {
			return fmt.Errorf("a left side that is no list of variables")
		}
		values[x.name] = variable(m.vars[n])
	}
	free := func(name string) {
		if values[name] == nil {
			field := fmt.Sprintf("k%d", len(v.payload))
			v.payload = append(v.payload, field)
			values[name] = variable("event." + field)
		}
	}
	guard.names(free)
	for _, x := range right {
		x.names(free)
	}
	v.guard = []*term{guard.with(values)}
	for n, x := range right {
		if n < len(m.vars) {
			v.set = append(v.set, x.with(values))
		}
	}
	for len(v.set) < len(m.vars) {
		v.set = append(v.set, variable(m.vars[len(v.set)]))
	}
	m.moves = append(m.moves, v)
	return nil
}

// application reads a function symbol with its arguments.
func (p *parser) application() (name string, args []*term, err error) {
	name = p.take()
	if name == "" || !word(rune(name[0])) {
		return "", nil, fmt.Errorf("%q in place of a function symbol", name)
	}
	if !p.have("(") {
		return name, nil, nil
	}
	for !p.have(")") {
		x, err := p.expression(0)
		if err != nil {
			return "", nil, err
		}
		args = append(args, x)
		p.have(",")
	}
	return name, args, nil
}

// place returns the state of a function symbol.
func place(symbol string) string {
	return "S_" + strings.Map(func(r rune) rune {
		if slices.Contains([]rune("'."), r) {
			return 'q'
		}
		return r
	}, symbol)
}
