package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
)

// Deadlock: in each configuration of a state that is not terminal, some
// event can take a transition.
const Deadlock Kind = "deadlock"

// deadlocks lists the states that are not terminal.
func deadlocks(m *core.Machine) (list []Obligation) {
	for s := range m.States {
		if !m.Terminal(s) {
			o := about(Deadlock)
			o.State = s
			list = append(list, o)
		}
	}
	return list
}

func describeDeadlock(m *core.Machine, o Obligation) Description {
	name := m.States[o.State].Name
	return Description{m.States[o.State].Span,
		"some event can always take a transition in state `" + name + "`", "no event can take a transition in state `" + name + "`, which is not terminal",
		"add a transition for these values, or make the state terminal"}
}
