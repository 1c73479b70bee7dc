package conform

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Report is what Check has found.
type Report struct {
	// Runs and Steps count what was checked. The steps of a run behind one that is refused are not.
	Runs, Steps int
	// Timed counts the records with a time.
	Timed int
	// Gaps counts the places where steps are missing. There, the machine can have any values.
	Gaps int
	// Refused are the first steps of runs that the machine cannot make, in the order of their lines.
	Refused []Refusal
	// Beyond are runs that have taken more than the spec claims, in the order of their lines. If the claim on the transitions or on a cost is
	// proved, the program does not run this machine. If that on the time is proved, timers were late, or steps took long.
	Beyond []Beyond
	// Early are timers that have fired before they were due, in the order of their lines.
	Early []Early
	// Taken are the transitions that some run has taken, by their index: where values are not known, may have taken.
	Taken map[int]bool
}

// Refusal is a step that a machine cannot make.
type Refusal struct {
	Record Record
	// Step is the number of the event in its run, from 1, or 0 for the begin.
	Step int
	// Reason says why, in words.
	Reason string
	// Legal are the events that the machine can take there, in the order of the spec.
	Legal []string
}

// Check checks records, which may be those of several runs. The error is a record that is not one of any machine, such as a payload that is no
// object.
func Check(m *core.Machine, records []Record) (Report, error) {
	report := Report{Taken: map[int]bool{}}
	texts, all := &texts{}, newClaims(m)
	runs := map[string]*checked{}
	for _, record := range records {
		c := runs[record.ID]
		if c == nil {
			report.Runs++
			c = &checked{run: run{m: m, params: make([]value, len(m.Params)), texts: texts, claims: all}, report: &report, first: record.At}
			runs[record.ID] = c
		}
		if c.over {
			continue
		}
		if err := c.step(record); err != nil {
			return Report{}, fmt.Errorf("line %d: %w", record.Line, err)
		}
	}
	return report, nil
}

// checked is a run that is being checked.
type checked struct {
	run
	report *Report
	begun  bool
	over   bool    // A step was refused.
	beyond []Claim // The run has taken more.
	first  time.Time
	steps  int
	now    set // where the machine can be, at rest
}

// refuse ends the run.
func (c *checked) refuse(r Record, format string, args ...any) {
	c.over = true
	c.report.Refused = append(c.report.Refused, Refusal{Record: r, Step: c.steps, Reason: fmt.Sprintf(format, args...), Legal: c.legal()})
}

// step checks one record.
func (c *checked) step(r Record) error {
	from, to := state(c.m, r.From), state(c.m, r.To)
	if c.at = r.At; !r.At.IsZero() {
		c.report.Timed++
	}
	first := !c.begun
	if first {
		c.begun = true
		if err := c.begin(r, from); err != nil || c.over {
			return err
		}
	}
	if r.Gap && !first {
		c.report.Gaps++
		c.now = *c.anywhere(from, c.spent())
	}
	if r.Event != "" {
		c.steps++
		c.report.Steps++
	}
	for _, each := range []struct {
		name  string
		index int
	}{{r.From, from}, {r.To, to}} {
		if each.name != "" && each.index < 0 {
			c.refuse(r, "the machine has no state %s", each.name)
			return nil
		}
	}
	switch {
	case r.Event != "":
		return c.send(r, from, to)
	case first:
		c.arrive(r, c.now, to, "the machine begins in", "in")
	default:
		// A refresh: the values may be others, and the state may have another name.
		c.now = *c.anywhere(to, c.spent())
	}
	return nil
}

// begin sets where the machine can be before the first record.
func (c *checked) begin(r Record, from int) error {
	if r.Event == "" && r.Revision <= 1 || r.Event != "" && (r.Revision == 0 || r.Revision == 2) {
		params := r.Params
		if r.Event == "" && params == nil && r.Payload != nil {
			var snapshot struct{ Params map[string]json.RawMessage }
			if err := json.Unmarshal(r.Payload, &snapshot); err != nil {
				return fmt.Errorf("the payload is no snapshot: %w", err)
			}
			params = snapshot.Params
		}
		if reason := c.setParams(params); reason != "" {
			c.refuse(r, "%s", reason)
			return nil
		}
		c.now = *c.start()
		return nil
	}
	if r.Event == "" {
		from = -1 // The first line that is left is a refresh.
	}
	c.now = *c.anywhere(from, charged(nil, c.claims.start(), &scope{}))
	return nil
}

