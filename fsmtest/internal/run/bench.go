package run

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Bench is a machine and its oracle, with all that is looked up once.
type Bench struct {
	Spec    *oracle.Spec     // that of the oracle
	Oracle  *oracle.Oracle   // what the machine is to do
	Draws   *draw.Draws      // what it is tested with
	Subject *subject.Subject // the machine
	// looked, watched, lated, and allowing are the steps in which hosts, observers, lates, and allowed have found no fault: other runs
	// need not look again. Those with a fault are not among them, so that a run that is made shorter shows the same fault. Nil: each
	// run looks for itself.
	looked, watched, allowing map[host.StepKind]bool
	lated                     map[lateKind]bool
	sent                      map[host.StepKind]bool // steps in which hosts have looked at a machine that gets a value
	// Brief counts how often observers have sent few events in place of all, since the table is large.
	Brief int
}

// NewBench returns a bench for a machine. It panics if the machine does not fit its spec.
func NewBench(o *oracle.Oracle, s *subject.Subject) *Bench {
	b := &Bench{Spec: o.Spec, Oracle: o, Draws: &draw.Draws{Spec: o.Spec, Oracle: o}, Subject: s, sent: map[host.StepKind]bool{}}
	if !effort.Fuzzing() {
		b.looked, b.watched, b.allowing, b.lated = map[host.StepKind]bool{}, map[host.StepKind]bool{}, map[host.StepKind]bool{}, map[lateKind]bool{}
	}
	return b
}

// NewHost returns a host for a machine.
func (b *Bench) NewHost() *host.Host { return host.New(b.Subject, b.looked) }

// Begin makes a machine and compares it with the oracle.
func (b *Bench) Begin(c any) *Run {
	if b.Subject.Machine.Host == nil {
		return b.BeginWith(c, nil)
	}
	return b.BeginWith(c, b.NewHost())
}

// BeginWith makes a machine with a host.
func (b *Bench) BeginWith(c any, to *host.Host) *Run {
	r := &Run{Bench: b, Spec: b.Spec, Oracle: b.Oracle, Draws: b.Draws, Subject: b.Subject, watched: b.watched, Host: to}
	if r.watched == nil {
		r.watched = map[host.StepKind]bool{}
	}
	var opening oracle.Course
	err := oracle.Caught(func() error {
		opening = b.Oracle.Opening(c)
		if r.Now, r.Taken = opening.End, b.Oracle.Costs.Count(b.Oracle.Costs.Start(opening.From), opening.Steps); to != nil {
			to.Want = b.Oracle.Teller.Opening(opening).Calls
		}
		m, err := b.Subject.NewMachine(c, r.Host.AsFace())
		if r.Machine = m; err != nil {
			return err
		}
		if err := b.Subject.Compare(r.Now, r.Machine); err != nil || len(b.Spec.Timers) == 0 {
			return err
		}
		return b.Subject.TimingIs(r.Host.Begun(r.Now), r.Machine)
	})
	if what := b.Oracle.Claims.Broken(opening.From); err == nil && what != "" {
		err = errors.New("at the start, " + what)
	}
	if err == nil {
		err = r.follows(opening)
	}
	if r.Host != nil {
		err = r.Host.End(err)
	}
	if err == nil {
		err = oracle.Caught(r.lates)
	}
	if err != nil {
		r.Fault = fmt.Errorf("New(%s): %w", b.Oracle.Texts.Params(c), err)
	}
	return r
}

// MakeBeside makes a machine, and sends it each event once.
func (b *Bench) MakeBeside(c any) error {
	other := b.Begin(b.Oracle.Layout.OnlyParams(c))
	for event := range b.Spec.Events {
		other.Take(b.Draws.Fill(event, other.Now, draw.First))
	}
	return other.Fault
}

// Quiet returns a host that expects nothing; nil: the machine has no host.
func (b *Bench) Quiet() *host.Host {
	if b.Subject.Machine.Host == nil {
		return nil
	}
	return b.NewHost()
}

// Corners returns parameters in the corners of their ranges: all at their minimum, each
// in turn at its other end, and all there, and the defaults. What has no other end
// stays.
func (b *Bench) Corners() []any {
	var all []draw.Edge
	least := b.Draws.Minimum(-1, nil)
	all = b.Draws.Edge(all, "", least)
	ends := least
	for i, p := range b.Oracle.Layout.Params {
		all = b.Draws.Edge(all, "", b.Draws.OtherEnd(least, i, p))
		ends = b.Draws.OtherEnd(ends, i, p)
	}
	all = b.Draws.Edge(all, "", ends)
	var corners []any
	for _, e := range all {
		if e.Ok && !slices.ContainsFunc(corners, func(c any) bool { return b.Oracle.Texts.Params(c) == b.Oracle.Texts.Params(e.Params) }) {
			corners = append(corners, e.Params)
		}
	}
	if c, ok := b.Subject.Defaults(); ok && b.Oracle.Claims.Params(c) {
		corners = append(corners, c)
	}
	return corners
}
