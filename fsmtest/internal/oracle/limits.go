package oracle

import (
	"fmt"
	"math"
	"slices"
)

// Limits says what a run does not exceed, and what its steps add.
type Limits struct {
	spec   *Spec
	oracle *Oracle
}

// exactly is the largest float below which each whole number is a float.
const exactly = 1 << 53

// Left is a limit of an amount from a configuration on.
func (l *Limits) Left(of *Limit, m Config) float64 {
	switch {
	case l.oracle.Outcome[m.State] != 0:
		return 0
	case of.Left == nil:
		return of.Most(m.Vars)
	case of.Left[m.State] == nil:
		return 0
	}
	return of.Left[m.State](m.Vars)
}

// Most says how what the method WorstCase returns for the parameters of a configuration differs from the limits.
func (l *Limits) Most(got []int64, m Config) error {
	return l.differ("WorstCase", got, m, func(of *Limit) float64 { return of.Most(m.Vars) })
}

// Rest says how what the method Left returns in a configuration differs from the limits.
func (l *Limits) Rest(got []int64, m Config) error {
	return l.differ("Left", got, m, func(of *Limit) float64 { return l.Left(of, m) })
}

func (l *Limits) differ(method string, got []int64, m Config, want func(of *Limit) float64) error {
	if len(got) != len(l.spec.Limits) {
		return fmt.Errorf("%s() has %d limits, want %d", method, len(got), len(l.spec.Limits))
	}
	for i := range l.spec.Limits {
		of := &l.spec.Limits[i]
		if w := want(of); !of.is(got[i], w) {
			return fmt.Errorf("%s().%s is %d, want %.0f", method, of.Name, got[i], w*float64(max(1, of.Unit)))
		}
	}
	return nil
}

// is reports whether a number of the machine is a limit. One that does not fit is the largest number, and so may be one that does
// not fit while it is computed.
func (of *Limit) is(got int64, want float64) bool {
	greatest := int64(NoMax)
	if of.Unit > 0 {
		greatest = math.MaxInt64
	}
	unit := int64(max(1, of.Unit))
	switch size := want * float64(unit); {
	case size >= 1.001*float64(greatest):
		return got == greatest
	case math.Abs(want) >= exactly:
		return got == greatest || math.Abs(float64(got)-size) <= size/exactly*8
	case size >= exactly:
		return got == greatest || got == int64(want)*unit
	}
	return got == int64(want)*unit
}

// Pays says what is wrong with what is left after a step: with what the step takes, it is no more than before. So what is left is
// never less than what a run still takes.
func (l *Limits) Pays(s Taken) error {
	for i := range l.spec.Limits {
		of := &l.spec.Limits[i]
		if of.Left == nil || of.Transitions && l.spec.Events[s.Input.Event].Environment {
			continue
		}
		before, after, takes := l.Left(of, s.From), l.Left(of, s.To), l.takes(of, s)
		if sum := after + takes; sum > before && sum-before > before/exactly*8 || after < 0 {
			return fmt.Errorf("what is left of %s goes from %.0f to %.0f, but the step takes %.0f", of.Name, before, after, takes)
		}
	}
	return nil
}

// takes returns what a step adds to an amount.
func (l *Limits) takes(of *Limit, s Taken) (sum float64) {
	if of.Transitions {
		return float64(1 + l.oracle.Costs.of(s))
	}
	if timer := l.oracle.Clocks.Fired(s.From, s.Input); timer >= 0 && of.Unit > 0 {
		if t := &l.spec.Timers[timer]; slices.Contains(of.Timers, t.Name) && l.oracle.Clocks.Alive(timer, s.From) {
			return float64(t.Lasts(s.From.Vars, t.Length) / of.Unit)
		}
	}
	var t Telling
	if of.Weights != nil {
		l.oracle.Teller.Steps(&t, Course{From: s.From, Steps: []Taken{s}})
	}
	return l.weigh(of, t.Calls, s.To.Vars)
}

// weigh adds up what calls of the host cost.
func (l *Limits) weigh(of *Limit, calls []Call, vars any) (sum float64) {
	for _, w := range of.Weights {
		for _, c := range calls {
			with := c[1:]
			if w.Call != "" {
				if c.Method() != l.spec.Calls[l.oracle.CallNamed(w.Call)].Start {
					continue
				}
				with = with[1:] // without the number
			} else if c.Method() != w.Output {
				continue
			}
			if w.Value == nil {
				sum++
				continue
			}
			sum += w.Value(vars, with)
		}
	}
	return sum
}

// Begins says what is wrong with the limits of a run from the start: each is at least what starts there, and what is left then.
func (l *Limits) Begins(c any) error {
	m := l.oracle.Initially(c)
	opening := l.oracle.Teller.Opening(Stays(m))
	for i := range l.spec.Limits {
		of := &l.spec.Limits[i]
		most, least := of.Most(m.Vars), l.weigh(of, opening.Calls, m.Vars)
		if of.Transitions {
			least = float64(l.oracle.Costs.Start(m))
		}
		if of.Left != nil {
			least += l.Left(of, m)
		}
		if least > most && least-most > most/exactly*8 {
			return fmt.Errorf("a run takes at most %.0f of %s, but at the start, it is %.0f", most, of.Name, least)
		}
	}
	return nil
}
