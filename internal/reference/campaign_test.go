package reference_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// difference is a run in which the core machine is not the machine of the spec.
type difference struct {
	kind string
	run  []string
	want seen
	got  seen
}

func (d *difference) String() string {
	return fmt.Sprintf("%s\n  run: %s\n  reference: %s\n  core:      %s\n  core took: %s", d.kind, strings.Join(d.run, ", "), &d.want, &d.got, strings.Join(d.got.Taken, " | "))
}

// pair is a run of the reference beside one of the core.
type pair struct {
	*rand.Rand
	m    *reference.Machine
	ref  *reference.Run
	core *flat
	run  []string
}

// expected turns a result of the reference into what is seen.
func (p *pair) expected(result reference.Result) (s seen) {
	s.Verdict = result.Verdict.String()
	if s.Verdict == "illegal" || s.Verdict == "rejected" {
		s.Verdict = "refused"
	}
	s.Transitions = len(result.Steps)
	for _, step := range result.Steps {
		var stopped, canceled []string
		for _, t := range step.Stops {
			stopped = append(stopped, "stop "+t.Owner+"."+t.Event)
		}
		for _, c := range step.Cancels {
			canceled = append(canceled, "cancel "+c.Owner+"."+c.Call)
		}
		slices.Sort(stopped)
		slices.Sort(canceled)
		s.Did = slices.Concat(s.Did, stopped, canceled)
		for _, o := range step.Outputs {
			s.Did = append(s.Did, fmt.Sprintf("%s%v", o.Name, o.Values))
		}
		for _, t := range step.Starts {
			s.Did = append(s.Did, fmt.Sprintf("start %s.%s%v", t.Owner, t.Event, t.Args))
		}
		for _, c := range step.Invokes {
			s.Did = append(s.Did, fmt.Sprintf("call %s.%s%v", c.Owner, c.Call, c.Args))
		}
	}
	s.Active = p.ref.Active()
	s.Vars = map[string]int64{}
	vars := p.ref.Vars()
	for i, v := range p.m.Slots() {
		name := v.Name
		if v.State != "" {
			name = v.State + "." + name
		}
		s.Vars[name] = vars[i]
	}
	for _, t := range p.ref.Timers() {
		s.Runs = append(s.Runs, t.Owner+"."+t.Event)
	}
	for _, c := range p.ref.Calls() {
		s.Runs = append(s.Runs, fmt.Sprintf("%s.%s%v", c.Owner, c.Call, c.Args))
	}
	s.Outcome = p.ref.Outcome()
	s.Pending = p.ref.Pending()
	s.tidy()
	return s
}

// compare runs a chart once, and returns the first difference, or nil, and the number of events.
func compare(m *reference.Machine, c *core.Machine, r *rand.Rand, events int) (*difference, int, error) {
	params := []int64{}
	for range m.Params() {
		params = append(params, r.Int64N(4))
	}
	p := &pair{Rand: r, m: m, run: []string{fmt.Sprintf("start%v", params)}}
	ref, first, wantErr := m.Start(params)
	flat, got, gotErr := begin(c, params, m.Intern)
	p.ref, p.core = ref, flat
	for i := 0; ; i++ {
		if wantErr != nil || gotErr != nil {
			if d := faults(wantErr, gotErr); d != nil {
				d.run = p.run
				return d, i, nil
			}
			if errors.Is(wantErr, reference.ErrEndless) || errors.Is(wantErr, expr.ErrOverflow) || errors.Is(wantErr, expr.ErrDivide) {
				return nil, i, nil
			}
			return nil, i, wantErr
		}
		want := p.expected(first)
		p.core.look(&got)
		if kind := want.differs(&got); kind != "" {
			return &difference{kind, p.run, want, got}, i, nil
		}
		if b := p.core.broken(); len(b) > 0 {
			return &difference{"implied invariant " + b[0], p.run, want, got}, i, nil
		}
		if i == events || want.Outcome != "" {
			return nil, i, nil
		}
		first, got, wantErr, gotErr = p.next()
	}
}

// faults compares errors.
func faults(want, got error) *difference {
	for _, known := range []error{reference.ErrEndless, expr.ErrOverflow, expr.ErrDivide} {
		if errors.Is(want, known) != errors.Is(got, known) {
			return &difference{kind: fmt.Sprintf("fault: reference %v, core %v", want, got)}
		}
	}
	if want == nil {
		return &difference{kind: fmt.Sprintf("fault: reference none, core %v", got)}
	}
	return nil
}

