package explorer

import (
	"fmt"
	"strconv"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// runJSON is a run of the report that the page can replay. Values are texts, in the order of the machine.
type runJSON struct {
	Title  string     `json:"title"`
	Bad    bool       `json:"bad,omitempty"`
	Params []string   `json:"params"`
	Steps  []stepJSON `json:"steps"`
	// Loop is the step from which on the run repeats forever, or -1.
	Loop int `json:"loop"`

	ends int // the state after the last step
}

type stepJSON struct {
	Event   int      `json:"event"`
	Fields  []string `json:"fields,omitempty"`
	Answers []string `json:"answers,omitempty"`
}

// text writes a value as people type it. texts are the strings of the machine.
func text(t expr.Type, v int64, texts []string) string {
	switch t.Kind {
	case expr.Bool:
		return strconv.FormatBool(v == 1)
	case expr.Enumerated:
		return t.Enum.Values[v]
	case expr.String:
		return texts[v]
	case expr.Opaque:
		return ""
	}
	return expr.Print(&expr.Lit{T: t, Value: v}, expr.Spec)
}

// runs returns the runs of a report: counterexamples first, then the longest run.
func runs(r *verify.Report) []runJSON {
	m := r.Machine
	texts := trace.Strings(m)
	var out []runJSON
	seen := map[*trace.Run]bool{}
	add := func(title string, bad bool, run *trace.Run, loop int) {
		if run == nil || seen[run] {
			return
		}
		seen[run] = true
		out = append(out, encodeRun(m, texts, title, bad, run, loop))
	}
	for i := range r.Lassos {
		title := "an endless run"
		if i > 0 {
			title = fmt.Sprintf("endless run %d", i+1)
		}
		add(title, true, &r.Lassos[i], r.Lassos[i].LoopFrom)
		seen[r.Run] = true // the first of the list
	}
	if c := r.Recurrent; c != nil {
		add("an endless run, with other values each time", true, &c.Run, c.From)
		seen[r.Run] = true
	}
	if r.Termination == verify.Refuted && r.Run != nil {
		add("an endless run", true, r.Run, r.Run.LoopFrom)
	}
	if r.Bound.Run != nil {
		add("a run that exceeds the bound", true, r.Bound.Run, r.Bound.Run.LoopFrom)
	}
	for i := range r.Obligations {
		o := &r.Obligations[i]
		if o.Run != nil {
			about := o.About()
			add(about.Describe(r.Ranked()).Broken, true, o.Run, o.Run.LoopFrom)
		}
	}
	if t := r.Trap; t != nil {
		add("a run into a trap", true, t.Run, -1)
	}
	if r.Bound.Worst != nil {
		add("the longest run that was found", false, r.Bound.Worst, -1)
	}
	return out
}

func encodeRun(m *core.Machine, texts []string, title string, bad bool, run *trace.Run, loop int) runJSON {
	out := runJSON{Title: title, Bad: bad, Loop: loop, Params: []string{}, Steps: []stepJSON{}, ends: run.State(m)}
	for i, v := range run.Params {
		out.Params = append(out.Params, text(m.Params[i].Type, v, texts))
	}
	for _, s := range run.Steps {
		event := m.Transitions[s.Transition].Event
		step := stepJSON{Event: event}
		for i, v := range s.Fields {
			step.Fields = append(step.Fields, text(m.Events[event].Fields[i].Type, v, texts))
		}
		for _, v := range s.Externals {
			step.Answers = append(step.Answers, strconv.FormatBool(v == 1))
		}
		out.Steps = append(out.Steps, step)
	}
	return out
}