// spent returns the least costs so far.
func (c *checked) spent() []int64 {
	all := c.now.list[0]
	for _, each := range c.now.list[1:] {
		all.least(each)
	}
	return all.costs
}

// send checks an event.
func (c *checked) send(r Record, from, to int) error {
	e := event(c.m, r.Event)
	if e < 0 {
		c.refuse(r, "the machine has no event %s", r.Event)
		return nil
	}
	if from >= 0 {
		here := set{}
		for _, each := range c.now.list {
			if each.state == from {
				here.add(each)
			}
		}
		if len(here.list) == 0 {
			c.refuse(r, "the run is in %s, and not in %s", c.states(c.now.list), c.m.States[from].Name)
			return nil
		}
		c.now = here
	}
	if c.early(r); c.over {
		return nil
	}
	in, reason, err := c.input(e, r)
	if err != nil {
		return err
	}
	if reason != "" {
		c.refuse(r, "%s", reason)
		return nil
	}
	next, taken := c.after(in, r.Ignored)
	if !taken {
		verb := "take"
		if r.Ignored {
			verb = "ignore"
		}
		c.refuse(r, "%s cannot %s %s%s", c.states(c.now.list), verb, r.Event, c.why(in))
		return nil
	}
	c.arrive(r, *next, to, r.Event+" leads to", "to")
	return nil
}

// after returns where an event leads, and whether the machine may take it.
func (c *checked) after(in input, ignored bool) (_ *set, taken bool) {
	want := core.Take
	if ignored {
		want = core.Ignore
	}
	var next []config
	for _, now := range c.now.list {
		now.via = nil
		for _, each := range c.inputs(now.state, in) {
			list, _ := c.chosen(now, each)
			for _, t := range list {
				if c.m.Transitions[t].Effect != want {
					continue
				}
				if ignored {
					next = append(next, now)
				} else if after, ok := c.take(now, t, each); ok {
					next = append(next, after)
				}
			}
		}
	}
	return c.settle(next), len(next) > 0
}

// arrive keeps the configurations in the recorded state.
func (c *checked) arrive(r Record, next set, to int, leads, where string) {
	here := set{}
	for _, each := range next.list {
		if to < 0 || each.state == to {
			here.add(each)
		}
	}
	if len(here.list) == 0 {
		if len(next.list) == 0 {
			c.refuse(r, "the machine does not come to rest")
			return
		}
		c.refuse(r, "%s %s, and not %s %s", leads, c.states(next.list), where, c.m.States[to].Name)
		return
	}
	c.now = here
	for _, each := range here.list {
		for _, t := range each.via {
			c.report.Taken[t] = true
		}
	}
	c.measure(r)
}

// setParams sets the parameters that are recorded, and returns what is wrong with them, or "".
func (c *checked) setParams(params map[string]json.RawMessage) string {
	for name, text := range params {
		i := slices.IndexFunc(c.m.Params, func(p core.Param) bool { return p.Name == name || slices.Contains(p.Was, name) })
		if i < 0 {
			if slices.Contains(c.m.Removed, name) {
				continue
			}
			return "the machine has no parameter " + name
		}
		v, err := c.decode(c.m.Params[i].Type, text)
		if err != nil {
			return fmt.Sprintf("the parameter %s: %v", name, err)
		}
		c.params[i] = v
	}
	s := c.scope(config{}, input{})
	for i, p := range c.m.Params {
		for _, limit := range []struct {
			end  expr.Expr
			sign int64
			text string
		}{{p.Min, -1, "below the minimum"}, {p.Max, 1, "above the maximum"}} {
			if limit.end == nil || !c.params[i].known {
				continue
			}
			if end, err := s.eval(limit.end); err == nil && end.known && (c.params[i].n-end.n)*limit.sign > 0 {
				return fmt.Sprintf("the parameter %s is %d, %s of %d", p.Name, c.params[i].n, limit.text, end.n)
			}
		}
	}
	return ""
}
