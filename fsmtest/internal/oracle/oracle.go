package oracle

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
)

// Oracle is the machine as its spec describes it. It finds a transition by searching the table in
// order.
type Oracle struct {
	Spec      *Spec      // as New got it; nobody changes it
	Layout    Layout     // where configurations and payloads have what the spec names
	Work      Work       // what is left of the steps without an event
	Clocks    Clocks     // the timers
	Calls     Calls      // the calls and the child machines
	Texts     *Texts     // configurations, events, and rows in messages
	Teller    *Teller    // what the host is told
	Costs     *Costs     // progress, and counts of transitions
	Limits    *Limits    // what a run does not exceed
	Questions *Questions // the external guards
	Claims    *Claims    // ranges and invariants
	Moves     []Move     // the rows of the table, in order
	Cells     [][]int    // the rows for a state and an event, in order
	initial   int
	Outcome   []int      // of each state, as an index of Outcomes
	Answers   int        // the field of E with the answers, or -1
	Always    int        // the event of the steps without one, or -1
	Vars      []Variable // in the order of Spec.Vars
	// NoEvents are numbers of no event.
	NoEvents []uint64
}

// Move is a row of the table with its names looked up.
type Move struct {
	From, On, To int    // a state, an event, a state
	Effect       Effect // as in the spec
	Starts       []int  // timers
	invokes      []int  // calls
}

// Variable is a variable with its names looked up.
type Variable struct {
	Slot  int // an index of slots
	State int // whose datum it is, or -1
}

// New looks up the names of a spec.
func New(s *Spec, config, payload reflect.Type) *Oracle {
	o := &Oracle{Spec: s, Layout: newLayout(s, config, payload), Cells: make([][]int, len(s.States)*len(s.Events)), Answers: -1}
	o.Texts, o.Teller, o.Costs, o.Questions, o.Claims = &Texts{s, o}, &Teller{s, o}, &Costs{s, o}, &Questions{s, o}, &Claims{s, o}
	o.Limits = &Limits{s, o}
	o.Clocks.spec = s
	o.Always = slices.IndexFunc(s.Events, func(e Event) bool { return e.Eventless })
	o.lookupTimers()
	o.lookupCalls()
	for i, r := range s.Rows {
		known := Move{From: o.stateNamed(r.From), On: o.eventNamed(r.On), To: o.stateNamed(r.To), Effect: r.Effect}
		for _, name := range r.Starts {
			known.Starts = append(known.Starts, o.timerNamed(name))
		}
		for _, name := range r.Invokes {
			known.invokes = append(known.invokes, o.CallNamed(name))
		}
		o.Moves = append(o.Moves, known)
		cell := &o.Cells[known.From*len(s.Events)+known.On]
		*cell = append(*cell, i)
	}
	o.initial = o.stateNamed(s.Initial)
	for _, state := range s.States {
		o.Outcome = append(o.Outcome, max(0, slices.IndexFunc(s.Outcomes, func(v Value) bool { return v.Name == state.Outcome })))
	}
	for _, v := range s.Vars {
		name, known := exported(v.Go, v.Name), Variable{State: -1}
		at := fieldOf(config, name).Index[0]
		known.Slot = slices.IndexFunc(o.Layout.Slots, func(p Place) bool { return p.Index == at })
		if v.In != "" {
			known.State = o.stateNamed(v.In)
		}
		o.Vars = append(o.Vars, known)
	}
	if o.NoEvents = mirror.Beyond(reflect.TypeFor[uint8](), 0); len(s.Events) > 0 {
		o.NoEvents = mirror.Beyond(reflect.TypeOf(s.Events[0].Value), len(s.Events))
	}
	if f, ok := payload.FieldByName("Answers"); ok && len(s.Questions) > 0 {
		o.Answers = f.Index[0]
	}
	for _, e := range s.Events {
		var fields []Carried
		for _, f := range e.Fields {
			fields = append(fields, Carried{Place: o.Layout.Place(f.Name, fieldOf(payload, exported(f.Go, f.Name))), Use: f.Use})
		}
		o.Layout.Carried = append(o.Layout.Carried, fields)
	}
	return o
}

func (o *Oracle) stateNamed(name string) int {
	return known(name, slices.IndexFunc(o.Spec.States, func(s State) bool { return s.Name == name }))
}

func (o *Oracle) eventNamed(name string) int {
	return known(name, slices.IndexFunc(o.Spec.Events, func(e Event) bool { return e.Name == name }))
}

