package orchestration

import "fmt"

// PlanFault is the constraint that a plan does not meet.
type PlanFault uint8

// The constraints of a plan.
const (
	PlanFaultFits         PlanFault = iota // the plan meets all of them
	PlanFaultUnplannable                   // there is no plan, or it makes no sense
	PlanFaultWrongSize                     // the number of tasks: [Params.MaxSteps]
	PlanFaultUnaffordable                  // [Config.Budget]
	PlanFaultForbidden                     // [Config.Features]
	PlanFaultTooSlow                       // [Config.MaxDuration]
)

// String returns the name of the constraint, such as "TooSlow".
func (f PlanFault) String() string {
	switch f {
	case PlanFaultFits:
		return "Fits"
	case PlanFaultUnplannable:
		return "Unplannable"
	case PlanFaultWrongSize:
		return "WrongSize"
	case PlanFaultUnaffordable:
		return "Unaffordable"
	case PlanFaultForbidden:
		return "Forbidden"
	case PlanFaultTooSlow:
		return "TooSlow"
	}
	return fmt.Sprintf("PlanFault(%d)", uint8(f))
}

// PlanError is the error for a plan that does not meet a constraint.
type PlanError struct {
	// Fault is the constraint.
	Fault PlanFault
	// Err describes the problem.
	Err error
}

// Error implements error.
func (e *PlanError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *PlanError) Unwrap() error { return e.Err }
