package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
)

// Possible: what the spec claims to stay possible does. From each configuration that the claim is about and that a run
// reaches, some run leads to one of the states that it names.
const Possible Kind = "possible"

// goals lists the claims that something stays possible.
func goals(m *core.Machine) (list []Obligation) {
	for i := range m.Goals {
		o := about(Possible)
		o.Goal = i
		list = append(list, o)
	}
	return list
}

func describeGoal(m *core.Machine, o Obligation) Description {
	g := &m.Goals[o.Goal]
	from := "everywhere"
	if g.From != "" {
		from = "from `" + g.From + "`"
	}
	return Description{g.Span,
		g.Target() + " stays possible " + from, g.Target() + " does not stay possible " + from,
		"add a transition that leads on from there, or claim less"}
}
