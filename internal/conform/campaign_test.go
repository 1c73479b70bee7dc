package conform

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestCampaign checks runs of random charts. With all values recorded, there is one configuration, which is that of the
// interpreter. With some left out, it is one of several, and no step is refused.
func TestCampaign(t *testing.T) {
	size, seed := sample.Size(20, 40, 80), sample.Seed(t)
	runs, steps := 0, 0
	for i := range size {
		at := seed + uint64(i)
		m, text := someChart(at)
		if m == nil {
			continue
		}
		r := rand.New(rand.NewPCG(at, 2))
		for range 4 {
			run := play(m, r, 12)
			if run == nil {
				continue
			}
			runs, steps = runs+1, steps+len(run.inputs)
			c := newChecked(m)
			for n, record := range run.records {
				c.must(t, record)
				if report := c.report; len(report.Refused) > 0 || len(c.now.list) != 1 || !c.now.list[0].covers(run.configs[n]) || c.now.list[0].unknown() {
					t.Fatalf("seed %d: record %d: %+v, %+v, want %+v\n%s\n%s", at, n, report.Refused, c.now.list, run.configs[n], describe(run.records[:n+1]), text)
				}
			}
			sparse := thin(run.records, r)
			c = newChecked(m)
			for n, record := range sparse {
				c.must(t, record)
				if report := c.report; len(report.Refused) > 0 || !slices.ContainsFunc(c.now.list, func(each config) bool { return each.covers(run.configs[n]) }) {
					t.Fatalf("seed %d: record %d, with less recorded: %+v, %d configurations\n%s\n%s", at, n, report.Refused, len(c.now.list), describe(sparse[:n+1]), text)
				}
			}
		}
	}
	t.Logf("%d runs with %d steps", runs, steps)
	if steps < size*5 && size >= 100 || steps == 0 { // a few charts can happen to end early
		t.Errorf("only %d steps in %d charts", steps, size)
	}
}

// covers reports whether the known values are those of a configuration.
func (c config) covers(other interp.Config) bool {
	for i, v := range c.vars {
		if v.known && v.n != other.Vars[i] {
			return false
		}
	}
	return c.state == other.State
}

// unknown reports whether a value is not known.
func (c config) unknown() bool {
	return slices.ContainsFunc(c.vars, func(v value) bool { return !v.known })
}

// thin leaves out some of what records have.
func thin(records []Record, r *rand.Rand) (out []Record) {
	for _, each := range records {
		if each.Payload != nil {
			var payload map[string]json.RawMessage
			_ = json.Unmarshal(each.Payload, &payload)
			for name := range payload {
				if r.IntN(2) == 0 {
					delete(payload, name)
				}
			}
			each.Payload, _ = json.Marshal(payload)
		}
		params, guards := map[string]json.RawMessage{}, map[string]bool{}
		for name, v := range each.Params {
			if r.IntN(2) == 0 {
				params[name] = v
			}
		}
		for name, v := range each.Guards {
			if r.IntN(2) == 0 {
				guards[name] = v
			}
		}
		each.Params, each.Guards = params, guards
		if r.IntN(3) > 0 {
			each.From = ""
		}
		if r.IntN(3) > 0 {
			each.To = ""
		}
		out = append(out, each)
	}
	return out
}

// TestMutations changes each step of runs in each way. The interpreter says whether and where the result is no run.
func TestMutations(t *testing.T) {
	size, seed := sample.Size(10, 25, 60), sample.Seed(t)
	refused, fine := 0, 0
	for i := range size {
		at := seed + uint64(i)
		m, text := someChart(at)
		if m == nil {
			continue
		}
		run := play(m, rand.New(rand.NewPCG(at, 3)), 8)
		if run == nil {
			continue
		}
		for what, each := range mutations(run) {
			want := each.refusedAt()
			report := checkAll(t, m, each.records)
			got := -1
			if len(report.Refused) > 0 {
				got = slices.IndexFunc(each.records, func(r Record) bool { return r.Line == report.Refused[0].Record.Line })
			}
			if want == unclear {
				continue
			}
			if got != want {
				t.Fatalf("seed %d, %s: refused at record %d, want %d: %+v\n%s\n%s", at, what, got, want, report.Refused, describe(each.records), text)
			}
			if want >= 0 {
				refused++
			} else {
				fine++
			}
		}
	}
	t.Logf("%d mutations are refused, %d are runs", refused, fine)
	if refused < size*5 || fine == 0 {
		t.Errorf("only %d mutations are refused, and %d are not", refused, fine)
	}
}

// mutations returns changed runs, by what is changed.
func mutations(run *played) map[string]*played {
	out := map[string]*played{}
	add := func(what string, change func(*played)) {
		next := &played{m: run.m, params: run.params, inputs: slices.Clone(run.inputs), records: slices.Clone(run.records)}
		change(next)
		for i := range next.records {
			next.records[i].Line = i + 1
		}
		out[what] = next
	}
	p := newPlayer(run.m, run.params)
	for i := range run.inputs {
		at := " of record " + string(rune('0'+i+1))
		add("removal"+at, func(x *played) {
			x.records, x.inputs = slices.Delete(x.records, i+1, i+2), slices.Delete(x.inputs, i, i+1)
		})
		add("repetition"+at, func(x *played) {
			x.records, x.inputs = slices.Insert(x.records, i+1, x.records[i+1]), slices.Insert(x.inputs, i, x.inputs[i])
		})
		add("ignored"+at, func(x *played) { x.records[i+1].Ignored = !x.records[i+1].Ignored })
		if i > 0 {
			add("order"+at, func(x *played) {
				x.records[i], x.records[i+1] = x.records[i+1], x.records[i]
				x.inputs[i-1], x.inputs[i] = x.inputs[i], x.inputs[i-1]
			})
		}
		for s := range run.m.States {
			name := run.m.States[s].Name
			add("target "+name+at, func(x *played) { x.records[i+1].To = name })
			add("source "+name+at, func(x *played) { x.records[i+1].From = name })
		}
		for e, event := range run.m.Events {
			if event.Eventless {
				continue
			}
			for _, v := range []int64{0, 1} {
				in := interp.Input{Event: e, Answers: run.inputs[i].Answers}
				for _, f := range event.Fields {
					if in.Fields = append(in.Fields, v); finite(f.Type) == 1 || !f.Type.Scalar() {
						in.Fields[len(in.Fields)-1] = 0
					}
				}
				record := p.record(in)
				record.From, record.To, record.Ignored = run.records[i+1].From, run.records[i+1].To, run.records[i+1].Ignored
				add("event "+event.Name+string(rune('0'+v))+at, func(x *played) { x.records[i+1], x.inputs[i] = record, in })
			}
		}
	}
	return out
}

// unclear is the answer if the machine does not come to rest, or computes what has no value.
const unclear = -2

// refusedAt returns the first record that is no step of the interpreter, or -1.
func (x *played) refusedAt() int {
	p := newPlayer(x.m, x.params)
	if !p.begin() {
		return unclear
	}
	for i, in := range x.inputs {
		r := x.records[i+1]
		if x.m.States[p.at.State].Name != r.From {
			return i + 1
		}
		effect, ok := p.send(in)
		switch {
		case !ok:
			return unclear
		case effect == core.Reject, (effect == core.Ignore) != r.Ignored, x.m.States[p.at.State].Name != r.To:
			return i + 1
		}
	}
	return -1
}
