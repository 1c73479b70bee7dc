package codec

import (
	"errors"
	"fmt"
	"slices"
)

// Record lists the values of a machine that are stored: in a snapshot, or in the columns of a table. The lists of fields are in the
// order in which snapshots have them, which is that of the names for those which are always written.
type Record struct {
	// Package is the name of the package, with which errors begin.
	Package string
	// Machine is the name of the machine, and Was are its names in earlier versions of the spec.
	Machine string
	Was     []string
	// State is the state with its data.
	State State
	// Params are the parameters, and Vars the variables.
	Params, Vars []Field
	// Timers, Starts, and Calls are what [TimersOf], [StartsOf], and [CallsOf] return; nil: the machine has no timers, or no calls.
	Timers, Starts, Calls Parts
	// Busy says that a step is being made, or that a panic of the host has left one unfinished: there is no snapshot.
	Busy bool
	// Validate checks the parameters; nil: all are valid.
	Validate func() error
	// Begin sets parameters that a snapshot lacks to defaults that depend on others, before they are checked; nil: there are none.
	Begin func(missing func(param string) bool)
	// Init sets variables, which old snapshots may lack, to initial values that are not zero; nil: there are none.
	Init func()
	// Claims checks ranges, invariants, and the conditions under which proofs apply; nil: there are none.
	Claims func() error

	texts [][]byte // of the members of the snapshot that is being read
	given [][]byte // of the parameters
}

// Parts are the timers or the calls of a machine.
type Parts interface {
	write(text []byte) ([]byte, error)
	read(at string, text []byte) error
	// settle drops what is known of those that the current state does not have, and completes what a program of an earlier
	// version of the spec does not know of the others.
	settle()
}

// The members of a snapshot, in the order of [Record.members].
const (
	machine = iota
	params
	state
	vars
	data
	spec
	timers
	starts
	calls
)

// members are the names of what a snapshot contains. Nobody reads the values through it.
func (*Record) members() []Field {
	const some = true // a value that is not nil: the member is needed
	return []Field{
		{Name: "machine", Value: some},
		{Name: "params", Value: some},
		{Name: "state", Value: some},
		{Name: "vars", Value: some},
		{Name: "data", Value: some},
		{Name: "spec"},
		{Name: "timers"},
		{Name: "starts"},
		{Name: "calls"},
	}
}

// Restore sets the machine to that of a snapshot, and checks it. After an error, the machine is of no use.
func (r *Record) Restore(snapshot []byte) error {
	if err := r.Open(snapshot); err != nil {
		return err
	}
	if r.Begin != nil {
		r.Begin(r.Missing)
	}
	if err := holds(r.Validate); err != nil {
		return err
	}
	if r.Init != nil {
		r.Init()
	}
	if err := r.Read(); err != nil {
		return err
	}
	return holds(r.Claims)
}

// holds makes a check, unless there is none.
func holds(check func() error) error {
	if check == nil {
		return nil
	}
	return check()
}

// Write returns the snapshot of the machine. Its members are sorted by name. The error is that of [Record.Claims], or that of a value
// that JSON cannot restore, or says that a step is being made.
func (r *Record) Write() (_ []byte, err error) {
	if r.Busy {
		return nil, errors.New(r.Package + ": no snapshot during a step")
	}
	if err := holds(r.Claims); err != nil {
		return nil, err
	}
	text := append(make([]byte, 0, 256), '{')
	if text, err = r.part(text, `"calls":`, r.Calls); err != nil {
		return nil, err
	}
	text = append(text, `"data":`...)
	if text, err = write(text, r.Package, "", r.State.fields()); err != nil {
		return nil, err
	}
	text = append(text, `,"machine":`...)
	text = append(quote(text, r.Machine), `,"params":`...)
	if text, err = write(text, r.Package, "parameter ", r.Params); err != nil {
		return nil, err
	}
	if text, err = r.part(append(text, ','), `"starts":`, r.Starts); err != nil {
		return nil, err
	}
	text = append(text, `"state":`...)
	name, err := r.State.text()
	if err != nil {
		return nil, err
	}
	text = quote(text, name)
	if text, err = r.part(append(text, ','), `"timers":`, r.Timers); err != nil {
		return nil, err
	}
	text = append(text, `"vars":`...)
	if text, err = write(text, r.Package, "", r.Vars); err != nil {
		return nil, err
	}
	return append(text, '}'), nil
}

