package diff

import (
	"context"
	"errors"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// Side is one version of a machine. It must not be changed or copied after a comparison, and
// the next one with the same Side is faster.
type Side struct {
	// Spec is a loaded spec with a machine.
	Spec *spec.Spec
	// Params are values of parameters, by name, that replace defaults for the numbers
	// beside bounds. It may be nil. Values for the new version take precedence.
	Params map[string]int64
	// Report is the report of the verifier. Without reports on both sides, verdicts and
	// bounds are not compared.
	Report *verify.Report
	// Image is the SVG image that fsmgen has drawn of this version, or nil. The image of a [Diff] has the same places.
	Image []byte

	made made
}

// Action is the kind of a change.
type Action string

// The actions. A part that is both renamed and changed is Changed, with [Change.Was]. Invalid is the action of a [Diff] whose
// versions are not compared, because a spec has errors.
const (
	Added   Action = "added"
	Removed Action = "removed"
	Changed Action = "changed"
	Renamed Action = "renamed"
	Invalid Action = "invalid"
)

// Diff is the difference between two versions of a machine. Callers must not change it.
type Diff struct {
	// Old and New are the names of the machines, and OldFile and NewFile those of their
	// specs. They are "" for a version that does not exist.
	Old, New         string
	OldFile, NewFile string
	// Action is Added or Removed if there is only one version, Invalid if a spec has errors, and Changed
	// otherwise, even if nothing has changed. [Compare] does not return Invalid; callers that load
	// specs make such a diff of the names, the files, and Errors.
	Action Action
	// Errors are the diagnostics of an Invalid diff.
	Errors diag.List
	// Changes are sorted by the sections of a spec.
	Changes []Change
	// Notes are parts that are rewritten with the same meaning.
	Notes []string
	// Unchecked are the conditions that Restore of the new version checks, and that are proved of all machines
	// that the old version creates, but that the old version does not check when it restores one. A machine that it has
	// restored from an even older version may violate them.
	Unchecked []string
	// Bound is nil if the bound is unchanged or not compared.
	Bound *Bound
	// Verdicts are the verdicts that have changed.
	Verdicts []Verdict
	// Breaking is sorted by code.
	Breaking []Breaking

	// Dead are the parts that no run of the new version reaches, unlike those of the old one.
	Dead []Dead

	picture *picture.Picture
	// before is the picture of the old version, and image an image of one of the versions, or nil.
	before *picture.Picture
	image  []byte
	claims claims
	// asks says in words what the kinds of obligations require.
	asks map[string]string
	// proofs are runs that refute what was proved of the old version. unfounded is set if something that was proved is
	// neither proved nor refuted, and missing then describes values for which the proof fails, or is "".
	proofs    []proof
	unfounded bool
	missing   string
	// span is the place of the machine in the new spec.
	span diag.Span
}

// Change is the change of one part, or of similar transitions of several states.
type Change struct {
	Action Action
	// Part is the kind of part: "machine", "param", "enum", "var", "datum",
	// "guard", "delay", "event", "call", "output", "state", "outcome", "rule", "timer",
	// "invocation", "transition", "invariant", "progress", "claim" or "cost".
	Part string
	// Name is the name in the new version, or the old one if the part is Removed.
	Name string
	// Was is the old name if it differs, or "".
	Was     string
	Details []Detail

	breaks []breach
	// from is the state of a transition.
	from string
	// span is the place of the part, in the old spec if gone is true.
	span diag.Span
	gone bool
}

// Detail is one property of a part. Old or New is "" if the version does not have it.
type Detail struct {
	What, Old, New string
	// Note is additional information, such as "proved stricter", or "".
	Note string
}

// Bound is the change of the worst-case number of transitions.
type Bound struct {
	// Old and New are the expressions, or "".
	Old, New string
	// OldStatus and NewStatus are the verdicts.
	OldStatus, NewStatus verify.Status
	// Note is "proved lower", "proved higher" or "".
	Note string
	// With describes the parameter values for the numbers below: those of [Side.Params],
	// defaults, and small values for parameters without a default.
	With string
	// OldNumber and NewNumber are the values of the expressions, or "" if they cannot be
	// computed or the version does not allow the parameter values.
	OldNumber, NewNumber string
}

// Verdict is a verdict that has changed.
type Verdict struct {
	// What is "termination", "bound", "rest" (the machine takes finitely many transitions without an event after each
	// event), or a kind of obligations.
	What string
	// Old and New are the worst statuses, or "none" if there are no obligations.
	Old, New verify.Status
	// Where is the first part that is not proved, in the version in which it is not.
	Where string
}

// none is the status if there are no obligations.
const none verify.Status = "none"

// Gained reports whether the verdict has become "proved".
func (v Verdict) Gained() bool { return v.New == verify.Proved }

// Lost reports whether the verdict was "proved" or "none".
func (v Verdict) Lost() bool { return v.Old == verify.Proved || v.Old == none }

// complete reports whether a version that is there has a machine.
func (s *Side) complete() bool { return s == nil || s.Spec != nil && s.Spec.Machine != nil }

// Empty reports whether the versions have the same meaning, and nothing breaks.
func (d *Diff) Empty() bool {
	return d.Action == Changed && len(d.Changes)+len(d.Verdicts)+len(d.Breaking) == 0 && d.Bound == nil
}

// Compare compares two versions of a machine. One of them may be nil, for a machine that was added or
// removed. When the context is done, expressions that are not yet proved equal count as different. The error is that a
// version has no machine, as a spec with errors, or a bug in fsmgen: the Go code of a version could not be generated.
func Compare(ctx context.Context, old, new *Side) (*Diff, error) {
	if old == nil && new == nil || !old.complete() || !new.complete() {
		return nil, errors.New("diff: there is no machine to compare: mend the errors of the spec first")
	}
	switch {
	case old == nil:
		return alone(Added, new), nil
	case new == nil:
		return alone(Removed, old), nil
	}
	c := compare(ctx, old, new)
	if err := c.exports(); err != nil {
		return nil, err
	}
	proofs{c}.dead()
	c.draw()
	c.record.d.place(picture.New(c.a), old, new)
	proofs{c}.claims()
	refute(c.record.d, new)
	missing(c.record.d, new)
	c.record.d.Breaking = append(c.record.d.Breaking, breaches(c.record.d.Changes)...)
	arrange(c.record.d)
	return c.record.d, nil
}

// compare compares everything except the Go code of two versions.
func compare(ctx context.Context, old, new *Side) *comparison {
	was, is := old.Spec.Machine, new.Spec.Machine
	m := match(was, is)
	c := &comparison{
		a: was, b: is, matching: m, prover: newProver(ctx, m, old.Report, new.Report), old: old, new: new, timer: pairTimers(m), calls: pairCalls(m), visitChanges: visitChanges(m),
		record: &record{&Diff{Action: Changed, Old: was.Name, New: is.Name, OldFile: was.File, NewFile: is.File, span: is.Span}, is},
	}
	c.machine()
	c.params()
	c.enums()
	c.vars()
	c.guards()
	c.delays()
	callees{c}.declared()
	c.events()
	c.outputs()
	c.outcomes()
	c.states()
	c.rules()
	c.timers()
	callees{c}.invocations()
	c.transitions()
	c.visits()
	proofs{c}.invariants()
	proofs{c}.progress()
	proofs{c}.bound()
	proofs{c}.counts()
	proofs{c}.times()
	goals(c)
	pricing{c}.declared()
	pricing{c}.raised()
	proofs{c}.verdicts()
	c.stored()
	c.storedTimers()
	callees{c}.stored()
	storedOutputs(c)
	return c
}

// comparison is a diff under construction.
type comparison struct {
	prover   *prover
	record   *record
	old, new *Side
	// a and b are the machines of both sides.
	a, b     *core.Machine
	matching *matching
	// pairs are the matched transitions.
	pairs []pair
	timer *timerPairs
	calls *callPairs
	// visitChanges are the visits whose outputs differ.
	visitChanges []Change
}

// proofs compares what the reports prove.
type proofs struct{ c *comparison }

// alone describes a machine that exists in only one version.
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
		d.Breaking = []Breaking{{Code: MachineGone, Subject: "machine " + m.Name, Text: "its spec is removed", Span: m.Span, Removed: true}}
	}
	d.picture = lone(a, m)
	d.place(picture.New(m), s)
	return d
}
