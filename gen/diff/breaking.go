package diff

import (
	"cmp"
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Code is the stable name of a kind of breaking change. A code never changes its
// meaning.
type Code string

// FSMB1xx: Go code that uses the generated package no longer compiles, or
// changes its meaning.
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
	CaseGone        Code = "FSMB109"
)

// FSMB2xx: some stored machines cannot be restored.
const (
	StoredState     Code = "FSMB201"
	StoredVar       Code = "FSMB202"
	StoredParam     Code = "FSMB203"
	StoredRange     Code = "FSMB204"
	StoredInvariant Code = "FSMB205"
	StoredValue     Code = "FSMB206"
	StoredMachine   Code = "FSMB207"
	StoredTimer     Code = "FSMB208"
	StoredCall      Code = "FSMB209"
	StoredOutput    Code = "FSMB210"
)

// FSMB3xx: callers see a different behavior.
const (
	EventGone        Code = "FSMB301"
	StateGone        Code = "FSMB302"
	Refused          Code = "FSMB303"
	Stricter         Code = "FSMB304"
	ParamRefused     Code = "FSMB305"
	OutcomeChanged   Code = "FSMB306"
	TargetChanged    Code = "FSMB307"
	EffectChanged    Code = "FSMB308"
	NowIgnored       Code = "FSMB309"
	CancellationLost Code = "FSMB310"
	NowInternal      Code = "FSMB311"
	GoesOn           Code = "FSMB312"
	Waits            Code = "FSMB313"
	PayloadRefused   Code = "FSMB314"
)

// FSMB4xx: a claim is no longer proved.
const (
	TerminationLost Code = "FSMB401"
	BoundLost       Code = "FSMB402"
	BoundRaised     Code = "FSMB403"
	ProofLost       Code = "FSMB404"
	CountRaised     Code = "FSMB405"
	TimeRaised      Code = "FSMB406"
	PossibleLost    Code = "FSMB407"
	WithinLost      Code = "FSMB408"
	CostRaised      Code = "FSMB409"
	WeightRaised    Code = "FSMB410"
)

// Rule explains a code.
type Rule struct {
	Code Code
	// Title is a noun phrase without a capital or a period.
	Title string
	// Text says what breaks and for whom, in one or two sentences.
	Text string
}

