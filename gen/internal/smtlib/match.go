package smtlib

import (
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/verify"
)

// subject is what an obligation is about, apart from what became of it.
type subject struct {
	kind                                     verify.Kind
	transition, state, event, variable, rule int
}

func subjectOf(o *verify.Obligation) subject {
	return subject{o.Kind, o.Transition, o.State, o.Event, o.Var, o.Invariant}
}

// match compares what is required with the obligations of a report. The error
// names each obligation that is in one of them and not in the other, or twice in
// the report.
func match(r *verify.Report, required []verify.Obligation) error {
	m := r.Ranked()
	var errs []error
	differs := func(o *verify.Obligation, how string) {
		errs = append(errs, fmt.Errorf("%s: %s", title(m, o), how))
	}
	listed := map[subject]bool{}
	for i := range r.Obligations {
		o := &r.Obligations[i]
		if listed[subjectOf(o)] {
			differs(o, "the report has this obligation twice")
		}
		listed[subjectOf(o)] = true
	}
	wanted := map[subject]bool{}
	for i := range required {
		o := &required[i]
		wanted[subjectOf(o)] = true
		if !listed[subjectOf(o)] {
			differs(o, "the report lacks this obligation")
		}
	}
	for i := range r.Obligations {
		if o := &r.Obligations[i]; !wanted[subjectOf(o)] {
			differs(o, "the machine does not call for this obligation")
		}
	}
	return errors.Join(errs...)
}

// conclude checks that the verdicts of a report follow from its obligations:
// each run ends if there is a progress function, it is one, and the generated
// code computes what the obligations are about; and the bound holds if in
// addition progress is below it wherever the count of transitions begins. That
// of a progress function of several components is not among the obligations.
func conclude(r *verify.Report) error {
	m := r.Ranked()
	var errs []error
	need := func(verdict string, kinds ...verify.Kind) {
		for i := range r.Obligations {
			o := &r.Obligations[i]
			for _, kind := range kinds {
				if o.Kind == kind && o.Status != verify.Proved {
					errs = append(errs, fmt.Errorf("%s: the obligation is %s, but %s is said to be proved", title(m, o), o.Status, verdict))
				}
			}
		}
	}
	if r.Termination == verify.Proved {
		if m.Rank == 0 {
			errs = append(errs, errors.New("termination is said to be proved, without a progress function"))
		}
		need("termination", verify.KindParams, verify.KindBounded, verify.KindDecrease, verify.KindOverflow, verify.KindDivide)
	}
	if r.Bound.Status == verify.Proved {
		if r.Termination != verify.Proved {
			errs = append(errs, errors.New("the bound is said to be proved, but not termination"))
		}
		need("the bound", verify.KindBound)
	}
	return errors.Join(errs...)
}
