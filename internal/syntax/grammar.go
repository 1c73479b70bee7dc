package syntax

// Shapes that several keys share.
var (
	prose      = Shape{Form: Prose}
	name       = Shape{Form: Name}
	expression = Shape{Form: Expression}
	typeName   = Shape{Form: TypeName}
	duration   = Shape{Form: Duration}
	empty      = Shape{Form: Empty}
	fields     = entries("the name of a field", typeName)
	values     = oneOf(entries("the name of a field", expression), empty)
	emits      = oneOf(name, entries("the name of an output", values), list(oneOf(name, entries("the name of an output", values))))
	handlers   = entries("the name of an event", oneOf(name, part("transition"), list(oneOf(name, part("transition")))))
	timers     = entries("a delay: a constant such as 30s, or a name", name)
)

func list(of Shape) Shape                 { return Shape{Form: List, Of: []Shape{of}} }
func listOrOne(of Shape) Shape            { return oneOf(of, list(of)) }
func part(section string) Shape           { return Shape{Form: Part, Section: section} }
func entries(note string, of Shape) Shape { return Shape{Form: Entries, Of: []Shape{of}, Note: note} }
func oneOf(of ...Shape) Shape             { return Shape{Form: OneOf, Of: of} }
func choice(words ...string) Shape        { return Shape{Form: Choice, Words: words} }

// Tests returns the kinds of tests that a spec can ask for, in order.
func Tests() []string { return []string{"table", "property", "fuzz"} }

// Faces returns the faces that generated code can have beside the machine itself,
// in order.
func Faces() []string { return []string{"typed", "run", "snapshot", "observe"} }

// optional is a part that may be left empty.
func optional(section string) Shape { return oneOf(part(section), empty) }

var goKey = Key{Name: "go", Doc: "the name in Go, where it is to be another one", Value: name}

