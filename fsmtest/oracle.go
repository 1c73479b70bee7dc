package fsmtest

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Config is a configuration of a machine: its state, and the values of parameters, variables, and
// data. It can be copied.
type Config struct {
	state int // an index of Spec.States
	vars  any // a C
	// calls has for each call the number of its starts, which is negative if it does not run; nil: there are no calls.
	// It is never changed.
	calls []int
	// starts has for each timer the number of its starts; nil: there are no timers. It is never changed.
	starts []int
	// expired says for each timer whether it has raised its event, and has not been stopped or started since; nil: none has. It is never
	// changed.
	expired []bool
}

// Input is an event with its payload, and with the answers and delays of the host in its step. It
// can be copied.
type Input struct {
	event   int           // an index of Spec.Events
	payload any           // an E
	timed   int           // which of its timers raises it, from 1; 0: none, it is sent
	delay   time.Duration // of the host, to which it adds 1 each time
}

// oracle is the machine as its spec describes it. It finds a transition by searching the table in
// order.
type oracle struct {
	*Spec[any, any]
	layout
	work work
	timerTable
	callTable
	config, payload reflect.Type
	rows            []row
	cells           [][]int // the rows for a state and an event, in order
	initial         int
	outcome         []int // of each state, as an index of Outcomes
	inputs          [][]input
	answers         int // the field of E with the answers, or -1
	always          int // the event of the steps without one, or -1
	vars            []variable
	// noEvents are numbers of no event.
	noEvents []uint64
}

// row is a row of the table with its names looked up.
type row struct {
	from, on, to int
	effect       Effect
	starts       []int
	invokes      []int // calls
}

// variable is a variable with its names looked up.
type variable struct {
	slot  int // an index of slots
	state int // whose datum it is, or -1
}

// newOracle looks up the names of a spec.
func newOracle(s *Spec[any, any], config, payload reflect.Type) *oracle {
	o := &oracle{Spec: s, layout: newLayout(s, config), config: config, payload: payload, cells: make([][]int, len(s.States)*len(s.Events)), answers: -1}
	o.always = slices.IndexFunc(s.Events, func(e Event[any, any]) bool { return e.Eventless })
	o.lookupTimers()
	o.lookupCalls()
	for i, r := range s.Rows {
		known := row{from: o.stateNamed(r.From), on: o.eventNamed(r.On), to: o.stateNamed(r.To), effect: r.Effect}
		for _, name := range r.Starts {
			known.starts = append(known.starts, o.timerNamed(name))
		}
		for _, name := range r.Invokes {
			known.invokes = append(known.invokes, o.callNamed(name))
		}
		o.rows = append(o.rows, known)
		cell := &o.cells[known.from*len(s.Events)+known.on]
		*cell = append(*cell, i)
	}
	o.initial = o.stateNamed(s.Initial)
	for _, state := range s.States {
		o.outcome = append(o.outcome, max(0, slices.IndexFunc(s.Outcomes, func(v Value) bool { return v.Name == state.Outcome })))
	}
	for _, v := range s.Vars {
		name, known := exported(v.Go, v.Name), variable{state: -1}
		at := fieldOf(config, name).Index[0]
		known.slot = slices.IndexFunc(o.slots, func(p place) bool { return p.index == at })
		if v.In != "" {
			known.state = o.stateNamed(v.In)
		}
		o.vars = append(o.vars, known)
	}
	if o.noEvents = beyond(reflect.TypeFor[uint8](), 0); len(s.Events) > 0 {
		o.noEvents = beyond(reflect.TypeOf(s.Events[0].Value), len(s.Events))
	}
	if f, ok := payload.FieldByName("Answers"); ok && len(s.Questions) > 0 {
		o.answers = f.Index[0]
	}
	for _, e := range s.Events {
		var fields []input
		for _, f := range e.Fields {
			fields = append(fields, input{place: o.place(f.Name, fieldOf(payload, exported(f.Go, f.Name))), use: f.Use})
		}
		o.inputs = append(o.inputs, fields)
	}
	return o
}

func (o *oracle) stateNamed(name string) int {
	return known(name, slices.IndexFunc(o.States, func(s State[any]) bool { return s.Name == name }))
}

func (o *oracle) eventNamed(name string) int {
	return known(name, slices.IndexFunc(o.Events, func(e Event[any, any]) bool { return e.Name == name }))
}

// known returns an index, which must not be negative.
func known(name string, index int) int {
	if index < 0 {
		panic(fmt.Sprintf("fsmtest: the spec does not declare %s", name))
	}
	return index
}

// start is the configuration of a new machine with the parameters of c.
func (o *oracle) start(c any) Config { return o.atRest(o.initially(c)) }

// initially is that before any steps without an event.
func (o *oracle) initially(c any) Config {
	m := Config{state: o.initial, vars: o.onlyParams(c)}
	if o.Init != nil {
		o.Init(&m.vars)
	}
	return o.fresh(m) // where the regions begin decides which calls and timers run
}

