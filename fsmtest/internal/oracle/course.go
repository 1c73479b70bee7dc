package oracle

import (
	"fmt"
	"slices"
)

// The steps without an event that a machine may take in a row: after few of them, it must not return
// to a configuration, and only steps whose progress falls may go on after many.
const (
	fewSteps  = 10_000
	manySteps = 2_000_000
)

// Taken is a step that a machine takes: the event, and the row of its transition.
type Taken struct {
	Input    Input  // its event
	Row      int    // of its transition
	From, To Config // before and after it
}

// Course is what an event, or the start, makes of a machine: its steps until it is at rest.
type Course struct {
	From Config // at the beginning
	// Rest is the configuration in which the machine handles the event. It differs from the
	// first one if that is not at rest, as that of a restored machine may be.
	Rest Config
	Row  int    // of the event; -1: it is illegal, or there is none
	End  Config // at rest
	// Steps are the steps in order.
	Steps []Taken
	Early int // how many of them come before the event
}

// Stays is the course of a machine that does nothing.
func Stays(m Config) Course { return Course{From: m, Rest: m, Row: -1, End: m} }

// Endless is the panic of an oracle whose machine does not come to rest. It comes before the
// machine gets the event, so that no test waits for that.
type Endless string

// Error says where the machine was.
func (e Endless) Error() string { return string(e) }

// Eventless reports whether an event is the one of the steps without an event.
func (o *Oracle) Eventless(event int) bool { return o.Always >= 0 && event == o.Always }

// settle takes the steps without an event until the machine is at rest.
func (o *Oracle) settle(m Config, visit func(s Taken)) Config {
	if o.Always < 0 {
		return m
	}
	e := Input{Event: o.Always}
	seen, until := "", fewSteps // the configuration after half of the steps until then
	for now, n := m, 0; ; n++ {
		next, row := o.alone(now, e)
		if row < 0 {
			return now
		}
		if n == until {
			seen, until = o.Key(now), 2*until
		}
		if n >= fewSteps && !o.Costs.falls(now, next) && (n > manySteps && !o.Spec.Settles || o.Key(next) == seen) {
			panic(Endless(fmt.Sprintf("the machine does not come to rest: after %d steps without an event from %s, it is in %s, where another one applies; fsmgen verify says whether such steps end", n, o.Texts.Config(m), o.Texts.Config(now))))
		}
		o.countStep(n)
		visit(Taken{e, row, now, next})
		now = next
	}
}

// AtRest returns the configuration in which a machine handles the next event.
func (o *Oracle) AtRest(m Config) Config { return o.settle(m, func(Taken) {}) }

// Course returns what an event makes of a machine. Where it is illegal, ignored, or rejected,
// the machine stays as it is, but for the steps before it.
func (o *Oracle) Course(m Config, e Input) Course {
	c := Course{From: m}
	visit := func(s Taken) { c.Steps = append(c.Steps, s) }
	c.Rest = o.settle(m, visit)
	c.Early = len(c.Steps)
	if c.End, c.Row = o.alone(c.Rest, e); o.Takes(c.Row) {
		visit(Taken{e, c.Row, c.Rest, c.End})
		c.End = o.settle(c.End, visit)
	}
	return c
}

// Opening returns the course of a new machine with the parameters of c.
func (o *Oracle) Opening(c any) Course {
	m := Stays(o.Initially(c))
	m.End = o.settle(m.End, func(s Taken) { m.Steps = append(m.Steps, s) })
	return m
}

// Rows returns the rows that a course takes, with that of an event that is ignored or rejected.
func (c *Course) Rows() (rows []int) {
	for _, s := range c.Steps {
		rows = append(rows, s.Row)
	}
	if c.Row >= 0 && !slices.Contains(rows, c.Row) {
		rows = append(rows, c.Row)
	}
	return rows
}

// Then writes the rows that follow that of the event, each once, to tell courses apart.
func (c *Course) Then() string {
	var rows []int
	for _, s := range c.Steps[min(c.Early+1, len(c.Steps)):] {
		if !slices.Contains(rows, s.Row) {
			rows = append(rows, s.Row)
		}
	}
	if rows == nil {
		return ""
	}
	slices.Sort(rows)
	return fmt.Sprint(rows)
}

// transient reports whether a machine never rests in a state.
func (o *Oracle) transient(state int) bool {
	if o.Always < 0 {
		return false
	}
	cell := o.Cells[state*len(o.Spec.Events)+o.Always]
	return len(cell) > 0 && o.Spec.Rows[cell[len(cell)-1]].Guard == nil
}

// Rests returns the states in which a machine that has entered a state may come to rest.
func (o *Oracle) Rests(state int) (all []int) {
	seen := []int{state}
	for i := 0; i < len(seen); i++ {
		if !o.transient(seen[i]) {
			all = append(all, seen[i])
		}
		if o.Always < 0 {
			break
		}
		for _, row := range o.Cells[seen[i]*len(o.Spec.Events)+o.Always] {
			if to := o.Moves[row].To; !slices.Contains(seen, to) {
				seen = append(seen, to)
			}
		}
	}
	return all
}

// Settling is the course of a machine that comes to rest, without an event.
func (o *Oracle) Settling(m Config) Course {
	c := Stays(m)
	c.End = o.settle(m, func(s Taken) { c.Steps = append(c.Steps, s) })
	c.Rest, c.Early = c.End, len(c.Steps)
	return c
}