var grammar = []Section{
	{Name: "spec", Doc: "One state machine.", Keys: []Key{
		{Name: "fsm", Doc: "the version of the language", Value: choice("1")},
		{Name: "machine", Doc: "the name of the machine", Value: name, Required: true},
		{Name: "doc", Doc: "what the machine is for", Value: prose},
		{Name: "go", Doc: "how the Go code is to be", Value: part("go section")},
		{Name: "tests", Doc: "the tests to generate: table needs the standard library only, property makes random runs with gopter, fuzz is a target of go test -fuzz; by default property and fuzz", Value: listOrOne(choice(Tests()...))},
		{Name: "params", Doc: "values that are fixed for the life of a machine", Value: entries("the name of a parameter", oneOf(typeName, part("parameter")))},
		{Name: "enums", Doc: "enumerations", Value: entries("the name of an enum", oneOf(listOrOne(name), part("enum")))},
		{Name: "vars", Doc: "variables", Value: entries("the name of a variable", oneOf(typeName, part("variable")))},
		{Name: "guards", Doc: "conditions by name; one without a condition is asked of the program", Value: entries("the name of a guard", oneOf(expression, part("guard"), empty))},
		{Name: "delays", Doc: "lengths of time by name; one without a length is asked of the program", Value: entries("the name of a delay", oneOf(duration, part("delay"), empty))},
		{Name: "events", Doc: "events and their payloads", Value: entries("the name of an event", optional("event")), Required: true},
		{Name: "outputs", Doc: "what the machine tells the world, and with what values", Value: entries("the name of an output", optional("output"))},
		{Name: "initial", Doc: "the state in which the machine begins", Value: name, Required: true},
		{Name: "terminal", Doc: "the outcomes, each with its terminal states", Value: entries("the name of an outcome", listOrOne(name))},
		{Name: "unlisted", Doc: "`error`: each state must decide each event", Value: choice("error")},
		{Name: "invariants", Doc: "conditions that hold in every configuration", Value: listOrOne(expression)},
		{Name: "limit", Doc: "ends the machine after so many transitions", Value: part("limit")},
		{Name: "stall", Doc: "leads away after so many transitions in a row that stay and set nothing", Value: part("stall rule")},
		{Name: "on", Doc: "transitions that hold in every state that is not terminal", Value: handlers},
		{Name: "ignore", Doc: "events that every state accepts and does nothing about", Value: listOrOne(name)},
		{Name: "states", Doc: "the states", Value: entries("the name of a state", optional("state")), Required: true},
		{Name: "progress", Doc: "the ranking function: for each state that is not terminal an expression, or a list of them", Value: entries("the name of a state", listOrOne(expression))},
		{Name: "bound", Doc: "the claimed worst-case number of transitions, over the parameters", Value: expression},
	}},
	{Name: "go section", Doc: "How the Go code is to be.", Keys: []Key{
		{Name: "package", Doc: "the Go package, if it is not that of the folder", Value: name},
		{Name: "prefix", Doc: "goes before each package-level Go name, so that several machines can share a package", Value: name},
		{Name: "faces", Doc: "what is generated beside the machine itself: typed is a type for each state, run drives the machine with a handler, snapshot saves and restores it, observe tells observers each step; by default all of them, and [] is none", Value: listOrOne(choice(Faces()...))},
	}},
	{Name: "parameter", Doc: "A value that is fixed for the life of a machine.", Keys: declaration("default", "the value that DefaultParams gives")},
	{Name: "variable", Doc: "A part of the machine's state.", Keys: declaration("init", "the first value, over the parameters; otherwise Go's zero value")},
	{Name: "datum", Doc: "A value that exists only in one state.", Keys: declaration("", "")},
	{Name: "enum", Doc: "An enumeration.", Keys: []Key{
		{Name: "values", Doc: "the values, in order", Value: listOrOne(name), Required: true},
		{Name: "doc", Doc: "what it is", Value: prose},
		goKey,
	}},
	{Name: "guard", Doc: "A named condition. Without `if` it is external: the program answers it.", Keys: []Key{
		{Name: "if", Doc: "the condition", Value: expression},
		{Name: "args", Doc: "what an external guard is asked with", Value: fields},
		{Name: "doc", Doc: "what it asks", Value: prose},
		goKey,
	}},
	{Name: "delay", Doc: "A named length of time. Without `after` it is external: the program says it.", Keys: []Key{
		{Name: "after", Doc: "the length, as in 1.5s", Value: duration},
		{Name: "args", Doc: "what an external delay is asked with", Value: fields},
		{Name: "doc", Doc: "what it is", Value: prose},
		goKey,
	}},
	{Name: "event", Doc: "Something that can happen to the machine. Each other key is a field of the payload.", Keys: []Key{
		{Name: "doc", Doc: "what it means", Value: prose},
		goKey,
		{Name: "environment", Doc: "`true`: the world may send it as often as it likes", Value: choice("true", "false")},
		{Name: "cancellation", Doc: "`true`: it is what a cancelled context means", Value: choice("true", "false")},
		{Name: "fields", Doc: "fields of the payload, of any name", Value: fields},
	}, Rest: typeName},
	{Name: "output", Doc: "Something that the machine tells the world. Each other key is a field.", Keys: []Key{
		{Name: "doc", Doc: "what it means", Value: prose},
		goKey,
		{Name: "fields", Doc: "fields of any name", Value: fields},
	}, Rest: typeName},
	{Name: "limit", Doc: "Ends the machine after so many transitions.", Keys: []Key{
		{Name: "transitions", Doc: "how many, over the parameters", Value: expression, Required: true},
		{Name: "to", Doc: "the terminal state to go to", Value: name, Required: true},
	}},
	{Name: "stall rule", Doc: "Leads away after so many transitions in a row that stay and set nothing.", Keys: []Key{
		{Name: "limit", Doc: "how many, over the parameters", Value: expression, Required: true},
		{Name: "to", Doc: "the state to go to", Value: name, Required: true},
	}},
	{Name: "state", Doc: "A state; with `states` a composite one.", Keys: []Key{
		{Name: "doc", Doc: "what it means to be in it", Value: prose},
		goKey,
		{Name: "req", Doc: "tags of the requirements that it realises", Value: listOrOne(prose)},
		{Name: "initial", Doc: "the state inside in which a composite state begins", Value: name},
		{Name: "data", Doc: "values that exist only in this state", Value: entries("the name of a datum", oneOf(typeName, part("datum")))},
		{Name: "invariants", Doc: "conditions that hold in the state", Value: listOrOne(expression)},
		{Name: "entry", Doc: "outputs on entering", Value: emits},
		{Name: "exit", Doc: "outputs on leaving", Value: emits},
		{Name: "after", Doc: "timers: after a delay, raise an event", Value: timers},
		{Name: "on", Doc: "transitions, by event", Value: handlers},
		{Name: "ignore", Doc: "events that are accepted, and nothing happens", Value: listOrOne(name)},
		{Name: "states", Doc: "the states inside", Value: entries("the name of a state", optional("state"))},
	}},
	{Name: "transition", Doc: "One way to handle an event. Of several the first whose condition holds is taken.", Keys: []Key{
		{Name: "if", Doc: "the condition", Value: expression},
		{Name: "to", Doc: "the state to go to; without it the machine stays", Value: name},
		{Name: "set", Doc: "new values of variables, all from the old ones", Value: entries("the name of a variable", expression)},
		{Name: "clear", Doc: "variables that return to their first value", Value: listOrOne(name)},
		{Name: "emit", Doc: "outputs, over the old values and the payload", Value: emits},
		{Name: "otherwise", Doc: "what happens when no alternative before is taken", Value: choice("ignore", "reject")},
		{Name: "req", Doc: "tags of the requirements that it realises", Value: listOrOne(prose)},
		{Name: "doc", Doc: "why it is", Value: prose},
	}},
}

// declaration lists the keys of a parameter, a variable or a datum. first is
// the key of the first value, or "".
func declaration(first, doc string) []Key {
	keys := []Key{
		{Name: "type", Doc: "int, bool, string, an enum, or a Go type in quotes", Value: typeName, Required: true},
		{Name: "min", Doc: "the smallest value, over parameters", Value: expression},
		{Name: "max", Doc: "the largest value, over parameters", Value: expression},
	}
	if first != "" {
		keys = append(keys, Key{Name: first, Doc: doc, Value: expression})
	}
	keys = append(keys, Key{Name: "doc", Doc: "what it is", Value: prose}, goKey)
	return keys
}
