package syntax

import "slices"

// Shapes that several keys share.
var (
	prose      = Shape{Form: Prose}
	name       = Shape{Form: Name}
	expression = Shape{Form: Expression}
	typeName   = Shape{Form: TypeName}
	duration   = Shape{Form: Duration}
	empty      = Shape{Form: Empty}
	fields     = entries("the name of a field", typeName)
	ranged     = oneOf(typeName, part("payload field"))
	payload    = entries("the name of a field", ranged)
	values     = oneOf(entries("the name of a field", expression), empty)
	emits      = oneOf(name, entries("the name of an output", values), list(oneOf(name, entries("the name of an output", values))))
	reaction   = oneOf(name, part("transition"), list(oneOf(name, part("transition"))))
	handlers   = entries("the name of an event", reaction)
	timers     = entries("a delay: a duration such as 30s, the name of a delay, or an expression of durations, parameters, and variables", name)
	names      = listOrOne(name)
	texts      = listOrOne(prose)
)

func list(of Shape) Shape                 { return Shape{Form: List, Of: []Shape{of}} }
func listOrOne(of Shape) Shape            { return oneOf(of, list(of)) }
func part(section string) Shape           { return Shape{Form: Part, Section: section} }
func entries(note string, of Shape) Shape { return Shape{Form: Entries, Of: []Shape{of}, Note: note} }
func oneOf(of ...Shape) Shape             { return Shape{Form: OneOf, Of: of} }
func choice(words ...string) Shape        { return Shape{Form: Choice, Words: words} }

// Tests returns the kinds of tests that a spec can ask for, in order.
func Tests() []string { return []string{"table", "property", "fuzz"} }

// Faces returns the faces that generated code can have in addition to the machine
// itself, in order.
func Faces() []string {
	return []string{"typed", "run", "snapshot", "observe", "values", "columns", "temporal", "worst"}
}

// OutcomeKinds returns the kinds that an outcome can have, in order.
func OutcomeKinds() []string { return []string{"success", "failure"} }

// DefaultKind returns the kind of an outcome for which the spec gives none: "success", "failure", or "".
func DefaultKind(outcome string) string {
	if slices.Contains(OutcomeKinds(), outcome) {
		return outcome
	}
	return ""
}

// optional is a section that may be empty.
func optional(section string) Shape { return oneOf(part(section), empty) }

var (
	goKey  = Key{Name: "go", Doc: "the Go name, if it differs from the derived one", Value: name}
	wasKey = Key{Name: "was", Doc: "names that it had in earlier versions, which snapshots may contain", Value: names}
)

