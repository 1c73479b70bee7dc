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
	g.f.Line()
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
	g.function("Possible is a method for package temporal, as those after it. [github.com/fsmgen/fsmgen/temporal.Kind] documents them.", `
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
		g.reader(`
func ($Kind) Progress(m *$Machine) []int {
	p := m.Progress()
	return p[:]
}`)
	}
	if g.m.Core.Rank <= 1 {
		g.reader(`
func ($Kind) Progress(m *$Machine) []int { return ` + value + ` }`)
	}
	left := "0, false"
	if g.m.Core.Rank == 1 && !g.m.Core.Reactive() {
		left = "m.Progress(), true"
	}
	g.reader(`
func ($Kind) Left(m *$Machine) (transitions int, ok bool) { return ` + left + ` }`)
}

// cancellation emits the method that makes the event for a canceled workflow.
func (g printer) cancellation() {
	i := g.m.Cancellation()
	if i < 0 {
		g.reader(`
func ($Kind) Cancellation(cause error) (in $Input, ok bool) { return nil, false }`)
		return
	}
	p, cause := g.m.Names.Values.Inputs[i], ""
	if len(p.Fields) > 0 {
		cause = p.Fields[0] + ": cause"
	}
	g.reader(`
func ($Kind) Cancellation(cause error) (in $Input, ok bool) { return ` + p.Type + `{` + cause + `}, true }`)
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
	g.reader(`
func ($Kind) Activities() (outputs, calls []string) {
	return ` + list(outputs) + `, ` + list(calls) + `
}`)
	g.reader(`
func ($Kind) Asks() bool { return ` + fmt.Sprint(history.Asks(g.m.Core)) + ` }`)
}

// cost emits the method with the numbers that limit the history.
func (g printer) cost() {
	c := history.Of(g.m.Core)
	g.reader(`
func ($Kind) HistoryCost() (start, transition int) { return ` + fmt.Sprintf("%d, %d", c.Start, c.Transition) + ` }`)
}
