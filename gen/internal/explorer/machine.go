package explorer

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// machineJSON is a machine as the script reads it. Parts refer to each other by their indices, as in package core.
type machineJSON struct {
	Name        string           `json:"name"`
	Doc         string           `json:"doc,omitempty"`
	Enums       []enumJSON       `json:"enums"`
	Params      []paramJSON      `json:"params"`
	Vars        []varJSON        `json:"vars"`
	Asks        []askJSON        `json:"asks"`
	Events      []eventJSON      `json:"events"`
	Outputs     []outputJSON     `json:"outputs"`
	Calls       []callJSON       `json:"calls"`
	Invocations []invocationJSON `json:"invocations"`
	States      []stateJSON      `json:"states"`
	Outcomes    []outcomeJSON    `json:"outcomes"`
	Timers      []timerJSON      `json:"timers"`
	Costs       []costJSON       `json:"costs,omitempty"`
	Transitions []transitionJSON `json:"transitions"`
	Invariants  []invariantJSON  `json:"invariants"`
	Initial     int              `json:"initial"`
	Start       []emissionJSON   `json:"start"`
	StartRaises []int            `json:"startRaises"`
	Begins      []int            `json:"begins"`
	Invoked     []int            `json:"invoked"`
	Eventless   int              `json:"eventless"`
	Bound       any              `json:"bound"`
	// Found says that the spec does not declare progress and bound: the verifier has found them.
	Found bool `json:"found,omitempty"`
	// Unlimited says that progress is computed without the limits of an int.
	Unlimited bool `json:"unlimited,omitempty"`
}

// encoder encodes one machine.
type encoder struct {
	m     *core.Machine
	out   *machineJSON
	enums map[*expr.Enum]int
}

// encode returns a machine as the script reads it. ranked is the machine, or a copy that declares progress; bound may be nil.
func encode(m, ranked *core.Machine, bound expr.Expr) *machineJSON {
	w := &encoder{m, &machineJSON{Name: m.Name, Doc: m.Doc, Initial: m.Initial, Begins: m.Begins(), Invoked: m.Invoked(), Eventless: m.Eventless()}, map[*expr.Enum]int{}}
	w.declarations()
	w.exchange()
	w.costs()
	w.states(ranked)
	for i := range m.Transitions {
		w.out.Transitions = append(w.out.Transitions, w.transition(i))
	}
	w.out.Start, w.out.StartRaises = w.emissions(m.Start), raised(m.StartRaises)
	w.out.Bound = w.tree(bound)
	return w.out
}
