// Package oracle knows what a machine is to do. It knows the spec only, as a table with functions, and shares no code with
// the generated machine or with the rest of fsmgen.
//
// [Spec] is the table. [New] looks up its names. A [Config] is a state with the values of parameters, variables, and data;
// an [Input] is an event with its payload. [Oracle.Step] searches the table for the first row whose guard holds.
//
// An event is a [Course]: the step of the event, and those without an event that the machine takes by itself before
// it is at rest. A course counts: [Work] bounds the steps, and [Endless] is the panic of a machine that does not come to rest.
//
// The parts of an oracle are values of their own: [Layout] knows the types, [Clocks] the timers, [Calls] the calls and
// child machines, [Questions] the external guards, [Teller] what the host is told, [Costs] progress and bounds, [Claims]
// ranges and invariants, and [Texts] how all of that is written in messages.
//
// An oracle does not change, but for its work. Configurations and inputs are values that can be copied.
package oracle
