package diff

import (
	"context"
	"slices"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// Side is one version of a machine.
type Side struct {
	// Spec is a loaded spec with a machine.
	Spec *spec.Spec
	// Params are values of parameters, by name, for the numbers beside bounds, in
	// place of defaults; nil for none. Where a parameter has another one in the
	// new version, that one counts.
	Params map[string]int64
	// Report is the verifier's; without reports on both sides verdicts and
	// bounds are not compared.
	Report *verify.Report
}

// Action is what became of a part.
type Action string

// The actions. A part that is renamed and changed is Changed, with
// [Change.Was].
const (
	Added   Action = "added"
	Removed Action = "removed"
	Changed Action = "changed"
	Renamed Action = "renamed"
)

// Diff is how two versions of a machine differ. It must not be changed.
type Diff struct {
	// Old and New name the machines, OldFile and NewFile their specs; those of
	// a version that is not there are "".
	Old, New         string
	OldFile, NewFile string
	// Action is Added or Removed where there is one version only, and Changed
	// otherwise, even if nothing is.
	Action Action
	// Changes are sorted by the sections of a spec.
	Changes []Change
	// Notes are what is written differently and means the same.
	Notes []string
	// Bound is nil where the bound is the same, or not compared.
	Bound *Bound
	// Verdicts are those gained and lost.
	Verdicts []Verdict
	// Breaking is sorted by code.
	Breaking []Breaking

	graph graph
}

// Change is what became of one part, or of transitions of several states that
// are alike.
type Change struct {
	Action Action
	// Part is the sort of part: "machine", "param", "enum", "var", "datum",
	// "guard", "delay", "event", "output", "state", "outcome", "rule", "timer",
	// "transition", "invariant" or "progress".
	Part string
	// Name is the name in the new version, of what is Removed in the old one.
	Name string
	// Was is the old name where that is another one, or "".
	Was     string
	Details []Detail

	breaks []breach
	// from is the state of a transition.
	from string
}

// Detail is one thing about a part. Old or New is "" where the version has
// no such thing.
type Detail struct {
	What, Old, New string
	// Note says more, such as "proved stricter", or is "".
	Note string
}

// Bound is how the worst-case number of transitions changes.
type Bound struct {
	// Old and New are the expressions, "" where there is none.
	Old, New string
	// OldStatus and NewStatus are the verdicts.
	OldStatus, NewStatus verify.Status
	// Note is "proved lower", "proved higher" or "".
	Note string
	// With says which parameter values the numbers below are for: those of
	// [Side.Params], defaults, and small values for parameters without.
	With string
	// OldNumber and NewNumber are the values of the expressions for them, or
	// "" where they cannot be computed or the version does not allow the values.
	OldNumber, NewNumber string
}

// Verdict is one that was gained or lost, or that changed otherwise.
type Verdict struct {
	// What is "termination", "bound", or the kind of some obligations.
	What string
	// Old and New are the worst statuses, or "none" where there is nothing to
	// prove.
	Old, New verify.Status
	// Where names the first of the parts that are not proved, in the version
	// where they are not.
	Where string
}

// none is the status of what is not asked.
const none verify.Status = "none"

// Gained reports whether the verdict has become "proved".
func (v Verdict) Gained() bool { return v.New == verify.Proved }

// Lost reports whether the verdict was "proved", or was not asked.
func (v Verdict) Lost() bool { return v.Old == verify.Proved || v.Old == none }

// Empty reports whether the versions mean the same.
func (d *Diff) Empty() bool {
	return d.Action == Changed && len(d.Changes)+len(d.Verdicts) == 0 && d.Bound == nil
}

// Compare returns how new differs from old. One of them may be nil, for a
// machine that was added or removed. When the context is done, what could not
// be proved equal counts as different.
func Compare(ctx context.Context, old, new *Side) *Diff {
	switch {
	case old == nil:
		return alone(Added, new)
	case new == nil:
		return alone(Removed, old)
	}
	was, is := old.Spec.Machine, new.Spec.Machine
	c := &comparison{
		matching: match(was, is), ctx: ctx, old: old, new: new, answers: map[[2]string]relation{},
		d: &Diff{Action: Changed, Old: was.Name, New: is.Name, OldFile: was.File, NewFile: is.File},
	}
	c.assume()
	c.machine()
	c.params()
	c.enums()
	c.vars()
	c.guards()
	c.delays()
	c.events()
	c.outputs()
	c.outcomes()
	c.states()
	c.rules()
	c.timers()
	c.transitions()
	c.visits()
	c.invariants()
	c.progress()
	c.bound()
	c.verdicts()
	c.surface()
	c.draw()
	c.d.Breaking = append(c.d.Breaking, breaches(c.d.Changes)...)
	arrange(c.d)
	return c.d
}

// comparison is a diff in the making.
type comparison struct {
	*matching
	ctx      context.Context
	old, new *Side
	d        *Diff
	// assumed are the ranges that both versions have.
	assumed []assumption
	// pairs are the transitions that are the same or a changed one.
	pairs []pair
	// timer maps the timers of either side to a common name; it is "" for
	// those that the other side lacks.
	oldTimer, newTimer []string
	// visitsChanged is what visitChanges has found.
	visitsChanged []Change
	visitsKnown   bool
	// answers are what has been proved, by the two expressions.
	answers map[[2]string]relation
}

// note records what is written differently and means the same, once.
func (c *comparison) note(text string) {
	if !slices.Contains(c.d.Notes, text) {
		c.d.Notes = append(c.d.Notes, text)
	}
}

// add records a change.
func (c *comparison) add(ch Change) { c.d.Changes = append(c.d.Changes, ch) }

// both records a part that both versions have, if there is anything to say.
func (c *comparison) both(kind, old, new string, details []Detail, breaks ...breach) {
	ch := Change{Action: Changed, Part: kind, Name: new, Details: details, breaks: breaks}
	if old != new {
		ch.Was = old
		if len(details) == 0 {
			ch.Action = Renamed
		}
	} else if len(details) == 0 {
		return
	}
	c.add(ch)
}

// alone describes a machine that the other version does not have.
func alone(a Action, s *Side) *Diff {
	m := s.Spec.Machine
	d := &Diff{Action: a}
	if a == Added {
		d.New, d.NewFile = m.Name, m.File
		if s.Report != nil {
			d.Verdicts = []Verdict{{What: "termination", Old: none, New: s.Report.Termination}}
		}
	} else {
		d.Old, d.OldFile = m.Name, m.File
		d.Breaking = []Breaking{{Code: MachineGone, Subject: "machine " + m.Name, Text: "its spec is removed"}}
	}
	d.graph = lone(a, m)
	return d
}
