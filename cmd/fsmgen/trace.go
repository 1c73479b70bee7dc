package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// traceJSON is a run, by itself or in a report of fsmgen verify.
type traceJSON struct {
	Params map[string]any `json:"params"`
	Steps  []struct {
		Event   string          `json:"event"`
		From    string          `json:"from"`
		To      string          `json:"to"`
		Payload map[string]any  `json:"payload"`
		Answers map[string]bool `json:"answers"`
		Vars    map[string]any  `json:"vars"`
	} `json:"steps"`
	LoopFrom *int `json:"loop_from"`

	// A report has runs in these places.
	Counterexample *traceJSON `json:"counterexample"`
	Rest           struct {
		Counterexample *traceJSON `json:"counterexample"`
	} `json:"rest"`
	Bound struct {
		Counterexample *traceJSON `json:"counterexample"`
		Longest        *traceJSON `json:"longest"`
	} `json:"bound"`
	Obligations []struct {
		Counterexample *traceJSON `json:"counterexample"`
	} `json:"obligations"`
}

// readTrace reads the first run of a file, or of standard input for -.
func readTrace(file string, in io.Reader) (*traceJSON, error) {
	if file != "-" {
		l, err := locate(file)
		if err != nil {
			return nil, err
		}
		text, err := l.readWhole()
		if err != nil {
			return nil, err
		}
		in = bytes.NewReader(text)
	}
	var t traceJSON
	d := json.NewDecoder(in)
	d.UseNumber()
	if err := d.Decode(&t); err != nil {
		return nil, fmt.Errorf("%s: %w", filePath(file), err)
	}
	runs := []*traceJSON{&t, t.Counterexample, t.Rest.Counterexample, t.Bound.Counterexample}
	for _, o := range t.Obligations {
		runs = append(runs, o.Counterexample)
	}
	runs = append(runs, t.Bound.Longest)
	for _, r := range runs {
		if r != nil && r.Steps != nil {
			return r, nil
		}
	}
	return nil, fmt.Errorf("%s has no run: there is no counterexample, and no longest run is known", filePath(file))
}

// told returns a value of JSON as people type it. A duration is a number of nanoseconds there.
func told(t expr.Type, v any) string {
	if n, ok := v.(json.Number); ok && t.Duration {
		return n.String() + "ns"
	}
	return fmt.Sprint(v)
}

// named returns the index of the event that a run names, or -1: for one that the machine has raised
// and handles next, that of transitions without an event.
func (s *stepper) named(name string) (int, error) {
	if e := s.instance.Core.Eventless(); e >= 0 {
		next, err := s.instance.Choose(s.instance.Config, interp.Input{Event: e, Answers: make([]int64, len(s.instance.Core.Asks))})
		if err != nil {
			return -1, fault(fmt.Errorf("step %d: %w", s.count+1, err))
		}
		if next >= 0 && s.instance.Core.Trigger(&s.instance.Core.Transitions[next]) == name {
			return e, nil
		}
	}
	return slices.IndexFunc(s.instance.Core.Events, func(e core.Event) bool { return e.Name == name }), nil
}

// trace steps through a run and compares each step with the machine's.
func (s *stepper) trace(t *traceJSON) error {
	var given []string
	for _, p := range s.instance.Core.Params {
		if v, ok := t.Params[p.Name]; ok {
			given = append(given, p.Name+"="+told(p.Type, v))
		}
	}
	if err := setParams(s.instance, given); err != nil {
		return err
	}
	if err := s.begin(); err != nil {
		return err
	}
	for i, step := range t.Steps {
		event, err := s.named(step.Event)
		if err != nil {
			return err
		}
		if event < 0 {
			return s.differs("there is no event %q", step.Event)
		}
		fields := make([]int64, len(s.instance.Core.Events[event].Fields))
		answers := make([]int64, len(s.instance.Core.Asks))
		for name, v := range step.Payload {
			var t expr.Type
			if i := slices.IndexFunc(s.instance.Core.Events[event].Fields, func(f core.Field) bool { return f.Name == name }); i >= 0 {
				t = s.instance.Core.Events[event].Fields[i].Type
			}
			if err := s.assign(event, name, told(t, v), fields, answers); err != nil {
				return s.differs("%s: %v", name, err)
			}
		}
		for name, v := range step.Answers {
			if err := s.assign(event, name, fmt.Sprint(v), fields, answers); err != nil {
				return s.differs("%s: %v", name, err)
			}
		}
		if t.LoopFrom != nil && *t.LoopFrom == i {
			fmt.Fprintln(s.std.out, "      from here on, the run repeats forever:")
		}
		from := s.instance.Core.States[s.instance.State].Name
		taken, err := s.send(event, fields, answers)
		if err != nil {
			return err
		}
		if !taken || from != step.From || s.instance.Core.States[s.instance.State].Name != step.To {
			return s.differs("it goes from %s to %s", step.From, step.To)
		}
		for v, decl := range s.instance.Core.Vars {
			want, ok := step.Vars[decl.Name]
			if !ok || !decl.Type.Scalar() || !s.instance.Core.Exists(v, s.instance.State) {
				continue
			}
			if n, err := s.instance.value(decl.Type, told(decl.Type, want)); err != nil || n != s.instance.Vars[v] {
				return s.differs("%s is %v", decl.Name, want)
			}
		}
	}
	return nil
}

// differs reports a step that the machine takes differently than the trace.
func (s *stepper) differs(format string, args ...any) error {
	fmt.Fprintf(s.std.err, "step %d of the trace does not match the machine: in the trace, %s\n", s.count, diag.Printable(fmt.Sprintf(format, args...)))
	return errFindings
}
