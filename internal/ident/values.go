package ident

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Values names events and outputs as values, and what works with them. All names are ""
// without that face.
type Values struct {
	// Input and Output are the interfaces of all events and of all outputs. ReadInput and
	// ReadOutput are the functions that read one.
	Input, Output, ReadInput, ReadOutput string
	// Recorder is the host that records outputs. It is "" if the machine has no host.
	Recorder string
	// Questions is the interface of the external guards and computed delays, or "" if there
	// are none.
	Questions string
	// Kind is the type that names the operations of the machine for other programs.
	Kind string
	// Receiver is the interface of what receives outputs: that of the outputs, of the calls, or of
	// both. It is "" if there are neither.
	Receiver string
	// Inputs are the types of the events, empty for internal ones, and Outputs those of the outputs.
	Inputs, Outputs []Payload
	// Starts and Stops are the types of the starts and stops of calls. The first field of each, and
	// of a result, is the number of the start: see [Numbered].
	Starts, Stops []Payload
}

// Payload names the type of an event or an output as a value, and its fields.
type Payload struct {
	Type   string
	Fields []string
}

// methodsOfInputs and methodsOfOutputs are the methods of the types, whose names no field can
// have.
var (
	methodsOfInputs  = []string{"Event", "MarshalJSON", "UnmarshalJSON"}
	methodsOfOutputs = []string{"Name", "Deliver", "MarshalJSON", "UnmarshalJSON"}
)

// values allocates the names of Values, except for the types of events and outputs.
func (a *allocator) values(n *Names, prefix string) {
	if !a.machine.Faces.Values {
		return
	}
	a.scopes.reserve("Apply")
	a.scopes.reserve("DryRun")
	for _, private := range []string{"steps", "enter", "readPayload", "observeInput"} {
		a.private[private] = true
	}
	v := &n.Values
	v.Input, v.Output = a.scopes.own("Input", prefix), a.scopes.own("Output", prefix)
	v.ReadInput, v.ReadOutput = a.scopes.own("Read"+prefix+"Input", ""), a.scopes.own("Read"+prefix+"Output", "")
	v.Kind = a.scopes.own("Kind", prefix)
	if n.Host == "" {
		return
	}
	v.Recorder = a.scopes.own("Recorder", prefix)
	if n.GuardSet != "" || n.TimerSet != "" && len(computed(a.machine)) > 0 {
		v.Questions = a.scopes.own("Questions", prefix)
		a.embedded(v.Questions)
	}
	switch v.Receiver = n.OutputSet; {
	case n.OutputSet == "":
		v.Receiver = n.CallSet
	case n.CallSet != "":
		v.Receiver = a.scopes.own("Receiver", prefix)
	}
	a.recorder(v)
}

// recorder reports methods of the host with the name of a field of the recorder.
func (a *allocator) recorder(v *Values) {
	taken := scope{"Outputs": {what: "the field Outputs of the generated " + v.Recorder}}
	if len(a.machine.Timers) > 0 {
		taken["Time"] = use{what: "the field Time of the generated " + v.Recorder}
	}
	a.answers(taken)
}

// payloads allocates the types of events and outputs.
func (a *allocator) payloads(n *Names, prefix string) {
	if !a.machine.Faces.Values {
		return
	}
	for i, e := range a.machine.Events {
		if e.Internal {
			n.Values.Inputs = append(n.Values.Inputs, Payload{})
			continue
		}
		name, what := prefix+export(e.Name, e.Go)+"Input", "the generated type for event `"+e.Name+"`"
		fields := e.Fields
		if e.Result {
			result, of := a.resultOf(i)
			name, what, fields = prefix+result+"Input", "the generated type for "+of, Numbered(fields)
		}
		n.Values.Inputs = append(n.Values.Inputs, a.payload(n.Values.Inputs, name, what, methodsOfInputs, fields, e.Span))
	}
	for _, o := range a.machine.Outputs {
		name, what := prefix+export(o.Name, o.Go)+"Output", "the generated type for output `"+o.Name+"`"
		n.Values.Outputs = append(n.Values.Outputs, a.payload(n.Values.Outputs, name, what, methodsOfOutputs, o.Fields, o.Span))
	}
	for i := range a.machine.Calls {
		c := &a.machine.Calls[i]
		name, what := export(c.Name, c.Go)+"Output", " of "+described(c)
		before := slices.Concat(n.Values.Outputs, n.Values.Starts) // An output with this name is reported for the host.
		start := a.payload(before, prefix+"Start"+name, "the generated type for the start"+what, methodsOfOutputs, Numbered(c.Args), c.Span)
		stop := a.payload(n.Values.Stops, prefix+"Stop"+name, "the generated type for the stop"+what, methodsOfOutputs, Numbered(nil), c.Span)
		n.Values.Starts, n.Values.Stops = append(n.Values.Starts, start), append(n.Values.Stops, stop)
	}
}

// Numbered returns the fields of a value that is about one start of a call: the number of the start,
// and the others, none of which has its name.
func Numbered(fields []core.Field) []core.Field {
	return append([]core.Field{{Name: number, Type: expr.Type{Kind: expr.Int}}}, fields...)
}

// payload allocates one type, unless one before it has the same name, which is reported for
// the events or outputs themselves. A field with the name of a method gets an underscore.
func (a *allocator) payload(before []Payload, name, what string, methods []string, fields []core.Field, span diag.Span) Payload {
	again := slices.ContainsFunc(before, func(p Payload) bool { return p.Type == name })
	out := Payload{Type: a.around(name, what, again, span)}
	names, args := scope{}, map[string]bool{}
	for _, f := range fields {
		field := Export(f.Name)
		if slices.Contains(methods, field) {
			field += "_"
		}
		if arg := Unexport(f.Name); !args[arg] { // the others are reported as arguments of the method
			args[arg] = true
			a.scopes.take(names, field, "field `"+f.Name+"`", f.Span)
		}
		out.Fields = append(out.Fields, field)
	}
	return out
}
