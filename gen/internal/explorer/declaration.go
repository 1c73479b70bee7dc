package explorer

import (
	"github.com/fsmgen/fsmgen/internal/typical"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

type enumJSON struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

type paramJSON struct {
	Name string `json:"name"`
	Doc  string `json:"doc,omitempty"`
	Type any    `json:"type"`
	Min  any    `json:"min"`
	Max  any    `json:"max"`
	// Value is the value with which the page opens, as a text, or "" for the least one.
	Value string `json:"value"`
}

type varJSON struct {
	Name string `json:"name"`
	Doc  string `json:"doc,omitempty"`
	Type any    `json:"type"`
	Min  any    `json:"min"`
	Max  any    `json:"max"`
	Init any    `json:"init"`
	// State is the state that has the datum, or -1.
	State int `json:"state"`
	// Implied is "pending", "remembered" or "active" for what the loader has added, and "" otherwise.
	Implied string `json:"implied,omitempty"`
}

type askJSON struct {
	Text string `json:"text"`
	Doc  string `json:"doc,omitempty"`
	Args []any  `json:"args"`
}

type invariantJSON struct {
	State int    `json:"state"`
	When  any    `json:"when"`
	Text  string `json:"text"`
}

func (w *encoder) declarations() {
	values, known := w.opening()
	for i := range w.m.Params {
		p := &w.m.Params[i]
		value := ""
		if known {
			value = values[i]
		}
		w.out.Params = append(w.out.Params, paramJSON{p.Name, p.Doc, w.kind(p.Type), w.tree(p.Min), w.tree(p.Max), value})
	}
	implied := map[core.Implied]string{core.Pending: "pending", core.Remembered: "remembered", core.Active: "active", core.Carried: "pending"}
	for i := range w.m.Vars {
		v := &w.m.Vars[i]
		init := w.tree(v.Init)
		if !v.Type.Scalar() {
			init = nil
		}
		w.out.Vars = append(w.out.Vars, varJSON{v.Name, v.Doc, w.kind(v.Type), w.tree(v.Min), w.tree(v.Max), init, v.State, implied[v.Implied]})
	}
	for _, x := range w.m.Invariants {
		w.out.Invariants = append(w.out.Invariants, invariantJSON{x.State, w.tree(x.Expr), expr.Print(x.Expr, expr.Math)})
	}
	for _, a := range w.m.Asks {
		w.out.Asks = append(w.out.Asks, askJSON{a.Symbol.Name, w.m.Guards[a.Guard].Doc, w.trees(a.Args)})
	}
}

// opening returns typical values of the parameters as texts.
func (w *encoder) opening() (values []string, known bool) {
	texts := trace.Strings(w.m)
	list, known := typical.Params(w.m, trace.Intern(texts))
	if !known {
		return nil, false
	}
	for i, v := range list {
		values = append(values, text(w.m.Params[i].Type, v, texts))
	}
	return values, true
}
