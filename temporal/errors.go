package temporal

import (
	"errors"
	"fmt"
	"time"

	sdk "go.temporal.io/sdk/temporal"
)

// RefusedError means that the machine has refused the event. It is unchanged.
type RefusedError struct {
	Machine string `json:"machine"`
	Event   string `json:"event"`
	// State is the text of the state in which the machine was.
	State string `json:"state"`
	// Kind is the name of the machine's error type, such as IllegalTransitionError, or GuardRejectedError.
	Kind string `json:"kind"`
	// Text is the text of the machine's error.
	Text string `json:"text"`
}

func (e *RefusedError) Error() string { return e.Text }

// InvalidError means that an argument is refused: parameters out of their ranges, an unknown event, a payload that
// does not fit, or an output or event that JSON cannot represent.
type InvalidError struct {
	Machine string
	Reason  string
	Err     error // the cause, or nil
}

func (e *InvalidError) Error() string {
	text := "temporal: " + e.Machine + ": " + e.Reason
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *InvalidError) Unwrap() error { return e.Err }

// LoadError means that a snapshot does not contain a machine of this version of the spec, and that no migration reads it.
type LoadError struct {
	Machine string
	Err     error
}

func (e *LoadError) Error() string {
	return fmt.Sprintf("temporal: cannot load %s: %v", e.Machine, e.Err)
}

// Unwrap returns the cause.
func (e *LoadError) Unwrap() error { return e.Err }

// BusyError means that the workflow takes no events before it continues as new: repeat the Update.
type BusyError struct{ Machine string }

func (e *BusyError) Error() string {
	return "temporal: " + e.Machine + " is about to continue as new: repeat the event"
}

// ExistsError means that there is or was a workflow with the ID that a new one should get.
type ExistsError struct{ Machine, ID string }

func (e *ExistsError) Error() string {
	return fmt.Sprintf("temporal: %s %q already exists", e.Machine, e.ID)
}

// ShortTimeoutError means that a workflow was to start with a timeout that is shorter than the time that its machine can
// take, as it is proved. Temporal ends a workflow at its timeout, without an event for the machine.
type ShortTimeoutError struct {
	Machine, ID string
	// Option is the option with the timeout: WorkflowRunTimeout or WorkflowExecutionTimeout.
	Option string
	// Timeout is the value of the option, and Proved the time of the machine.
	Timeout, Proved time.Duration
}

func (e *ShortTimeoutError) Error() string {
	return fmt.Sprintf("temporal: %s %q: %s is %v, but the machine can take %v: leave the option out, take a longer time, or limit the time in the spec",
		e.Machine, e.ID, e.Option, e.Timeout, e.Proved)
}

// NotFoundError means that there is no workflow with this ID.
type NotFoundError struct{ Machine, ID string }

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("temporal: there is no %s %q", e.Machine, e.ID)
}

// EndedError means that the workflow has ended, so it takes no events.
type EndedError struct{ Machine, ID string }

func (e *EndedError) Error() string { return fmt.Sprintf("temporal: %s %q has ended", e.Machine, e.ID) }

// KeyReusedError means that an event has the key of another event that the machine has accepted before. The
// machine is unchanged.
type KeyReusedError struct {
	Machine, ID, Key string
	// Revision is the revision of the earlier event.
	Revision int64
}

func (e *KeyReusedError) Error() string {
	return fmt.Sprintf("temporal: %s %q: the key %.40q belongs to another event, which led to revision %d", e.Machine, e.ID, e.Key, e.Revision)
}

// RevisionError means that the machine is at another revision than the client expects ([AtRevision]). The machine is
// unchanged.
type RevisionError struct {
	Machine, ID     string
	Expected, Found int64
}

func (e *RevisionError) Error() string {
	return fmt.Sprintf("temporal: %s %q is at revision %d, not at %d as expected", e.Machine, e.ID, e.Found, e.Expected)
}

// The types of the application errors in which refusals travel.
const (
	typeRefused = "fsmgen.Refused"
	typeInvalid = "fsmgen.Invalid"
	typeLoad    = "fsmgen.Load"
	typeBusy    = "fsmgen.Busy"
	// typeRevision is that of an event whose sender expects another revision.
	typeRevision = "fsmgen.Revision"
	// typeUnchanged is that of an event which is accepted and changes nothing, so that it needs no history.
	typeUnchanged = "fsmgen.Unchanged"
)

// unchanged is the error with which a validator accepts an event that changes nothing.
type unchanged struct{ record Record }

func (e *unchanged) Error() string { return "the event changes nothing" }

// encode makes an error travel. Nothing repeats it.
func encode(err error) error {
	var refused *RefusedError
	var invalid *InvalidError
	var load *LoadError
	var busy *BusyError
	var revision *RevisionError
	var same *unchanged
	switch {
	case err == nil:
		return nil
	case errors.As(err, &same):
		return sdk.NewNonRetryableApplicationError(same.Error(), typeUnchanged, nil, same.record)
	case errors.As(err, &refused):
		return sdk.NewNonRetryableApplicationError(refused.Error(), typeRefused, nil, *refused)
	case errors.As(err, &invalid):
		return sdk.NewNonRetryableApplicationError(invalid.Error(), typeInvalid, nil, invalid.Machine, cause(invalid))
	case errors.As(err, &load):
		return sdk.NewNonRetryableApplicationError(load.Error(), typeLoad, nil, load.Machine, load.Err.Error())
	case errors.As(err, &revision):
		return sdk.NewNonRetryableApplicationError(revision.Error(), typeRevision, nil, *revision)
	case errors.As(err, &busy):
		return sdk.NewNonRetryableApplicationError(busy.Error(), typeBusy, nil, busy.Machine)
	}
	return err
}

func cause(e *InvalidError) string {
	if e.Err == nil {
		return e.Reason
	}
	return e.Reason + ": " + e.Err.Error()
}

// decode is the inverse of encode. The record is that of an event that changes nothing.
func decode(err error) (record *Record, decoded error) {
	var app *sdk.ApplicationError
	if !errors.As(err, &app) {
		return nil, err
	}
	var machine, text string
	switch app.Type() {
	case typeUnchanged:
		record = new(Record)
		if app.Details(record) == nil {
			return record, nil
		}
	case typeRefused:
		refused := new(RefusedError)
		if app.Details(refused) == nil {
			return nil, refused
		}
	case typeInvalid:
		if app.Details(&machine, &text) == nil {
			return nil, &InvalidError{Machine: machine, Reason: text}
		}
	case typeLoad:
		if app.Details(&machine, &text) == nil {
			return nil, &LoadError{Machine: machine, Err: errors.New(text)}
		}
	case typeRevision:
		revision := new(RevisionError)
		if app.Details(revision) == nil {
			return nil, revision
		}
	case typeBusy:
		if app.Details(&machine) == nil {
			return nil, &BusyError{Machine: machine}
		}
	}
	return nil, err
}
