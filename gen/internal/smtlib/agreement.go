package smtlib

import (
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/verify"
)

// subject identifies an obligation, without its status.
type subject struct {
	kind                                                       verify.Kind
	transition, state, event, variable, rule, call, goal, cost int
}

func subjectOf(o *verify.Obligation) subject {
	return subject{o.Kind, o.Transition, o.State, o.Event, o.Var, o.Invariant, o.Call, o.Goal, o.Cost}
}

// match compares the required obligations with those of a report. The error names each
// obligation that is in only one of the lists, or twice in the report.
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
			differs(o, "the report contains this obligation twice")
		}
		listed[subjectOf(o)] = true
	}
	wanted := map[subject]bool{}
	for i := range required {
		o := &required[i]
		wanted[subjectOf(o)] = true
		if !listed[subjectOf(o)] {
			differs(o, "this obligation is missing from the report")
		}
	}
	for i := range r.Obligations {
		if o := &r.Obligations[i]; !wanted[subjectOf(o)] {
			differs(o, "the machine does not require this obligation")
		}
	}
	return errors.Join(errs...)
}

// conclude checks that the verdicts of a report follow from its obligations. Every run
// ends if there is a progress function whose obligations are proved, and the generated
// code computes the values that the obligations are about. Without the latter, every run
// ends in which all values fit in an int. The bound holds if, in
// addition, progress is at most the bound wherever the count of transitions starts. The
// bound of a progress function of several components is not an obligation; if another function
// shows it, that one has scripts of its own.
func conclude(r *verify.Report) error {
	m := r.Ranked()
	var errs []error
	need := func(verdict string, kinds ...verify.Kind) {
		for i := range r.Obligations {
			o := &r.Obligations[i]
			for _, kind := range kinds {
				if o.Kind == kind && o.Status != verify.Proved {
					errs = append(errs, fmt.Errorf("%s: the obligation is %s, but the report says that %s is proved", title(m, o), o.Status, verdict))
				}
			}
		}
	}
	if r.Termination == verify.Proved || r.UnlessOverflow {
		if m.Rank == 0 {
			errs = append(errs, errors.New("the report says that termination is proved, but there is no progress function"))
		}
		need("termination", verify.KindParams, verify.KindBounded, verify.KindDecrease, verify.KindDivide, verify.KindArguments, verify.KindChild)
	}
	if r.Termination == verify.Proved {
		need("termination", verify.KindOverflow)
	}
	for i := range r.Obligations {
		o := &r.Obligations[i]
		if o.Kind != verify.KindChild || o.Status != verify.Proved {
			continue
		}
		if holds, err := ends(r, o.Call); err != nil {
			errs = append(errs, err)
		} else if !holds {
			errs = append(errs, fmt.Errorf("%s: the report says that this is proved, but its own report does not", title(m, o)))
		}
	}
	if r.Bound.Status == verify.Proved && r.Termination != verify.Proved || r.Bound.UnlessOverflow && !r.UnlessOverflow {
		errs = append(errs, errors.New("the report says that the bound is proved, but not termination"))
	}
	if r.Bound.Status == verify.Proved || r.Bound.UnlessOverflow {
		need("the bound", verify.KindBound)
	}
	return errors.Join(errs...)
}