// fresh returns m as a machine of whose calls and timers no snapshot tells anything: those of its state have started once.
func (o *oracle) fresh(m Config) Config { return o.adoptedTimers(o.unstarted(o.freshCalls(m))) }

// adopted returns m with the calls and timers of its state: calls that do not belong to it do not run, and calls and timers that have
// never started have started once.
func (o *oracle) adopted(m Config) Config { return o.adoptedTimers(o.adoptedCalls(m)) }

// onlyParams returns c without variables.
func (o *oracle) onlyParams(c any) any {
	return edit(c, func(v reflect.Value) {
		for _, p := range o.slots {
			v.Field(p.index).SetZero()
		}
	})
}

// edit returns a changed copy of a struct.
func edit(s any, change func(v reflect.Value)) any {
	v := reflect.New(reflect.TypeOf(s)).Elem()
	v.Set(reflect.ValueOf(s))
	change(v)
	return v.Interface()
}

// step returns the configuration at rest after an event and the row of the transition
// taken, or -1 when the event is illegal.
func (o *oracle) step(m Config, e Input) (next Config, row int) {
	if next, row = o.alone(o.atRest(m), e); o.takes(row) {
		next = o.atRest(next)
	}
	return next, row
}

// alone returns the configuration after one step and the row of the transition
// taken, or m and -1 when the event is illegal, or the result of a call that does not run. Rows that ignore
// and reject leave m as it is, except that a result that is ignored ends its call.
func (o *oracle) alone(m Config, e Input) (next Config, row int) {
	if !o.awaits(m, e.event) {
		return m, -1
	}
	e = o.heard(m, e)
	for _, i := range o.cells[m.state*len(o.Events)+e.event] {
		r := &o.Spec.Rows[i]
		if r.Guard != nil && !r.Guard(m.vars, e.payload) {
			continue
		}
		next = m
		if r.Set != nil {
			r.Set(m.vars, e.payload, &next.vars)
		}
		next.state = o.rows[i].to
		next.expired = o.expiring(m, next, &o.rows[i], o.fired(m, e))
		next.calls = o.calling(m, next, e.event, &o.rows[i])
		next.starts = m.begunBy(&o.rows[i])
		return o.kept(next), i
	}
	return m, -1
}

// kept returns m without the data that its state does not have.
func (o *oracle) kept(m Config) Config {
	for i := range o.slots {
		if p := &o.slots[i]; p.homes != nil && !slices.Contains(p.homes, m.state) {
			if v := reflect.ValueOf(m.vars).Field(p.index); !v.IsZero() {
				m.vars = edit(m.vars, func(v reflect.Value) { v.Field(p.index).SetZero() })
			}
		}
	}
	return m
}

// lists reports whether the spec lists an event for the present state. It may be one that a timer
// raises that runs.
func (o *oracle) lists(m Config, event int) bool {
	return !o.eventless(event) && (!o.Events[event].Internal || len(o.raising(m, event)) > 0) && o.awaits(m, event) && len(o.cells[m.state*len(o.Events)+event]) > 0
}

// comes reports whether an event can come in the present state: an internal one needs a timer that
// raises it.
func (o *oracle) comes(m Config, e Input) bool {
	return !o.Events[e.event].Internal || o.fired(o.atRest(m), e) >= 0
}

// untimed is the timer of an event for which it does not matter: none, or the first one if only
// timers raise the event.
func (o *oracle) untimed(event int) int {
	if o.Events[event].Internal {
		return 1
	}
	return 0
}

// takes reports whether a row is that of a transition.
func (o *oracle) takes(row int) bool { return row >= 0 && o.rows[row].effect == Take }

// fails reports whether the sender of the event of a row, or of none, gets an error.
func (o *oracle) fails(row int) bool { return row < 0 || o.rows[row].effect == Reject }

// ended reports whether the state is terminal.
func (o *oracle) ended(m Config) bool { return o.outcome[m.state] > 0 }

// progress is the value of the progress function.
func (o *oracle) progress(m Config) []int {
	if p := o.States[m.state].Progress; p != nil {
		return p(m.vars)
	}
	return make([]int, o.Rank)
}

// valid reports whether the parameters are in their declared ranges. Where a range
// cannot be computed they are not.
func (o *oracle) valid(c any) (valid bool) {
	defer func() { _ = recover() }() // from a division by 0
	v := o.paramsOf(c)
	for i, p := range o.Params {
		if p.Range != nil && !within(int(v.Field(o.params[i].index).Int()), p.Range, c) {
			return false
		}
	}
	return true
}

// inRange reports whether the variables are in their declared ranges and the
// invariants hold.
func (o *oracle) inRange(m Config) bool { return o.broken(m) == "" }

