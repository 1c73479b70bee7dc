package spec

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Parameters implements [expr.Functions] for the external guards in scope.
func (s stateScope) Parameters(function string) ([]expr.Parameter, bool) {
	g, ok := s.external(function)
	if !ok {
		return nil, false
	}
	return parameters(s.l.machine.Guards[g].Args), true
}

// Ask implements [expr.Functions]: equal calls share one symbol. Calls that read the
// payloads of different events, or the data of different states, are not equal
// even if their texts are.
func (s stateScope) Ask(function string, args []expr.Expr) expr.Expr {
	m := s.l.machine
	g, _ := s.external(function)
	s.l.used[m.Guards[g].Span] = true
	key := fmt.Sprint(g)
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = expr.Print(a, expr.Spec)
		key += fmt.Sprintf(" %q", texts[i])
		if r, ok := a.(*expr.Ref); ok {
			key += fmt.Sprint(" ", r.Symbol.Scope, " ", r.Symbol.Index)
			if r.Symbol.Scope == expr.Field {
				key += fmt.Sprint(" of ", s.event)
			}
		}
	}
	if known, ok := s.l.asks[key]; ok {
		return &expr.Ref{Symbol: m.Asks[known].Symbol}
	}
	name := m.Guards[g].Name
	if len(args) > 0 {
		name += "(" + strings.Join(texts, ", ") + ")"
	}
	symbol := &expr.Symbol{Scope: expr.External, Index: len(m.Asks), Name: name, Type: expr.Type{Kind: expr.Bool}}
	s.l.asks[key] = len(m.Asks)
	m.Asks = append(m.Asks, core.Ask{Guard: g, Args: args, Symbol: symbol})
	return &expr.Ref{Symbol: symbol}
}

// external returns the index of an external guard that is in scope.
func (s stateScope) external(name string) (int, bool) {
	r, ok := s.l.names[name].value.(*expr.Ref)
	if !ok || r.Symbol.Scope != expr.Named || !s.decides() || r.Symbol.Index >= s.guards {
		return 0, false
	}
	return r.Symbol.Index, s.l.machine.Guards[r.Symbol.Index].External
}

// signature returns a call with the names of the parameters as arguments.
func signature(function string, args []core.Field) string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.Name
	}
	return function + "(" + strings.Join(names, ", ") + ")"
}

func parameters(fields []core.Field) []expr.Parameter {
	out := make([]expr.Parameter, len(fields))
	for i, f := range fields {
		out[i] = expr.Parameter{Name: f.Name, Type: f.Type}
	}
	return out
}

// value expands the guards in a value that is assigned or emitted. Only conditions
// may call external guards, so that the program answers before a step begins.
func (l *hierarchy) value(written expr.Expr, at diag.Span, scope stateScope) expr.Expr {
	if written == nil {
		return nil
	}
	e := l.expand(written, at, scope)
	if expr.Uses(e, func(s *expr.Symbol) bool { return s.Scope == expr.External }) {
		l.diags.Errorf(diag.CodeType, at, "an external guard can be used only in a condition, not in a value").
			Helpf("use the guard in `if:`, with one alternative for each answer")
		return nil
	}
	return e
}