// known returns an index, which must not be negative.
func known(name string, index int) int {
	if index < 0 {
		panic(fmt.Sprintf("fsmtest: the spec does not declare %s", name))
	}
	return index
}

// Start is the configuration of a new machine with the parameters of c.
func (o *Oracle) Start(c any) Config { return o.AtRest(o.Initially(c)) }

// Initially is that before any steps without an event.
func (o *Oracle) Initially(c any) Config {
	m := Config{State: o.initial, Vars: o.Layout.OnlyParams(c)}
	if o.Spec.Init != nil {
		o.Spec.Init(&m.Vars)
	}
	return o.fresh(m) // where the regions begin decides which calls and timers run
}

// fresh returns m as a machine of whose calls and timers no snapshot tells anything: those of its state have started once.
func (o *Oracle) fresh(m Config) Config {
	return o.Clocks.adoptedTimers(o.Clocks.Unstarted(o.Calls.FreshCalls(m)))
}

// Adopted returns m with the calls and timers of its state: calls that do not belong to it do not run, and calls and timers that have
// never started have started once.
func (o *Oracle) Adopted(m Config) Config { return o.Clocks.adoptedTimers(o.Calls.adoptedCalls(m)) }

// Step returns the configuration at rest after an event and the row of the transition
// taken, or -1 when the event is illegal, or Invalid.
func (o *Oracle) Step(m Config, e Input) (next Config, row int) {
	if next, row = o.alone(o.AtRest(m), e); o.Takes(row) {
		next = o.AtRest(next)
	}
	return next, row
}

// alone returns the configuration after one step and the row of the transition
// taken, or m and -1 when the event is illegal, or the result of a call that does not run, or Invalid. Rows that ignore
// and reject leave m as it is, except that a result that is ignored ends its call.
func (o *Oracle) alone(m Config, e Input) (next Config, row int) {
	if !o.Calls.awaits(m, e.Event) {
		return m, -1
	}
	if _, outside := o.Outside(m, e); outside {
		return m, Invalid
	}
	e = o.Questions.Heard(m, e)
	for _, i := range o.Cells[m.State*len(o.Spec.Events)+e.Event] {
		r := &o.Spec.Rows[i]
		if r.Guard != nil && !r.Guard(m.Vars, e.Payload) {
			continue
		}
		next = m
		if r.Set != nil {
			r.Set(m.Vars, e.Payload, &next.Vars)
		}
		next.State = o.Moves[i].To
		next.Expired = o.Clocks.expiring(m, next, &o.Moves[i], o.Clocks.Fired(m, e))
		next.Calls = o.Calls.calling(m, next, e.Event, &o.Moves[i])
		next.Starts = m.begunBy(&o.Moves[i])
		return o.kept(next), i
	}
	return m, -1
}

// kept returns m without the data that its state does not have.
func (o *Oracle) kept(m Config) Config {
	for i := range o.Layout.Slots {
		if p := &o.Layout.Slots[i]; p.Homes != nil && !slices.Contains(p.Homes, m.State) {
			if v := reflect.ValueOf(m.Vars).Field(p.Index); !v.IsZero() {
				m.Vars = mirror.Edit(m.Vars, func(v reflect.Value) { v.Field(p.Index).SetZero() })
			}
		}
	}
	return m
}

// Lists reports whether the spec lists an event for the present state. It may be one that a timer
// raises that runs.
func (o *Oracle) Lists(m Config, event int) bool {
	return !o.Eventless(event) && (!o.Spec.Events[event].Internal || len(o.Clocks.Raising(m, event)) > 0) && o.Calls.awaits(m, event) && len(o.Cells[m.State*len(o.Spec.Events)+event]) > 0
}

// Comes reports whether an event can come in the present state: an internal one needs a timer that
// raises it.
func (o *Oracle) Comes(m Config, e Input) bool {
	return !o.Spec.Events[e.Event].Internal || o.Clocks.Fired(o.AtRest(m), e) >= 0
}

// Untimed is the timer of an event for which it does not matter: none, or the first one if only
// timers raise the event.
func (o *Oracle) Untimed(event int) int {
	if o.Spec.Events[event].Internal {
		return 1
	}
	return 0
}

// Takes reports whether a row is that of a transition.
func (o *Oracle) Takes(row int) bool { return row >= 0 && o.Moves[row].Effect == Take }

// Fails reports whether the sender of the event of a row, or of none, gets an error.
func (o *Oracle) Fails(row int) bool { return row < 0 || o.Moves[row].Effect == Reject }

// Ended reports whether the state is terminal.
func (o *Oracle) Ended(m Config) bool { return o.Outcome[m.State] > 0 }
