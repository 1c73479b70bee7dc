package scxml

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// configuration is all that decides what a machine does next, except for the values of variables. It must not be changed.
type configuration struct {
	// active are the active states, in document order, and ended tells that the machine has ended in them.
	active []*node
	ended  bool
	// memory are the states that a history continues in; there is none if it has not been left yet.
	memory map[*history][]*node
	// internal and external are the keys of the events in the queues.
	internal, external []string
	// late are the events that come after a delay, each of which has been sent after those before it.
	late []arming
	// unset are the variables that have no value.
	unset []string

	// from and via are the configuration before, and the event, of the way by which it was found first.
	from *configuration
	via  string

	state *draft.State
	// always and on are what the machine does without an event, and at each event if it waits.
	always []passage
	on     map[string][]passage
	waits  bool
}

// arming is an event that comes after a delay. The turn tells one that is sent again from the one before.
type arming struct {
	pending
	turn int
}

// passage is a way from a configuration to another one. It has no target if the machine stays there without leaving a state.
type passage struct {
	at    diag.Span
	guard *expr
	sets  []set
	emit  []string
	to    *configuration
}

// key is the same for the same configuration.
func (c *configuration) key(recalled []*history) string {
	var b strings.Builder
	numbers := func(list []*node) {
		for _, n := range list {
			fmt.Fprintf(&b, "%d ", n.number)
		}
		b.WriteByte('|')
	}
	numbers(c.active)
	for _, h := range recalled {
		numbers(c.memory[h])
	}
	fmt.Fprintf(&b, "%q %q %v %q", c.internal, c.external, c.late, c.unset)
	return b.String()
}

// text names a configuration after the states that are active, and the event that it handles next.
func (c *configuration) text() string {
	var names []string
	for _, n := range c.active {
		if len(n.inner) == 0 && n.id != "" {
			names = append(names, n.id)
		}
	}
	text := strings.Join(names, " and ")
	if len(c.internal) > 0 {
		return strings.TrimSpace(text + " before " + said(bare(c.internal[0])))
	}
	if len(c.external) > 0 {
		return strings.TrimSpace(text + before + event(bare(c.external[0])))
	}
	return text
}

// before is in the names of configurations that handle an event next that the machine has sent to itself.
const before = " before sent "

// run tells a way from the start to a configuration.
func (c *configuration) run() string {
	const most = 12
	var steps []string
	for ; c != nil && c.active != nil; c = c.from {
		if len(steps) == most {
			steps = append(steps, "...")
			break
		}
		arrow := ""
		switch {
		case c.from == nil || c.from.active == nil:
		case c.via == "":
			arrow = "--> "
		default:
			_, name, sent := strings.Cut(bare(c.via), " ")
			if !sent {
				name = c.via
			}
			arrow = "--" + diag.Clip(name) + "--> "
		}
		steps = append(steps, arrow+diag.Clip(c.text()))
	}
	slices.Reverse(steps)
	return strings.Join(steps, " ")
}

// leaves lists the active states without states inside.
func (c *configuration) leaves() (list []*node) {
	for _, n := range c.active {
		if len(n.inner) == 0 {
			list = append(list, n)
		}
	}
	return list
}

// sortNodes puts states in document order.
func sortNodes(list []*node) {
	slices.SortFunc(list, func(a, b *node) int { return a.number - b.number })
}
