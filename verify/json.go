package verify

import (
	"bytes"
	"encoding/json"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/explore"
)

// The JSON of a report is a contract with tools: fields are added, never
// renamed or dropped.
type (
	reportJSON struct {
		Machine     string     `json:"machine"`
		File        string     `json:"file"`
		Termination Status     `json:"termination"`
		Bound       *boundJSON `json:"bound"`
		// Progress is what was found where the spec declares nothing.
		Progress       map[string]string `json:"progress,omitempty"`
		Obligations    []obligationJSON  `json:"obligations"`
		Counterexample *runJSON          `json:"counterexample"`
		Diagnostics    diag.List         `json:"diagnostics"`
	}
	boundJSON struct {
		Expr           string   `json:"expr"`
		Status         Status   `json:"status"`
		Tight          bool     `json:"tight"`
		Counterexample *runJSON `json:"counterexample"`
	}
	obligationJSON struct {
		Kind           Kind     `json:"kind"`
		Transition     string   `json:"transition"`
		State          string   `json:"state,omitempty"`
		Event          string   `json:"event,omitempty"`
		Variable       string   `json:"variable,omitempty"`
		Invariant      string   `json:"invariant,omitempty"`
		Status         Status   `json:"status"`
		Change         []string `json:"change,omitempty"`
		Counterexample *runJSON `json:"counterexample,omitempty"`
	}
	runJSON struct {
		Params map[string]any `json:"params"`
		Steps  []stepJSON     `json:"steps"`
		// LoopFrom is the index of the step that a lasso repeats from.
		LoopFrom *int `json:"loop_from"`
	}
	stepJSON struct {
		Event    string         `json:"event"`
		Payload  map[string]any `json:"payload,omitempty"`
		From     string         `json:"from"`
		To       string         `json:"to"`
		Progress any            `json:"progress"`
		Vars     map[string]any `json:"vars,omitempty"`
	}
)

// MarshalJSON writes the report for tools. Maps have sorted keys, so that
// equal reports are equal bytes.
func (r *Report) MarshalJSON() ([]byte, error) {
	m := r.Machine
	out := reportJSON{
		Machine: m.Name, File: m.File, Termination: r.Termination,
		Obligations: []obligationJSON{}, Counterexample: jsonRun(m, r.Run),
		Diagnostics: append(diag.List{}, r.Diagnostics...),
	}
	out.Bound = &boundJSON{"", r.Bound.Status, r.Bound.Tight, jsonRun(m, r.Bound.Run)}
	if r.Bound.Expr != nil {
		out.Bound.Expr = expr.Print(r.Bound.Expr, expr.Spec)
	}
	if r.Synthesized != nil {
		out.Progress = map[string]string{}
		for s := range m.States {
			if !m.Terminal(s) {
				out.Progress[m.States[s].Name] = expr.Print(r.Synthesized[s], expr.Spec)
			}
		}
	}
	for i := range r.Obligations {
		o := &r.Obligations[i]
		j := obligationJSON{Kind: o.Kind, Status: o.Status, Change: o.Change, Counterexample: jsonRun(m, o.Run)}
		if o.Transition >= 0 {
			j.Transition = m.Label(o.Transition)
		}
		if o.State >= 0 {
			j.State = m.States[o.State].Name
		}
		if o.Event >= 0 {
			j.Event = m.Events[o.Event].Name
		}
		if o.Var >= 0 {
			j.Variable = m.Vars[o.Var].Name
		}
		if o.Invariant >= 0 {
			j.Invariant = expr.Print(m.Invariants[o.Invariant].Expr, expr.Spec)
		}
		out.Obligations = append(out.Obligations, j)
	}
	return plain(out)
}

// plain marshals without escaping <, > and &, which labels are full of.
func plain(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

func jsonRun(m *core.Machine, run *explore.Run) *runJSON {
	if run == nil {
		return nil
	}
	out := &runJSON{Params: map[string]any{}, Steps: []stepJSON{}}
	for i, p := range m.Params {
		out.Params[p.Name] = jsonValue(m, p.Type, run.Params[i])
	}
	if run.LoopFrom >= 0 {
		out.LoopFrom = &run.LoopFrom
	}
	for _, s := range run.Steps {
		t := &m.Transitions[s.Transition]
		step := stepJSON{
			Event: m.Events[t.Event].Name, From: m.States[t.From].Name, To: m.States[t.To].Name,
			Payload: map[string]any{}, Vars: map[string]any{},
		}
		for i, f := range m.Events[t.Event].Fields {
			if f.Type.Scalar() {
				step.Payload[f.Name] = jsonValue(m, f.Type, s.Fields[i])
			}
		}
		for i, v := range m.Vars {
			if v.Type.Scalar() && m.Exists(i, t.To) {
				step.Vars[v.Name] = jsonValue(m, v.Type, s.After[i])
			}
		}
		if values, ok := rank(m, t.To, run.Params, s.After); ok && m.Rank == 1 {
			step.Progress = values[0]
		} else if ok && m.Rank > 1 {
			step.Progress = values
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}

func jsonValue(m *core.Machine, t expr.Type, v int64) any {
	switch t.Kind {
	case expr.Int:
		return v
	case expr.Bool:
		return v != 0
	case expr.Enumerated:
		return t.Enum.Values[v]
	}
	return explore.Strings(m)[v]
}
