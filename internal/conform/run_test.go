package conform

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// strings are the texts that runs contain, by their numbers.
var numbered = []string{"", "a", "b"}

// player makes runs with the interpreter, which shares no code with this package.
type player struct {
	interp.Machine
	at  interp.Config
	all []string
}

// newPlayer returns a player of a machine, before its start.
func newPlayer(m *core.Machine, params []int64) *player {
	p := &player{all: append([]string(nil), numbered...)}
	p.Machine = interp.Machine{Core: m, Params: params, Intern: func(s string) int64 {
		for i, each := range p.all {
			if each == s {
				return int64(i)
			}
		}
		p.all = append(p.all, s)
		return int64(len(p.all) - 1)
	}}
	return p
}

// begin starts the machine, and reports whether it comes to rest.
func (p *player) begin() bool {
	var err error
	if p.at, err = p.Initial(); err != nil {
		return false
	}
	return p.rest()
}

// rest takes transitions without an event until none applies.
func (p *player) rest() bool {
	in := interp.Input{Event: p.Core.Eventless(), Answers: make([]int64, len(p.Core.Asks))}
	for range 200 {
		if in.Event < 0 {
			return true
		}
		next, err := p.Choose(p.at, in)
		if err != nil {
			return false
		}
		if next < 0 {
			return true
		}
		step, err := p.Step(p.at, in)
		if err != nil {
			return false
		}
		p.at = step.Next
	}
	return false
}

// send sends an event, and returns what the machine does: core.Take, core.Ignore, or core.Reject also for an event that is not legal. It reports whether
// the machine comes to rest.
func (p *player) send(in interp.Input) (core.Effect, bool) {
	step, err := p.Step(p.at, in)
	switch {
	case err != nil:
		return core.Reject, false
	case step.Transition < 0:
		return core.Reject, true
	}
	p.at = step.Next
	return p.Core.Transitions[step.Transition].Effect, p.rest()
}

// asksAtRest reports whether transitions without an event ask external guards, whose answers a record does not have.
func asksAtRest(m *core.Machine) bool {
	for _, t := range m.Transitions {
		if m.Events[t.Event].Eventless && expr.Uses(t.Guard, func(x *expr.Symbol) bool { return x.Scope == expr.External }) {
			return true
		}
	}
	return false
}

// text returns a value as JSON.
func (p *player) text(t expr.Type, v int64) json.RawMessage {
	switch t.Kind {
	case expr.Bool:
		return json.RawMessage(strconv.FormatBool(v == 1))
	case expr.Enumerated:
		return json.RawMessage(strconv.Quote(t.Enum.Values[v]))
	case expr.String:
		return json.RawMessage(strconv.Quote(p.all[v]))
	case expr.Int:
		return json.RawMessage(strconv.FormatInt(v, 10))
	}
	return json.RawMessage("null")
}

// record returns a complete record of an event, without its states.
func (p *player) record(in interp.Input) Record {
	e := &p.Core.Events[in.Event]
	r := Record{Event: e.Name, Guards: map[string]bool{}}
	payload := map[string]json.RawMessage{}
	for i, f := range e.Fields {
		payload[f.Name] = p.text(f.Type, in.Fields[i])
	}
	r.Payload, _ = json.Marshal(payload)
	for i, a := range p.Core.Asks {
		r.Guards[a.Symbol.Name] = in.Answers[i] == 1
	}
	return r
}

// random returns a random input.
func (p *player) random(r *rand.Rand) interp.Input {
	in := interp.Input{Event: r.IntN(len(p.Core.Events)), Answers: make([]int64, len(p.Core.Asks))}
	for i := range in.Answers {
		in.Answers[i] = r.Int64N(2)
	}
	for _, f := range p.Core.Events[in.Event].Fields {
		n := int64(4)
		if f.Type.Kind == expr.Opaque {
			n = 1
		} else if finite(f.Type) > 0 {
			n = int64(finite(f.Type))
		} else if f.Type.Kind == expr.String {
			n = int64(len(numbered))
		}
		in.Fields = append(in.Fields, r.Int64N(n))
	}
	return in
}

// played is a run with its records, of which the first one is the begin.
type played struct {
	m       *core.Machine
	params  []int64
	inputs  []interp.Input // of the records but the first one
	records []Record
	configs []interp.Config // after each record
}

// play makes a run, or returns nil.
func play(m *core.Machine, r *rand.Rand, n int) *played {
	params := make([]int64, len(m.Params))
	begin := Record{Line: 1, Params: map[string]json.RawMessage{}}
	for i := range params {
		params[i] = r.Int64N(2)
		if k := finite(m.Params[i].Type); k > 0 {
			params[i] = r.Int64N(int64(k))
		}
	}
	p := newPlayer(m, params)
	for i, each := range m.Params {
		begin.Params[each.Name] = p.text(each.Type, params[i])
	}
	if asksAtRest(m) || !p.begin() {
		return nil
	}
	begin.To = m.States[p.at.State].Name
	out := &played{m: m, params: params, records: []Record{begin}, configs: []interp.Config{p.at}}
	for tries := 0; len(out.inputs) < n && tries < 20*n; tries++ {
		in := p.random(r)
		if m.Events[in.Event].Eventless {
			continue
		}
		before := p.at
		effect, ok := p.send(in)
		if !ok {
			return nil
		}
		if effect == core.Reject {
			continue
		}
		record := p.record(in)
		record.Line = len(out.records) + 1
		record.From, record.To, record.Ignored = m.States[before.State].Name, m.States[p.at.State].Name, effect == core.Ignore
		out.inputs, out.records, out.configs = append(out.inputs, in), append(out.records, record), append(out.configs, p.at)
	}
	return out
}

// someChart returns a random chart with its machine, or nil.
func someChart(seed uint64) (*core.Machine, string) {
	r := rand.New(rand.NewPCG(seed, 1))
	make := charts.New
	if seed%2 == 0 {
		make = charts.Ending
	}
	c := make(r)
	s, _ := c.Load()
	return s.Machine, c.Text
}

// newChecked returns a run that is to be checked, with the numbers of strings that players have.
func newChecked(m *core.Machine) *checked {
	c := &checked{run: run{m: m, params: make([]value, len(m.Params)), texts: &texts{}, claims: newClaims(m)}, report: &Report{Taken: map[int]bool{}}}
	for _, s := range numbered {
		c.texts.number(s)
	}
	return c
}

// must checks a record, and fails the test after an error.
func (c *checked) must(t testing.TB, r Record) {
	t.Helper()
	if c.over {
		return
	}
	if err := c.step(r); err != nil {
		t.Fatalf("line %d: %v", r.Line, err)
	}
}

// checkAll checks the records of one run.
func checkAll(t testing.TB, m *core.Machine, records []Record) *Report {
	t.Helper()
	c := newChecked(m)
	for _, r := range records {
		c.must(t, r)
	}
	return c.report
}

// describe returns records for a message.
func describe(records []Record) (text string) {
	for _, r := range records {
		line, err := json.Marshal(r)
		text += fmt.Sprintln(string(line), err)
	}
	return text
}