var grammar = []Section{
	{Name: "spec", Doc: "A state machine.", Keys: []Key{
		{Name: "fsm", Doc: "the version of the language", Value: choice("1")},
		{Name: "machine", Doc: "the name of the machine", Value: name, Required: true},
		wasKey,
		{Name: "doc", Doc: "the purpose of the machine", Value: prose},
		{Name: "go", Doc: "settings for the Go code", Value: part("go section")},
		{Name: "tests", Doc: "the kinds of tests to generate: table needs only package fsmtest, property makes random runs with gopter, and fuzz is a target for go test -fuzz; the default is property and fuzz", Value: listOrOne(choice(Tests()...))},
		{Name: "params", Doc: "values that are fixed for the lifetime of a machine", Value: entries("the name of a parameter", oneOf(typeName, part("parameter")))},
		{Name: "use", Doc: "the specs of the machines that this one invokes, by the names that it gives them", Value: entries("the name of a child machine", oneOf(prose, part("child machine")))},
		{Name: "enums", Doc: "enumerations", Value: entries("the name of an enum", oneOf(listOrOne(name), part("enum")))},
		{Name: "vars", Doc: "variables", Value: entries("the name of a variable", oneOf(typeName, part("variable")))},
		{Name: "removed", Doc: "parameters and variables of earlier versions, whose values Restore drops", Value: names},
		{Name: "guards", Doc: "named conditions; a guard without a condition is external: the program answers it", Value: entries("the name of a guard", oneOf(expression, part("guard"), empty))},
		{Name: "delays", Doc: "named durations; a delay without a duration is external: the program computes it", Value: entries("the name of a delay", oneOf(duration, part("delay"), empty))},
		{Name: "events", Doc: "events and their payloads", Value: entries("the name of an event", optional("event"))},
		{Name: "calls", Doc: "work that the machine asks the program for while it is in a state, with the arguments and the results of each call", Value: entries("the name of a call", optional("call"))},
		{Name: "outputs", Doc: "what the machine tells the program to do, with the fields of each output", Value: entries("the name of an output", optional("output"))},
		{Name: "initial", Doc: "the initial state", Value: name, Required: true},
		{Name: "terminal", Doc: "the outcomes, each with its terminal states", Value: entries("the name of an outcome", oneOf(names, part("outcome")))},
		{Name: "unlisted", Doc: "`error`: every state must decide every event; `ignore`: a state ignores what it does not list", Value: choice("error", "ignore")},
		{Name: "invariants", Doc: "conditions that hold in every configuration", Value: listOrOne(expression)},
		{Name: "limit", Doc: "ends the machine after a number of transitions", Value: part("limit")},
		{Name: "stall", Doc: "leaves the state after a number of consecutive internal transitions that set nothing", Value: part("stall rule")},
		{Name: "always", Doc: "transitions without an event, in every state that is not terminal", Value: reaction},
		{Name: "on", Doc: "transitions in every state that is not terminal", Value: handlers},
		{Name: "ignore", Doc: "events that every state accepts without effect", Value: listOrOne(name)},
		{Name: "states", Doc: "the states", Value: entries("the name of a state", optional("state")), Required: true},
		{Name: "progress", Doc: "the progress (ranking) function: for each state that is not terminal, an expression or a list of expressions", Value: entries("the name of a state", listOrOne(expression))},
		{Name: "bound", Doc: "the claimed maximum number of transitions, as an expression over the parameters", Value: expression},
		{Name: "within", Doc: "the claimed longest time from the start to the end, as a duration such as 90s, or an expression of durations and parameters", Value: expression},
		{Name: "possible", Doc: "states or outcomes that some run leads to from everywhere, or for a state, those that some run leads to from there", Value: oneOf(names, entries("the name of a state", names))},
		{Name: "costs", Doc: "what a run costs: the sum of a weight for each start of a call or child machine, and for each output", Value: entries("the name of a cost", part("cost"))},
	}},
	{Name: "go section", Doc: "Settings for the Go code.", Keys: []Key{
		{Name: "package", Doc: "the Go package, if it differs from that of the directory", Value: name},
		{Name: "prefix", Doc: "a prefix for each package-level Go name, so that several machines can share a package", Value: name},
		{Name: "faces", Doc: "what to generate in addition to the machine itself: typed is a type for each state, run drives the machine with a handler, snapshot saves and restores it, observe tells observers each step, values are events and outputs as values, columns makes machines from columns of a table, and temporal is what a Temporal workflow needs to know of the machine; the default is [typed, run, snapshot, observe], and [] is none", Value: listOrOne(choice(Faces()...))},
	}},
	{Name: "parameter", Doc: "A value that is fixed for the lifetime of a machine.", Keys: declaration("default", "the value in DefaultParams")},
	{Name: "variable", Doc: "A variable of the machine.", Keys: declaration("init", "the initial value, as an expression over the parameters; the default is Go's zero value")},
	{Name: "datum", Doc: "A value that exists only in one state.", Keys: declaration("", "")},
	{Name: "enum", Doc: "An enumeration.", Keys: []Key{
		{Name: "values", Doc: "the values, in order", Value: listOrOne(name), Required: true},
		{Name: "text", Doc: "for a value, the text that snapshots and columns contain, if it differs from the name", Value: entries("the name of a value", prose)},
		{Name: "was", Doc: "for a value, the names and texts that it had in earlier versions", Value: entries("the name of a value", texts)},
		{Name: "doc", Doc: "a description", Value: prose},
		goKey,
	}},
	{Name: "guard", Doc: "A named condition. Without `if`, it is external: the program answers it.", Keys: []Key{
		{Name: "if", Doc: "the condition", Value: expression},
		{Name: "args", Doc: "the arguments of an external guard", Value: fields},
		{Name: "reason", Doc: "`true`: the program answers an external guard with an error, which is the reason why it does not hold", Value: choice("true", "false")},
		{Name: "context", Doc: "`true`: the program receives the context of the call that made the step", Value: choice("true", "false")},
		{Name: "doc", Doc: "a description", Value: prose},
		goKey,
	}},
	{Name: "delay", Doc: "A named duration. Without `after`, it is external: the program computes it.", Keys: []Key{
		{Name: "after", Doc: "the duration, such as 1.5s", Value: duration},
		{Name: "args", Doc: "the arguments of an external delay", Value: fields},
		{Name: "max", Doc: "the longest duration of an external delay: a longer one is shortened to it", Value: duration},
		{Name: "doc", Doc: "a description", Value: prose},
		goKey,
	}},
	{Name: "event", Doc: "An event. Every other key is a field of the payload.", Keys: []Key{
		{Name: "doc", Doc: "a description", Value: prose},
		goKey,
		wasKey,
		{Name: "environment", Doc: "`true`: the event may occur any number of times", Value: choice("true", "false")},
		{Name: "cancellation", Doc: "`true`: Run sends the event when its context is canceled", Value: choice("true", "false")},
		{Name: "internal", Doc: "`true`: only timers and `raise` raise the event", Value: choice("true", "false")},
		{Name: "fields", Doc: "fields of the payload, with any names", Value: payload},
	}, Rest: ranged},
	{Name: "payload field", Doc: "A field of a payload. An event with a value outside of its range is refused.", Keys: declaration("", "")[:3]},
	{Name: "output", Doc: "Something that the machine tells the program to do. Every other key is a field.", Keys: []Key{
		{Name: "doc", Doc: "a description", Value: prose},
		goKey,
		{Name: "context", Doc: "`true`: the program receives the context of the call that made the step", Value: choice("true", "false")},
		{Name: "fields", Doc: "fields with any names", Value: fields},
	}, Rest: typeName},
	{Name: "call", Doc: "Work that the machine asks the program for. It ends with the result `done` or the result `error`, which has the field `err`.", Keys: []Key{
		{Name: "with", Doc: "the arguments", Value: fields},
		{Name: "done", Doc: "the fields of the result `done`", Value: payload},
		wasKey,
		{Name: "doc", Doc: "a description", Value: prose},
		goKey,
	}},
	{Name: "child machine", Doc: "A machine that this one invokes.", Keys: []Key{
		{Name: "spec", Doc: "the path of its spec, relative to this one", Value: prose, Required: true},
		wasKey,
	}},
	{Name: "invocation", Doc: "Starts a call or a child machine when the state is entered, and stops it when the state is left.", Keys: []Key{
		{Name: "call", Doc: "the call", Value: name},
		{Name: "machine", Doc: "the child machine, a name under `use`", Value: name},
		{Name: "with", Doc: "the values of the arguments, or of the parameters of the child machine", Value: entries("the name of an argument or a parameter", expression)},
		{Name: "timeout", Doc: "how long it may run: a duration such as 30s, the name of a delay, or an expression of durations, parameters, and variables; then it ends with the result `timeout`", Value: expression},
		{Name: "on", Doc: "transitions, by result: `done` and `error` of a call, or the outcomes of a child machine, and `timeout`", Value: entries("`done`, `error`, `timeout`, or the name of an outcome", reaction), Required: true},
	}},
	{Name: "cost", Doc: "What a run costs. Every other key is a call, a child machine, or an output, with the weight of each start or occurrence: an expression over the parameters, in which with.NAME is an argument or a field.", Keys: []Key{
		{Name: "max", Doc: "the claim that no run costs more, as an expression over the parameters", Value: expression},
		{Name: "doc", Doc: "a description", Value: prose},
		{Name: "weights", Doc: "weights of calls, child machines, and outputs with any names", Value: entries("the name of a call, a child machine, or an output", expression)},
	}, Rest: expression},
	{Name: "outcome", Doc: "A set of terminal states.", Keys: []Key{
		{Name: "kind", Doc: "`success` or `failure`, which diagrams show in green and red; an outcome of one of these names has this kind by default, and any other outcome has none", Value: choice(OutcomeKinds()...)},
		{Name: "states", Doc: "the terminal states", Value: names, Required: true},
		{Name: "within", Doc: "the claimed longest time from the start to this outcome, as a duration such as 90s, or an expression of durations and parameters", Value: expression},
	}},
	{Name: "limit", Doc: "Ends the machine after a number of transitions.", Keys: []Key{
		{Name: "transitions", Doc: "the number of transitions, as an expression over the parameters", Value: expression, Required: true},
		{Name: "to", Doc: "the terminal state to go to", Value: name, Required: true},
	}},
	{Name: "stall rule", Doc: "Leaves the state after a number of consecutive internal transitions that set nothing.", Keys: []Key{
		{Name: "limit", Doc: "the number of transitions, as an expression over the parameters", Value: expression, Required: true},
		{Name: "to", Doc: "the state to go to", Value: name, Required: true},
	}},
	{Name: "state", Doc: "A state. With `states`, it is a composite state; with `parallel`, it has regions.", Keys: []Key{
		{Name: "doc", Doc: "a description", Value: prose},
		goKey,
		{Name: "text", Doc: "the text that snapshots and columns contain, if it differs from the name", Value: prose},
		{Name: "was", Doc: "states of earlier versions, or their texts: a machine that was stored in one of them continues in this state", Value: texts},
		{Name: "req", Doc: "tags of the requirements that it implements", Value: listOrOne(prose)},
		{Name: "initial", Doc: "the inner state that a transition to the composite state enters", Value: name},
		{Name: "data", Doc: "values that exist only in this state", Value: entries("the name of a datum", oneOf(typeName, part("datum")))},
		{Name: "removed", Doc: "data of earlier versions of the state, whose values Restore drops", Value: names},
		{Name: "invariants", Doc: "conditions that hold in the state", Value: listOrOne(expression)},
		{Name: "entry", Doc: "outputs to emit on entry", Value: emits},
		{Name: "exit", Doc: "outputs to emit on exit", Value: emits},
		{Name: "raise", Doc: "events that the machine raises on entry and exit, and handles before it waits for another event", Value: part("raised events")},
		{Name: "after", Doc: "timers, each with the event that it raises", Value: timers},
		{Name: "invoke", Doc: "calls and child machines that run while the machine is in the state", Value: listOrOne(part("invocation"))},
		{Name: "final", Doc: "`true`: the composite state around it is done in this state", Value: choice("true", "false")},
		{Name: "done", Doc: "transitions of a composite state, which are tried when it enters a final state, or of a state with regions, when each of them has", Value: reaction},
		{Name: "always", Doc: "transitions without an event: after each step, the machine takes the first one whose condition holds, before it waits for an event", Value: reaction},
		{Name: "on", Doc: "transitions, by event", Value: handlers},
		{Name: "ignore", Doc: "events that the state accepts without effect", Value: listOrOne(name)},
		{Name: "states", Doc: "the inner states", Value: entries("the name of a state", optional("state"))},
		{Name: "parallel", Doc: "the regions of the state, which run side by side, each like a composite state", Value: entries("the name of a region", optional("state"))},
	}},
	{Name: "raised events", Doc: "Events that the machine raises when it enters and leaves a state.", Keys: []Key{
		{Name: "entry", Doc: "events to raise on entry", Value: names},
		{Name: "exit", Doc: "events to raise on exit", Value: names},
	}},
	{Name: "transition", Doc: "One alternative for an event, or under `always`. The first alternative whose condition holds is taken.", Keys: []Key{
		{Name: "if", Doc: "the condition", Value: expression},
		{Name: "to", Doc: "the target state; without it, the transition is internal", Value: name},
		{Name: "history", Doc: "`shallow` or `deep`: a transition to a composite state returns to where the machine was when it left that state; shallow remembers the state directly inside it, deep the innermost one", Value: choice("shallow", "deep")},
		{Name: "set", Doc: "new values of variables, computed from the old ones", Value: entries("the name of a variable", expression)},
		{Name: "clear", Doc: "variables to reset to their initial values", Value: listOrOne(name)},
		{Name: "emit", Doc: "outputs to emit, computed from the old values and the payload", Value: emits},
		{Name: "raise", Doc: "events that the machine handles next, before it waits for another event", Value: names},
		{Name: "otherwise", Doc: "`ignore` accepts the event without effect, and `reject` refuses it: when no earlier alternative applies and, if there is an `if`, that condition holds", Value: choice("ignore", "reject")},
		{Name: "req", Doc: "tags of the requirements that it implements", Value: listOrOne(prose)},
		{Name: "doc", Doc: "a description", Value: prose},
	}},
}

// declaration lists the keys of a parameter, a variable or a datum. first is
// the key of the initial value, or "" for a datum.
func declaration(first, doc string) []Key {
	keys := []Key{
		{Name: "type", Doc: "int, duration, bool, string, an enum, or a Go type in quotes", Value: typeName, Required: true},
		{Name: "min", Doc: "the smallest value, as an expression over parameters", Value: expression},
		{Name: "max", Doc: "the largest value, as an expression over parameters", Value: expression},
	}
	if first != "" {
		keys = append(keys, Key{Name: first, Doc: doc, Value: expression})
	}
	keys = append(keys, wasKey, Key{Name: "doc", Doc: "a description", Value: prose}, goKey)
	return keys
}
