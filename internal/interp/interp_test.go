package interp_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func load(t *testing.T, src string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("test.fsm.yaml", []byte(src))
	if diags.HasErrors() {
		var b strings.Builder
		_ = diag.WriteText(&b, diags, func(string) []byte { return []byte(src) })
		t.Fatal(b.String())
	}
	return s.Machine
}

// door has one of each thing that a step does.
const door = `
machine: Door
params:
  tries: {type: int, min: 0}
vars:
  left: {type: int, init: 10 / tries}
guards:
  locked: {doc: Locked tells whether the door is locked.}
outputs:
  Ring: {times: int, who: string}
events:
  Knock: {count: int}
  Look: {}
  Shift: {by: int}
  Open: {}
  Late: {}
initial: Closed
terminal: {success: [Gone]}
states:
  Closed:
    entry: {Ring: {times: 6 / (tries - 1), who: '"start"'}}
    on:
      Knock:
        - {if: event.count / left > 1, to: Waiting, set: {left: left - 1, since: left + event.count}, emit: {Ring: {times: event.count, who: '"knock"'}}}
        - {if: event.count == 0, to: Gone, set: {left: left * 4611686018427387904}}
        - {otherwise: reject}
      Open:
        - {if: "!locked", to: Gone}
        - {if: left > 0, to: Closed, set: {left: left - 1}}
  Waiting:
    data: {since: int}
    after: {1s: Late}
    on:
      Look: {set: {since: since * 2}}
      Shift: {to: Waiting, set: {since: event.by}}
      Late: {to: Gone, emit: {Ring: {times: 1 / left, who: '""'}}}
  Gone: {}
`

// number returns the index of a transition by its label.
func number(t *testing.T, m *core.Machine, label string) int {
	t.Helper()
	for i := range m.Transitions {
		if m.Label(i) == label {
			return i
		}
	}
	t.Fatalf("no transition %q", label)
	return -1
}

func event(m *core.Machine, name string) int {
	return slices.IndexFunc(m.Events, func(e core.Event) bool { return e.Name == name })
}

func state(m *core.Machine, name string) int {
	return slices.IndexFunc(m.States, func(s core.State) bool { return s.Name == name })
}

func intern(s string) int64 { return int64(slices.Index([]string{"", "start", "knock"}, s)) }

func TestStep(t *testing.T) {
	m := load(t, door)
	i := interp.Machine{Core: m, Params: []int64{2}, Intern: intern}
	closed, waiting, gone := state(m, "Closed"), state(m, "Waiting"), state(m, "Gone")
	none := []int64{0}
	const start, knock = 1, 2
	for _, test := range []struct {
		name   string
		from   interp.Config
		input  interp.Input
		chosen string // "" for none
		want   interp.Step
	}{
		{
			"updates read the values before the step", interp.Config{State: closed, Vars: []int64{5, 0}}, interp.Input{Event: event(m, "Knock"), Fields: []int64{10}, Answers: none},
			"Closed --Knock[event.count / left > 1]--> Waiting",
			interp.Step{Next: interp.Config{State: waiting, Vars: []int64{4, 15}}, Outputs: []interp.Output{{Output: 0, Values: []int64{10, knock}}}, Starts: []int{0}},
		},
		{
			"the first alternative that holds is taken", interp.Config{State: closed, Vars: []int64{5, 0}}, interp.Input{Event: event(m, "Open"), Fields: nil, Answers: none},
			"Closed --Open[!locked]--> Gone",
			interp.Step{Next: interp.Config{State: gone, Vars: []int64{5, 0}}},
		},
		{
			"an answer decides, and entering again emits", interp.Config{State: closed, Vars: []int64{5, 0}}, interp.Input{Event: event(m, "Open"), Fields: nil, Answers: []int64{1}},
			"Closed --Open[left > 0]--> Closed",
			interp.Step{Next: interp.Config{State: closed, Vars: []int64{4, 0}}, Outputs: []interp.Output{{Output: 0, Values: []int64{6, start}}}},
		},
		{
			"no guard holds", interp.Config{State: closed, Vars: []int64{0, 0}}, interp.Input{Event: event(m, "Open"), Fields: nil, Answers: []int64{1}},
			"", interp.Step{Next: interp.Config{State: closed, Vars: []int64{0, 0}}},
		},
		{
			"the event is not listed", interp.Config{State: closed, Vars: []int64{5, 0}}, interp.Input{Event: event(m, "Look"), Fields: nil, Answers: none},
			"", interp.Step{Next: interp.Config{State: closed, Vars: []int64{5, 0}}},
		},
		{
			"an alternative that rejects changes nothing", interp.Config{State: closed, Vars: []int64{5, 0}}, interp.Input{Event: event(m, "Knock"), Fields: []int64{1}, Answers: none},
			"Closed --Knock[otherwise]--> rejected", interp.Step{Next: interp.Config{State: closed, Vars: []int64{5, 0}}},
		},
		{
			"an internal transition keeps data and timers", interp.Config{State: waiting, Vars: []int64{5, 7}}, interp.Input{Event: event(m, "Look"), Fields: nil, Answers: none},
			"Waiting --Look--> Waiting", interp.Step{Next: interp.Config{State: waiting, Vars: []int64{5, 14}}},
		},
		{
			"entering the same state starts its timer again", interp.Config{State: waiting, Vars: []int64{5, 7}}, interp.Input{Event: event(m, "Shift"), Fields: []int64{3}, Answers: none},
			"Waiting --Shift--> Waiting", interp.Step{Next: interp.Config{State: waiting, Vars: []int64{5, 3}}, Stops: []int{0}, Starts: []int{0}},
		},
		{
			"data go with their state", interp.Config{State: waiting, Vars: []int64{5, 7}}, interp.Input{Event: event(m, "Late"), Fields: nil, Answers: none},
			"Waiting --Late--> Gone", interp.Step{Next: interp.Config{State: gone, Vars: []int64{5, 0}}, Outputs: []interp.Output{{Output: 0, Values: []int64{0, 0}}}, Stops: []int{0}},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := test.input.Check(m, 3); err != nil {
				t.Fatal(err)
			}
			test.want.Transition = -1
			if test.chosen != "" {
				test.want.Transition = number(t, m, test.chosen)
			}
			before := slices.Clone(test.from.Vars)
			got, err := i.Step(test.from, test.input)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Error(d)
			}
			if !slices.Equal(test.from.Vars, before) {
				t.Error("the configuration before the step has changed")
			}
			if got.Transition < 0 {
				return
			}
			if holds, err := i.Holds(got.Transition, test.from, test.input); err != nil || !holds {
				t.Errorf("the guard of the alternative chosen holds: %t (%v)", holds, err)
			}
		})
	}
}