// next makes a random event and lets both handle it.
func (p *pair) next() (result reference.Result, got seen, wantErr, gotErr error) {
	timers, calls := p.ref.Timers(), p.ref.Calls()
	nonce := p.Uint64()
	answers := func(guard string, args []int64) bool {
		h := fnv.New64a()
		fmt.Fprint(h, nonce, guard, args)
		return h.Sum64()>>7&1 == 1
	}
	switch k := p.IntN(10); {
	case k < 2 && len(timers) > 0:
		t := timers[p.IntN(len(timers))]
		p.run = append(p.run, "@"+t.Owner+"."+t.Event)
		result, wantErr = p.ref.Fire(t.Owner, t.Delay, answers)
		if !p.core.expire(t.Owner, t.Event) {
			gotErr = errors.New("the timer does not run")
			return
		}
		got, gotErr = p.core.handle(t.Event, nil, answers)
	case k < 5 && len(calls) > 0:
		c := calls[p.IntN(len(calls))]
		results := p.m.Results(c.Owner, c.Call)
		name := results[p.IntN(len(results))]
		event, ok := p.core.result(c.Owner, c.Call, name)
		if !ok {
			gotErr = errors.New("no such result")
			return
		}
		known, _ := p.m.Fields(event)
		fields := p.payload(known)
		p.run = append(p.run, fmt.Sprintf("#%s.%s%v", c.Owner, event, fields))
		result, wantErr = p.ref.Result(c.Owner, c.Call, name, fields, answers)
		got, gotErr = p.core.handle(event, fields, answers)
	default:
		events := p.m.Events()
		event := events[p.IntN(len(events))]
		known, _ := p.m.Fields(event)
		fields := p.payload(known)
		p.run = append(p.run, fmt.Sprintf("%s%v", event, fields))
		result, wantErr = p.ref.Send(event, fields, answers)
		got, gotErr = p.core.handle(event, fields, answers)
	}
	return
}

func (p *pair) payload(known []reference.Field) []int64 {
	out := []int64{}
	for _, f := range known {
		var v int64
		switch f.Type.Kind {
		case expr.Int:
			v = p.Int64N(6) - 1
		case expr.Bool:
			v = p.Int64N(2)
		case expr.Enumerated:
			v = p.Int64N(int64(len(f.Type.Enum.Values)))
		case expr.String:
			v = p.m.Intern([]string{"", "a", "b"}[p.IntN(3)])
		}
		out = append(out, v)
	}
	return out
}

// judge loads a chart and compares some runs of it.
func judge(c charts.Chart, seed uint64, runs, events int) (d *difference, loaded bool, n int) {
	defer func() {
		if v := recover(); v != nil {
			d = &difference{kind: fmt.Sprintf("panic %v", v)}
		}
	}()
	s, diags := c.Load()
	if diags.HasErrors() {
		return nil, false, 0
	}
	file, children, err := c.Syntax()
	if err != nil {
		return &difference{kind: err.Error()}, true, 0
	}
	m, err := reference.New(file, children)
	if err != nil {
		return &difference{kind: "reference: " + err.Error()}, true, 0
	}
	for i := range runs {
		d, k, err := compare(m, s.Machine, rand.New(rand.NewPCG(seed, uint64(i))), events)
		n += k
		if err != nil {
			return &difference{kind: "reference: " + err.Error()}, true, n
		}
		if d != nil {
			return d, true, n
		}
	}
	return nil, true, n
}

// TestCore holds the core machine of random charts against the reference.
func TestCore(t *testing.T) {
	size := sample.Size(40, 150, 1000)
	seed := sample.Seed(t)
	loaded, events, wrong := 0, 0, 0
	kinds := map[string]int{}
	began := time.Now()
	for i := range size {
		at := seed + uint64(i)
		c := charts.New(rand.New(rand.NewPCG(at, 1)))
		d, ok, n := judge(c, at, 20, 12)
		events += n
		if ok {
			loaded++
		}
		if d == nil {
			continue
		}
		if wrong++; wrong > 200 {
			break
		}
		small := charts.Shrink(c, func(c charts.Chart) bool {
			e, _, _ := judge(c, at, 40, 12)
			return e != nil && e.sort() == d.sort()
		})
		again, _, _ := judge(small, at, 40, 12)
		kind := fmt.Sprintf("%s with %v", d.sort(), charts.Features(small.Text))
		if kinds[kind]++; kinds[kind] == 1 {
			t.Errorf("seed %d: %s: %v\n%s", at, kind, again, small.Text)
		}
	}
	t.Logf("%d of %d loaded, %d events, %d differences, %v", loaded, size, events, wrong, time.Since(began))
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		t.Logf("%4d %s", kinds[kind], kind)
	}
}

// sort is the kind of a difference without names.
func (d *difference) sort() string {
	for _, known := range []string{"panic", "value of stalls", "value of transitions", "value", "implied invariant"} {
		if strings.HasPrefix(d.kind, known) {
			return known
		}
	}
	return d.kind
}