// Codes returns all codes in order. The caller owns the list.
func Codes() []Rule {
	return []Rule{
		{MachineGone, "a removed machine", "The spec is removed, and with it all generated files."},
		{TypeGone, "a removed Go type or function", "A type, interface, or function of the generated package is removed or renamed. Code that uses it does not compile."},
		{ConstGone, "a removed Go constant", "The constant of a state, event, outcome, enum value, timer, delay, or call is removed or renamed. Code that uses it does not compile."},
		{MethodGone, "a removed Go method", "A method of the machine or of a typed state is removed or renamed: that of an event, the reader of a variable, or a method of a face that is no longer chosen. Calls do not compile."},
		{SignatureOther, "a changed Go signature", "The types or the order of the parameters or results of a function or method have changed. Calls do not compile, or, if the types match, have a different meaning."},
		{FieldGone, "a changed Go field", "A field of a struct, such as the parameters, is removed or renamed, or its type has changed. Code that uses it does not compile."},
		{InterfaceOther, "a changed interface to implement", "An interface that the program implements (guards, outputs, timers, calls, the handler of Run) has methods that are added, removed, or changed. Implementations do not compile."},
		{ConstRenumbered, "a renumbered Go constant", "The order of the values of an enum has changed, and with it their numbers. Numbers that are stored or used in comparisons stand for different values."},
		{PackageChanged, "a changed Go package or prefix", "The generated code is in a different package, or its names have a different prefix. All code that uses it must change."},
		{CaseGone, "a removed case", "A typed state is no longer among the results of an event or a handler. A type switch with this case does not compile."},
		{StoredState, "an unknown stored state", "A state is removed or renamed, or its text has changed, and no `was` says which state continues it. A machine that was stored in it cannot be restored."},
		{StoredVar, "changed stored variables", "A variable or datum is removed or renamed without `was` or `removed`, its type has changed, or a datum is added to a state. A stored machine has an unknown value, a value of another type, or none."},
		{StoredParam, "changed stored parameters", "A parameter is removed or renamed without `was` or `removed`, its type has changed, or it is added without a default. A stored machine has an unknown value, a value of another type, or none."},
		{StoredRange, "a stored value out of range", "The new range of a parameter, variable, or datum is not proved to contain all stored values. A stored machine with another value cannot be restored."},
		{StoredInvariant, "a stored machine that violates an invariant", "An invariant is not proved to hold for all stored machines. One that violates it cannot be restored."},
		{StoredValue, "an unknown stored enum value", "A value of an enum is removed or renamed, or its text has changed, and no `was` says which value replaces it. A machine that was stored with it cannot be restored."},
		{StoredMachine, "an unknown stored machine", "The machine is renamed, without `was`. No stored machine can be restored."},
		{StoredTimer, "an unknown stored timer", "The text of a timer, such as Waiting.Again, is no longer known, because the timer is removed, or its state or event is renamed without `was`. A program that stores the text cannot read it, and stored machines forget when the timer is due: Resume starts a renamed timer with its full duration."},
		{StoredCall, "an unknown stored call", "The name of a call or a child machine is no longer known, because it is removed, or renamed without `was`. A program that stores the name cannot read it, and stored machines forget which start of it runs: after Restore, the renamed call counts as number 1, and the result of the start that was running is refused."},
		{StoredOutput, "an unreadable stored output", "An output, or the start of a call, has another name or other fields. Those that package store still has in its outbox cannot be read by the new version: after their last attempt they are dead letters, unless an earlier version delivers them. Let the outbox become empty first, or give the new output another name and keep the old one."},
		{EventGone, "a removed event", "An event is removed or renamed. Code that sends it, by method or by name, must change."},
		{StateGone, "a removed state", "A state is removed or renamed. Code that waits for it or compares with it must change."},
		{Refused, "a refused event", "A state that accepted or ignored an event now always refuses it. Callers get an error."},
		{Stricter, "a condition that may be stricter", "A condition is not proved to hold whenever the old one did, or an alternative is removed, or the order of the alternatives has changed. The event may be refused, or lead to a different state."},
		{ParamRefused, "rejected parameters", "The range of a parameter is not proved to contain all values of the old range, or the range of a new parameter is not proved to contain zero. A machine with other values can no longer be created."},
		{OutcomeChanged, "a changed outcome of a state", "A state has a different outcome, or has gained or lost one. Callers that distinguish outcomes see the difference."},
		{TargetChanged, "a different target", "A transition leads to a different state, or the machine or a region begins in one. Callers find the machine there."},
		{EffectChanged, "a different effect", "A transition, a state, or the start is not proved to set the same values, emits other outputs, raises other events, or starts other timers or calls, or calls in another order. The program gets other calls, and callers see other values."},
		{NowIgnored, "an ignored event", "A state that took an event now ignores it. Callers get no error, and nothing happens."},
		{CancellationLost, "a lost cancellation", "An event is no longer a cancellation event. Run does not send it when its context is canceled."},
		{NowInternal, "an event that is now internal", "An event is now internal: only timers and the machine itself raise it, and callers can no longer send it."},
		{GoesOn, "a state that the machine leaves without an event", "In a state in which the machine waited for events, a transition without an event may now apply: it is added, or its condition is not proved to hold only where one did. Callers may not find the machine there, and what they send arrives in a different state."},
		{Waits, "a state in which the machine waits for an event", "In a state, the machine took transitions without an event, and they are not proved to apply whenever they did. It may now wait there, for an event that callers do not send."},
		{PayloadRefused, "a refused payload", "The range of a field of an event or of a result is not proved to contain all values of the old range. Callers, and handlers of calls, that send other values get an error."},
		{TerminationLost, "termination that is no longer proved", "It was proved that every run ends, that the machine settles, or that it comes to rest; it no longer is."},
		{BoundLost, "a bound that is no longer proved", "The bound on the number of transitions was proved; it no longer is."},
		{BoundRaised, "a bound that may be higher", "The new bound is not proved to be at most the old one, and the old one was not refuted. Code that relies on the number must be checked."},
		{ProofLost, "another lost proof", "All obligations of a kind were proved, such as that values stay in their ranges; some no longer are."},
		{CountRaised, "a count that may be higher", "It was proved that a run starts a call, or emits an output, at most so many times, or that an int of it comes to at most so much in all. That is not proved of the new version. What it costs may have grown."},
		{TimeRaised, "a time limit that may be higher", "It was proved that a run takes at most so long, if timers fire when they are due. That is not proved of the new version. A deadline that relies on the limit must be checked."},
		{PossibleLost, "what is no longer possible", "It was proved that a state or an outcome stays possible. In the new version, no run leads there any more from some configuration, or that is not proved. Machines may be stuck, although they accept events."},
		{WithinLost, "a claimed time that is no longer proved", "It was proved that a run ends within the claimed time, if timers fire when they are due. That is not proved of the new version. A deadline that relies on the claim must be checked."},
		{CostRaised, "a cost that may be higher", "It was proved that a run costs at most so much. That is not proved of the new version, because the machine does more, something costs more, or the cost is not declared any more. A budget that relies on the limit must be checked."},
		{WeightRaised, "a weight that may be higher", "What one start of a call or child machine, or one output, costs is not proved to be at most what it was. The same run may cost more."},
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
	// Subject is what changes, such as "event Select" or a Go identifier.
	Subject string
	// Text describes the change.
	Text string
	// Help says what to do if the change is not wanted. It may be "".
	Help string
	// Example describes a stored machine that cannot be restored. It may be "".
	Example string
	// Possible marks a change that is not known to break anything: it is neither proved that it does, nor
	// that it does not. It is set only for the codes FSMB2xx.
	Possible bool
	// Span is the place of the part: in the old spec if Removed is true, and in the new one otherwise. For
	// what is not about a single part, it is the place of the machine.
	Span    diag.Span
	Removed bool
	// Waived is the reason why the change is intended, or "". [Diff.Waive] sets it.
	Waived string
}

// breach describes why a change is breaking.
type breach struct {
	code Code
	text string
}

// breaches lists the breaking changes among all changes.
func breaches(changes []Change) []Breaking {
	var out []Breaking
	for i := range changes {
		for _, b := range changes[i].breaks {
			name := changes[i].Name
			if changes[i].Was != "" {
				name = changes[i].Was + " → " + name
			}
			out = append(out, Breaking{Code: b.code, Subject: changes[i].Part + " " + name, Text: b.text, Span: changes[i].span, Removed: changes[i].gone})
		}
	}
	return out
}

// sections is the order of the parts of a diff.
var sections = []string{
	"machine", "param", "enum", "var", "datum", "guard", "delay", "event", "call", "output", "state", "outcome",
	"rule", "timer", "invocation", "transition", "invariant", "progress", "claim", "cost",
}

// arrange sorts a diff: changes by section, and breaking changes by code.
func arrange(d *Diff) {
	slices.SortStableFunc(d.Changes, func(a, b Change) int {
		return cmp.Compare(slices.Index(sections, a.Part), slices.Index(sections, b.Part))
	})
	slices.SortStableFunc(d.Breaking, func(a, b Breaking) int { return cmp.Compare(a.Code, b.Code) })
}