// broken says which claim of the spec does not hold: that a variable is in its declared range, or an invariant. It is "" if
// all hold.
func (o *oracle) broken(m Config) (what string) {
	claim := "a range"
	defer func() {
		if recover() != nil {
			what = claim + " divides by 0"
		}
	}()
	v := reflect.ValueOf(m.vars)
	for i := range o.vars {
		of := &o.vars[i]
		if p := o.Vars[i].Range; p != nil && (of.state < 0 || of.state == m.state) {
			if n := int(v.Field(o.slots[of.slot].index).Int()); !within(n, p, m.vars) {
				return fmt.Sprintf("%s is %d, outside its declared range", o.Vars[i].Name, n)
			}
		}
	}
	for _, c := range o.Invariants {
		claim = "the invariant " + c.Text
		if c.In != "" {
			claim += " of state " + c.In
		}
		if (c.In == "" || c.In == o.States[m.state].Name) && !c.Holds(m.vars) {
			return claim + " does not hold"
		}
	}
	return ""
}

// within reports whether n is in a range.
func within(n int, limits func(any) (int, int), c any) bool {
	least, greatest := limits(c)
	return least <= n && n <= greatest
}

// paramsOf returns the parameters.
func (o *oracle) paramsOf(c any) reflect.Value { return reflect.ValueOf(c).Field(o.paramsAt) }

// editParams returns c with a change of its parameters.
func (o *oracle) editParams(c any, change func(v reflect.Value)) any {
	return edit(c, func(v reflect.Value) { change(v.Field(o.paramsAt)) })
}

// none returns a configuration's values before any is set.
func (o *oracle) none() any { return reflect.Zero(o.config).Interface() }

// paramsText writes the parameters.
func (o *oracle) paramsText(c any) string {
	return fmt.Sprintf("%+v", o.paramsOf(c).Interface())
}

// key tells configurations apart by all that guards can see.
func (o *oracle) key(m Config) string {
	key := binary.AppendVarint(make([]byte, 0, 64), int64(m.state))
	add := func(v reflect.Value, places []place) {
		for i := range places {
			switch p := &places[i]; p.kind {
			case opaque:
			case text:
				s := v.Field(p.index).String()
				key = append(binary.AppendVarint(key, int64(len(s))), s...)
			default:
				key = binary.AppendVarint(key, number(v.Field(p.index)))
			}
		}
	}
	add(o.paramsOf(m.vars), o.params)
	add(reflect.ValueOf(m.vars), o.slots)
	for k := range m.calls {
		key = append(key, '-')
		if m.runs(k) {
			key[len(key)-1] = '+'
		}
	}
	for _, expired := range m.expired {
		key = strconv.AppendBool(key, expired)
	}
	return string(key)
}

// text names the configuration by all that guards can see.
func (o *oracle) text(m Config) string {
	var parts []string
	add := func(v reflect.Value, places []place) {
		for _, p := range places {
			if p.kind != opaque {
				parts = append(parts, p.name+": "+p.write(v.Field(p.index)))
			}
		}
	}
	add(o.paramsOf(m.vars), o.params)
	add(reflect.ValueOf(m.vars), o.slots)
	for k, c := range o.Calls {
		if o.invocable(k, m) && !m.runs(k) && m.calls != nil {
			parts = append(parts, c.Name+" has ended")
		}
	}
	for i, t := range o.Timers {
		if o.ticks(i, m) && !o.alive(i, m) {
			parts = append(parts, t.Name+" has expired")
		}
	}
	if len(parts) == 0 {
		return o.States[m.state].Name
	}
	return o.States[m.state].Name + "{" + strings.Join(parts, ", ") + "}"
}

// inputText names an event with the part of its payload that guards can see, and what it carries for
// the host.
func (o *oracle) inputText(e Input) string {
	var parts []string
	v := o.payloadValue(e)
	for _, f := range o.inputs[e.event] {
		if f.use != Unused && f.kind != opaque {
			parts = append(parts, f.name+": "+f.write(v.Field(f.index)))
		}
	}
	s := o.Events[e.event].Name
	if len(parts) > 0 {
		s += "(" + strings.Join(parts, ", ") + ")"
	}
	for i, q := range o.Questions {
		if o.answer(e.payload, i) {
			s += " with " + q.Text
		}
	}
	switch {
	case e.timed == 1:
		s += " by timer"
	case e.timed > 1: // another one of its timers
		s += fmt.Sprintf(" by timer %d", e.timed)
	}
	if e.delay > 0 {
		s += fmt.Sprintf(" and a delay of %v", e.delay)
	}
	return s
}

// payloadValue returns the payload of an event, which is nil where nothing is carried.
func (o *oracle) payloadValue(e Input) reflect.Value {
	if e.payload == nil {
		return reflect.Zero(o.payload)
	}
	return reflect.ValueOf(e.payload)
}

// inputsText names several events.
func (o *oracle) inputsText(all []Input) string {
	names := make([]string, len(all))
	for i, e := range all {
		names[i] = o.inputText(e)
	}
	return "[" + strings.Join(names, " ") + "]"
}

// rowText names a transition.
func (o *oracle) rowText(i int) string {
	r := &o.Spec.Rows[i]
	if r.When == "" {
		return fmt.Sprintf("%s --%s--> %s", r.From, r.On, r.To)
	}
	return fmt.Sprintf("%s --%s[%s]--> %s", r.From, r.On, r.When, r.To)
}
