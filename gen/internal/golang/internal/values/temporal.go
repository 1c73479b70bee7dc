package values

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/gen/internal/history"
)

// Temporal adds the methods of the type Kind for package temporal.
func Temporal(f *file.File, m *machine.Machine) {
	g := printer{f, m}
	g.possible()
	g.progress()
	g.cancellation()
	g.activities()
	g.cost()
}

// possible emits the method that lists what callers can send.
func (g printer) possible() {
	var events []string
	for i, e := range g.m.Core.Events {
		if !e.Internal && !e.Result {
			events = append(events, g.m.Names.Events[i].Const)
		}
	}
	body := "return nil"
	if len(events) > 0 {
		body = "for _, e := range [...]$Event{" + strings.Join(events, ", ") + `} {
		if m.Can(e) {
			events = append(events, e.String())
		}
	}
	return events`
	}
	g.function("Possible returns the names of the events that callers can send and that the state of m accepts.", `
func ($Kind) Possible(m *$Machine) (events []string) {
	`+body+`
}`)
}

// progress emits the methods that say how much is left.
func (g printer) progress() {
	value := "nil"
	switch {
	case g.m.Core.Rank == 1:
		value = "[]int{m.Progress()}"
	case g.m.Core.Rank > 1:
		g.function("Progress returns the value of the progress function.", `
func ($Kind) Progress(m *$Machine) []int {
	p := m.Progress()
	return p[:]
}`)
	}
	if g.m.Core.Rank <= 1 {
		g.function("Progress returns the value of the progress function, or nil if the spec declares none.", `
func ($Kind) Progress(m *$Machine) []int { return `+value+` }`)
	}
	left, doc := "0, false", "Left always returns false, because no single number limits the transitions that are left."
	if g.m.Core.Rank == 1 && !g.m.Core.Reactive() {
		left, doc = "m.Progress(), true", "Left returns the largest number of transitions that m can still make, which is the value of the progress function."
	}
	g.function(doc, `
func ($Kind) Left(m *$Machine) (transitions int, ok bool) { return `+left+` }`)
}

// cancellation emits the method that makes the event for a canceled workflow.
func (g printer) cancellation() {
	i := g.m.Cancellation()
	if i < 0 {
		g.function("Cancellation always returns false, because the machine has no cancellation event.", `
func ($Kind) Cancellation(cause error) (in $Input, ok bool) { return nil, false }`)
		return
	}
	p, cause := g.m.Names.Values.Inputs[i], ""
	if len(p.Fields) > 0 {
		cause = p.Fields[0] + ": cause"
	}
	g.function("Cancellation returns the cancellation event, with its cause.", `
func ($Kind) Cancellation(cause error) (in $Input, ok bool) { return `+p.Type+`{`+cause+`}, true }`)
}

// activities emits the methods that say what the program does for the machine.
func (g printer) activities() {
	list := func(names []string) string {
		if names == nil {
			return "nil"
		}
		return "[]string{" + strings.Join(names, ", ") + "}"
	}
	var outputs, calls []string
	for _, o := range g.m.Core.Outputs {
		outputs = append(outputs, strconv.Quote(o.Name))
	}
	for _, c := range g.m.Core.Calls {
		calls = append(calls, strconv.Quote(c.Name))
	}
	g.function("Activities returns the names of the outputs and of the calls.", `
func ($Kind) Activities() (outputs, calls []string) {
	return `+list(outputs)+`, `+list(calls)+`
}`)
	g.function("Asks reports whether a step can ask for an external guard or the length of a timer.", `
func ($Kind) Asks() bool { return `+fmt.Sprint(history.Asks(g.m.Core))+` }`)
}

// cost emits the method with the numbers that limit the history.
func (g printer) cost() {
	c := history.Of(g.m.Core)
	g.function("HistoryCost returns numbers that limit the history of a workflow: n transitions add at most start + n*transition events to it.", `
func ($Kind) HistoryCost() (start, transition int) { return `+fmt.Sprintf("%d, %d", c.Start, c.Transition)+` }`)
}
