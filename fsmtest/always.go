package fsmtest

import (
	"fmt"
	"slices"
	"testing"
)

// The steps without an event that a machine may take in a row: after few of them, it must not return
// to a configuration, and only steps whose progress falls may go on after many.
const (
	fewSteps  = 10_000
	manySteps = 2_000_000
)

// taken is a step that a machine takes: the event, and the row of its transition.
type taken struct {
	Input
	row      int
	from, to Config
}

// course is what an event, or the start, makes of a machine: its steps until it is at rest.
type course struct {
	from Config
	// rest is the configuration in which the machine handles the event. It differs from the
	// first one if that is not at rest, as that of a restored machine may be.
	rest Config
	row  int // of the event; -1: it is illegal, or there is none
	end  Config
	// steps are the steps in order, of which the early ones come before the event.
	steps []taken
	early int
}

// stays is the course of a machine that does nothing.
func stays(m Config) course { return course{from: m, rest: m, row: -1, end: m} }

// endless is the panic of an oracle whose machine does not come to rest. It comes before the
// machine gets the event, so that no test waits for that.
type endless string

// Error says where the machine was.
func (e endless) Error() string { return string(e) }

// eventless reports whether an event is the one of the steps without an event.
func (o *oracle) eventless(event int) bool { return o.always >= 0 && event == o.always }

// settle takes the steps without an event until the machine is at rest.
func (o *oracle) settle(m Config, visit func(s taken)) Config {
	if o.always < 0 {
		return m
	}
	e := Input{event: o.always}
	seen, until := "", fewSteps // the configuration after half of the steps until then
	for now, n := m, 0; ; n++ {
		next, row := o.alone(now, e)
		if row < 0 {
			return now
		}
		if n == until {
			seen, until = o.key(now), 2*until
		}
		if n >= fewSteps && !o.falls(now, next) && (n > manySteps && !o.Settles || o.key(next) == seen) {
			panic(endless(fmt.Sprintf("the machine does not come to rest: after %d steps without an event from %s, it is in %s, where another one applies; fsmgen verify says whether such steps end", n, o.text(m), o.text(now))))
		}
		o.countStep(n)
		visit(taken{e, row, now, next})
		now = next
	}
}

// falls reports whether the progress of a step falls, and remains at least 0.
func (o *oracle) falls(from, to Config) bool {
	after := o.progress(to)
	return o.Rank > 0 && slices.Compare(after, o.progress(from)) < 0 && slices.Min(after) >= 0
}

// atRest returns the configuration in which a machine handles the next event.
func (o *oracle) atRest(m Config) Config { return o.settle(m, func(taken) {}) }

// course returns what an event makes of a machine. Where it is illegal, ignored, or rejected,
// the machine stays as it is, but for the steps before it.
func (o *oracle) course(m Config, e Input) course {
	c := course{from: m}
	visit := func(s taken) { c.steps = append(c.steps, s) }
	c.rest = o.settle(m, visit)
	c.early = len(c.steps)
	if c.end, c.row = o.alone(c.rest, e); o.takes(c.row) {
		visit(taken{e, c.row, c.rest, c.end})
		c.end = o.settle(c.end, visit)
	}
	return c
}

// opening returns the course of a new machine with the parameters of c.
func (o *oracle) opening(c any) course {
	m := stays(o.initially(c))
	m.end = o.settle(m.end, func(s taken) { m.steps = append(m.steps, s) })
	return m
}

// rows returns the rows that a course takes, with that of an event that is ignored or rejected.
func (c *course) rows() (rows []int) {
	for _, s := range c.steps {
		rows = append(rows, s.row)
	}
	if c.row >= 0 && !slices.Contains(rows, c.row) {
		rows = append(rows, c.row)
	}
	return rows
}

// then writes the rows that follow that of the event, each once, to tell courses apart.
func (c *course) then() string {
	var rows []int
	for _, s := range c.steps[min(c.early+1, len(c.steps)):] {
		if !slices.Contains(rows, s.row) {
			rows = append(rows, s.row)
		}
	}
	if rows == nil {
		return ""
	}
	slices.Sort(rows)
	return fmt.Sprint(rows)
}

// transient reports whether a machine never rests in a state.
func (o *oracle) transient(state int) bool {
	if o.always < 0 {
		return false
	}
	cell := o.cells[state*len(o.Events)+o.always]
	return len(cell) > 0 && o.Rows[cell[len(cell)-1]].Guard == nil
}

// rests returns the states in which a machine that has entered a state may come to rest.
func (o *oracle) rests(state int) (all []int) {
	seen := []int{state}
	for i := 0; i < len(seen); i++ {
		if !o.transient(seen[i]) {
			all = append(all, seen[i])
		}
		if o.always < 0 {
			break
		}
		for _, row := range o.cells[seen[i]*len(o.Events)+o.always] {
			if to := o.rows[row].to; !slices.Contains(seen, to) {
				seen = append(seen, to)
			}
		}
	}
	return all
}

// subtest runs a test, which fails where the machine does not come to rest, and ends early where that takes too long.
func (h *checks) subtest(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		defer failEndless(t)
		h.work.allow(subtestSteps)
		f(t)
	})
}

// failEndless turns the panic about a machine that does not come to rest into a failure.
func failEndless(t testing.TB) {
	t.Helper()
	switch p := recover().(type) {
	case nil:
	case endless:
		t.Fatal(p)
	case spent:
		t.Log(p)
	default:
		panic(p)
	}
}
