package diff

import (
	"cmp"
	"slices"
)

// Code is the stable name of a sort of breaking change. A code never changes its
// meaning.
type Code string

// FSMB1xx: Go code that uses the generated package does not compile any more, or
// an implementation does not fit.
const (
	MachineGone     Code = "FSMB100"
	TypeGone        Code = "FSMB101"
	ConstGone       Code = "FSMB102"
	MethodGone      Code = "FSMB103"
	SignatureOther  Code = "FSMB104"
	FieldGone       Code = "FSMB105"
	InterfaceOther  Code = "FSMB106"
	ConstRenumbered Code = "FSMB107"
	PackageChanged  Code = "FSMB108"
)

// FSMB2xx: stored machines do not come back.
const (
	StoredState     Code = "FSMB201"
	StoredVar       Code = "FSMB202"
	StoredParam     Code = "FSMB203"
	StoredRange     Code = "FSMB204"
	StoredInvariant Code = "FSMB205"
	StoredValue     Code = "FSMB206"
)

// FSMB3xx: callers meet another behaviour.
const (
	EventGone      Code = "FSMB301"
	StateGone      Code = "FSMB302"
	Refused        Code = "FSMB303"
	Stricter       Code = "FSMB304"
	ParamRefused   Code = "FSMB305"
	OutcomeChanged Code = "FSMB306"
)

// FSMB4xx: something that was proved is not any more.
const (
	TerminationLost Code = "FSMB401"
	BoundLost       Code = "FSMB402"
	BoundRaised     Code = "FSMB403"
	ProofLost       Code = "FSMB404"
)

// Rule explains a code.
type Rule struct {
	Code Code
	// Title is a noun phrase without a capital or a period.
	Title string
	// Text says what breaks for whom, in one sentence or two.
	Text string
}

// Codes returns all codes in order. The caller owns the list.
func Codes() []Rule {
	return []Rule{
		{MachineGone, "a machine that is gone", "The spec is removed, and with it all that is generated from it."},
		{TypeGone, "a Go type or function that is gone", "A type, interface or function of the generated package is removed or renamed. Code that names it does not compile."},
		{ConstGone, "a Go constant that is gone", "The constant of a state, event, outcome, enum value, timer or delay is removed or renamed. Code that names it does not compile."},
		{MethodGone, "a Go method that is gone", "A method of the machine is removed or renamed: that of an event, the reader of a variable, or a method of a face that is no longer chosen. Calls do not compile."},
		{SignatureOther, "another Go signature", "A function or method takes or returns other types, or takes them in another order. Calls do not compile or, where the types are alike, mean something else."},
		{FieldGone, "another field of the parameters", "A field of the parameter struct is removed, renamed, or of another type. Code that sets it does not compile."},
		{InterfaceOther, "another interface to implement", "An interface that the program implements (guards, outputs, timers, the handler of Run) has a method more, or less, or one with another signature. Implementations do not fit."},
		{ConstRenumbered, "a Go constant with another number", "The order of the values of an enum is another one, and with it their numbers. What was stored by number, or compared with one, means another value."},
		{PackageChanged, "another Go package or prefix", "The generated code is in another package, or its names have another prefix. All that use it must follow."},
		{StoredState, "a stored state that is unknown", "A state is removed or renamed. A machine that was stored in it cannot be restored."},
		{StoredVar, "stored variables that differ", "A variable or datum is added, removed, renamed, or of another type. What was stored lacks a value, or has one that has no place."},
		{StoredParam, "stored parameters that differ", "A parameter is added, removed, renamed, or of another type. What was stored lacks a value, or has one that has no place."},
		{StoredRange, "a stored value out of range", "The range of a variable is not proved to hold all values of the old one. A stored machine with one of them is refused."},
		{StoredInvariant, "a stored machine that breaks an invariant", "An invariant is added, or is not proved to follow from the old one. A stored machine that does not satisfy it is refused."},
		{StoredValue, "a stored enum value that is unknown", "A value of an enum is removed or renamed. A machine that was stored with it cannot be restored."},
		{EventGone, "an event that is gone", "An event is removed or renamed. Whoever sends it, by method or by name, must change."},
		{StateGone, "a state that is gone", "A state is removed or renamed. Whoever waits for it or compares with it must change."},
		{Refused, "an event that is refused", "A state that took or ignored an event refuses it, always. Callers get an error where there was none."},
		{Stricter, "a condition that may be stricter", "A condition is not proved to hold wherever the old one did, or an alternative is removed or tried in another order. The event may be refused, or lead elsewhere."},
		{ParamRefused, "parameters that are refused", "The range of a parameter is not proved to hold all values of the old one, or that of a new parameter to hold zero. A machine with such values cannot be made any more."},
		{OutcomeChanged, "a state with another outcome", "A state belongs to another outcome, has one now, or has none any more. Callers that tell outcomes apart see another one."},
		{TerminationLost, "termination that is not proved any more", "It was proved that each run ends, or settles, and is not any more."},
		{BoundLost, "a bound that is not proved any more", "The bound on the number of transitions was proved and is not any more."},
		{BoundRaised, "a bound that may be higher", "The new bound is not proved to be at most the old one, and that was not refuted. Who relies on the number must know."},
		{ProofLost, "another proof that is lost", "Obligations of a kind were all proved and are not any more, such as that values stay in their ranges."},
	}
}

// Explain returns the rule of a code.
func Explain(c Code) (Rule, bool) {
	list := Codes()
	i := slices.IndexFunc(list, func(r Rule) bool { return r.Code == c })
	if i < 0 {
		return Rule{}, false
	}
	return list[i], true
}

// Breaking is one breaking change.
type Breaking struct {
	Code Code
	// Subject is what changes, as "event Select" or the name of a Go identifier.
	Subject string
	// Text says in what way.
	Text string
}

// breach is a breaking change that a change is.
type breach struct {
	code Code
	text string
}

// breaches lists those of all changes.
func breaches(changes []Change) []Breaking {
	var out []Breaking
	for i := range changes {
		for _, b := range changes[i].breaks {
			name := changes[i].Name
			if changes[i].Was != "" {
				name = changes[i].Was + " → " + name
			}
			out = append(out, Breaking{b.code, changes[i].Part + " " + name, b.text})
		}
	}
	return out
}

// sections is the order of the parts of a diff.
var sections = []string{
	"machine", "param", "enum", "var", "datum", "guard", "delay", "event", "output", "state", "outcome",
	"rule", "timer", "transition", "invariant", "progress",
}

// arrange puts a diff in order: changes by section, breaking ones by code.
func arrange(d *Diff) {
	slices.SortStableFunc(d.Changes, func(a, b Change) int {
		return cmp.Compare(slices.Index(sections, a.Part), slices.Index(sections, b.Part))
	})
	slices.SortStableFunc(d.Breaking, func(a, b Breaking) int { return cmp.Compare(a.Code, b.Code) })
}