// ErrUnmarshal returns the error of package json that reads a snapshot of a machine of a package into a machine, which the function
// restore makes instead.
func ErrUnmarshal(pkg, restore string) error {
	return errors.New(pkg + ": cannot unmarshal into a machine: use " + restore)
}

// part writes timers or calls and a comma, if the machine has any.
func (r *Record) part(text []byte, name string, p Parts) ([]byte, error) {
	if p == nil {
		return text, nil
	}
	text, err := p.write(append(text, name...))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Package, err)
	}
	return append(text, ','), nil
}

// at is where errors of reading stand.
func (r *Record) at() string { return r.Package + ": snapshot" }

// Open begins to read a snapshot: it checks the members, and sets the state and the parameters. Then the caller checks the
// parameters, sets variables to their initial values, which old snapshots may lack, and calls [Record.Read].
func (r *Record) Open(snapshot []byte) error {
	at := r.at()
	if !valid(snapshot) {
		return errors.New(at + ": not valid JSON")
	}
	var err error
	if r.texts, err = (object{at, "field", "a snapshot"}).split(snapshot, r.members()); err != nil {
		return err
	}
	var name, in string
	if err := (&Field{Value: &name}).read(at, "machine", r.texts[machine]); err != nil {
		return err
	}
	if name != r.Machine && !slices.Contains(r.Was, name) {
		return fmt.Errorf("%s: from another machine, %.40q", at, name)
	}
	if err := (&Field{Value: &in}).read(at, "state", r.texts[state]); err != nil {
		return err
	}
	if r.State.read([]byte(in)) != nil {
		return fmt.Errorf("%s: unknown state %.40q", at, in)
	}
	this := object{at, "parameter", "this machine"}
	if r.given, err = this.split(r.texts[params], r.Params); err != nil {
		return err
	}
	return this.set(r.Params, r.given)
}

// Missing reports whether the snapshot that is open lacks a parameter.
func (r *Record) Missing(param string) bool {
	i := slices.IndexFunc(r.Params, func(f Field) bool { return f.Name == param })
	return i >= 0 && r.given[i] == nil
}

// Read sets the variables, the data of the state, the timers, and the calls to those of the snapshot that is open.
func (r *Record) Read() error {
	at := r.at()
	if err := (object{at, "variable", "this machine"}).read(r.texts[vars], r.Vars); err != nil {
		return err
	}
	in := unquoted(r.texts[state])
	if err := (object{at, "datum", "state " + string(in)}).read(r.texts[data], r.State.fields()); err != nil {
		return err
	}
	for i, p := range r.parts() {
		if p == nil {
			continue
		}
		if err := p.read(at, r.texts[timers+i]); err != nil {
			return err
		}
		p.settle()
	}
	return nil
}

// parts are the timers and calls, in the order of [Record.members].
func (r *Record) parts() [3]Parts { return [...]Parts{r.Timers, r.Starts, r.Calls} }

// Check checks a machine whose values the program has set, and not a snapshot: parameters and claims, the state and values of enums,
// which must be values of their types, and data that the state does not have, which must be zero. Like [Record.Read], it drops what is known of timers and calls that
// the state does not have.
func (r *Record) Check() error {
	if err := holds(r.Validate); err != nil {
		return err
	}
	if err := r.State.check(r.Package); err != nil {
		return err
	}
	for _, fields := range [...][]Field{r.Vars, r.State.fields()} {
		for i := range fields {
			if err := fields[i].check(r.Package); err != nil {
				return err
			}
		}
	}
	for _, p := range r.parts() {
		if p != nil {
			p.settle()
		}
	}
	return holds(r.Claims)
}

// read sets fields to the values in an object.
func (o object) read(text []byte, fields []Field) error {
	texts, err := o.split(text, fields)
	if err != nil {
		return err
	}
	return o.set(fields, texts)
}

// set sets those of the fields that have a text.
func (o object) set(fields []Field, texts [][]byte) error {
	prefix := o.kind + " "
	if o.kind == "field" {
		prefix = "" // of a payload
	}
	for i := range fields {
		if texts[i] == nil || fields[i].Value == nil {
			continue
		}
		if err := fields[i].read(o.at, prefix+fields[i].Name, texts[i]); err != nil {
			return err
		}
	}
	return nil
}