// Everything that can fail is blamed, and nothing is done.
func TestFaults(t *testing.T) {
	m := load(t, door)
	i := interp.Machine{Core: m, Params: []int64{2}, Intern: intern}
	at := func(vars ...int64) interp.Config { return interp.Config{State: state(m, "Closed"), Vars: vars} }
	step := func(c interp.Config, e string, fields ...int64) func() error {
		return func() error {
			s, err := i.Step(c, interp.Input{Event: event(m, e), Fields: fields, Answers: []int64{1}})
			if err != nil && !slices.Equal(s.Next.Vars, c.Vars) {
				t.Errorf("a step that fails leads to %v", s.Next)
			}
			return err
		}
	}
	for _, test := range []struct {
		of   func() error
		want interp.Fault
		text string
	}{
		{
			step(at(0, 0), "Knock", 1),
			interp.Fault{Transition: number(t, m, "Closed --Knock[event.count / left > 1]--> Waiting"), Var: -1, Emission: -1, Err: expr.ErrDivide},
			"guard of Closed --Knock[event.count / left > 1]--> Waiting: division by zero",
		},
		{
			step(at(2, 0), "Knock", 0),
			interp.Fault{Transition: number(t, m, "Closed --Knock[event.count == 0]--> Gone"), Var: 0, Emission: -1, Err: expr.ErrOverflow},
			"new value of left: integer overflow",
		},
		{
			step(interp.Config{State: state(m, "Waiting"), Vars: []int64{0, 1}}, "Late"),
			interp.Fault{Transition: number(t, m, "Waiting --Late--> Gone"), Var: -1, Emission: 0, Err: expr.ErrDivide},
			"field times of output Ring: division by zero",
		},
		{
			func() error {
				i := interp.Machine{Core: m, Params: []int64{0}, Intern: intern}
				_, err := i.Initial()
				return err
			},
			interp.Fault{Transition: -1, Var: 0, Emission: -1, Err: expr.ErrDivide}, "initial value of left: division by zero",
		},
		{
			func() error {
				i := interp.Machine{Core: m, Params: []int64{1}, Intern: intern}
				c, err := i.Initial()
				if err != nil || c.Vars[0] != 10 {
					t.Errorf("it begins with %v (%v)", c.Vars, err)
				}
				_, err = i.Opening(c)
				return err
			},
			interp.Fault{Transition: -1, Var: -1, Emission: 0, Err: expr.ErrDivide}, "field times of output Ring: division by zero",
		},
	} {
		err := test.of()
		var got *interp.Fault
		if !errors.As(err, &got) {
			t.Errorf("the error is %v, not %q", err, test.text)
			continue
		}
		if got.Transition != test.want.Transition || got.Var != test.want.Var || got.Emission != test.want.Emission || !errors.Is(err, test.want.Err) || err.Error() != test.text {
			t.Errorf("got %+v (%v), want %+v (%s)", got, err, test.want, test.text)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	m := load(t, door)
	good := interp.Input{Event: event(m, "Knock"), Fields: []int64{-5}, Answers: []int64{1}}
	if err := good.Check(m, 1); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]interp.Input{
		"no such event":    {Event: len(m.Events), Answers: []int64{0}},
		"a field missing":  {Event: good.Event, Answers: good.Answers},
		"an answer more":   {Event: good.Event, Fields: good.Fields, Answers: []int64{0, 1}},
		"no such answer":   {Event: good.Event, Fields: good.Fields, Answers: []int64{2}},
		"a negative event": {Event: -1},
	} {
		if err := bad.Check(m, 1); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	colour := expr.Type{Kind: expr.Enumerated, Enum: &expr.Enum{Values: []string{"Red", "Green"}}}
	for _, test := range []struct {
		t     expr.Type
		value int64
		want  bool
	}{
		{colour, 1, true}, {colour, 2, false}, {colour, -1, false},
		{expr.Type{Kind: expr.Bool}, 1, true}, {expr.Type{Kind: expr.Bool}, 2, false},
		{expr.Type{Kind: expr.String}, 2, true}, {expr.Type{Kind: expr.String}, 3, false},
		{expr.Type{Kind: expr.Int}, -1 << 63, true},
	} {
		if got := interp.Admits(test.t, test.value, 3); got != test.want {
			t.Errorf("%v admits %d: %t", test.t, test.value, got)
		}
	}
}

// parcel has opaque values before others, and data of the first state.
const parcel = `
machine: Parcel
vars:
  owner: "*Person"
  weight: {type: int, init: 2}
events:
  Hand: {to: "*Person", more: int}
  Pack: {}
  Unpack: {}
outputs:
  Note: {who: "*Person", weight: int}
initial: Home
terminal: {done: [Gone]}
states:
  Box: {data: {label: int}, on: {Unpack: Home, Hand: {set: {owner: event.to, label: label + event.more}}}}
  Home:
    on:
      Hand: {to: Home, set: {owner: event.to, weight: weight + event.more}, emit: {Note: {who: event.to, weight: weight}}}
      Pack: [{if: weight > 9, to: Gone}, {to: Box, set: {label: weight}}]
  Gone: {}
progress: {Box: weight * 4611686018427387904, Home: 7 - weight}
`

func TestOpaque(t *testing.T) {
	m := load(t, parcel)
	i := interp.Machine{Core: m}
	c, err := i.Initial()
	if err != nil {
		t.Fatal(err)
	}
	if want := (interp.Config{State: state(m, "Home"), Vars: []int64{0, 2, 0}}); !cmp.Equal(c, want) {
		t.Fatalf("it begins at %v, not %v", c, want)
	}
	for _, test := range []struct {
		event   string
		fields  []int64
		state   string
		vars    []int64
		outputs []interp.Output
	}{
		{"Hand", []int64{7, 3}, "Home", []int64{0, 5, 0}, []interp.Output{{Output: 0, Values: []int64{0, 2}}}},
		{"Pack", nil, "Box", []int64{0, 5, 5}, nil},
		{"Hand", []int64{7, -4}, "Box", []int64{0, 5, 1}, nil},
		{"Unpack", nil, "Home", []int64{0, 5, 0}, nil},
	} {
		s, err := i.Step(c, interp.Input{Event: event(m, test.event), Fields: test.fields})
		if err != nil {
			t.Fatal(err)
		}
		c = s.Next
		if want := (interp.Config{State: state(m, test.state), Vars: test.vars}); !cmp.Equal(c, want) || !cmp.Equal(s.Outputs, test.outputs) {
			t.Fatalf("%s leads to %v with %v, not to %v with %v", test.event, c, s.Outputs, want, test.outputs)
		}
	}
}

func TestProgress(t *testing.T) {
	m := load(t, parcel)
	i := interp.Machine{Core: m}
	if p, err := i.Progress(interp.Config{State: state(m, "Home"), Vars: []int64{0, 3, 0}}); err != nil || !slices.Equal(p, []int64{4}) {
		t.Errorf("progress is %v (%v)", p, err)
	}
	if p, err := i.Progress(interp.Config{State: state(m, "Box"), Vars: []int64{0, 3, 0}}); p != nil || !errors.Is(err, expr.ErrOverflow) {
		t.Errorf("progress that does not fit is %v (%v)", p, err)
	}
	m = load(t, door)
	i = interp.Machine{Core: m, Params: []int64{2}, Intern: intern}
	if p, err := i.Progress(interp.Config{State: state(m, "Closed"), Vars: []int64{1, 0}}); p != nil || err != nil {
		t.Errorf("without a progress function, progress is %v (%v)", p, err)
	}
}
