package scope

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Parameters implements [expr.Functions] for the external guards in scope.
func (s State) Parameters(function string) ([]expr.Parameter, bool) {
	g, ok := s.external(function)
	if !ok {
		return nil, false
	}
	return Arguments(s.Env.machine.Guards[g].Args), true
}

// Ask implements [expr.Functions]: equal calls share one symbol. Calls that read the
// payloads of different events, or the data of different states, are not equal
// even if their texts are.
func (s State) Ask(function string, args []expr.Expr) expr.Expr {
	m := s.Env.machine
	g, _ := s.external(function)
	s.Env.decls.Used[m.Guards[g].Span] = true
	key := fmt.Sprint(g)
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = expr.Print(a, expr.Spec)
		key += fmt.Sprintf(" %q", texts[i])
		if r, ok := a.(*expr.Ref); ok {
			key += fmt.Sprint(" ", r.Symbol.Scope, " ", r.Symbol.Index)
			if r.Symbol.Scope == expr.Field {
				key += fmt.Sprint(" of ", s.Event)
			}
		}
	}
	if known, ok := s.Env.asks[key]; ok {
		return &expr.Ref{Symbol: m.Asks[known].Symbol}
	}
	name := m.Guards[g].Name
	if len(args) > 0 {
		name += "(" + strings.Join(texts, ", ") + ")"
	}
	symbol := &expr.Symbol{Scope: expr.External, Index: len(m.Asks), Name: name, Type: expr.Type{Kind: expr.Bool}}
	s.Env.asks[key] = len(m.Asks)
	m.Asks = append(m.Asks, core.Ask{Guard: g, Args: args, Symbol: symbol})
	return &expr.Ref{Symbol: symbol}
}
