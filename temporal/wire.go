package temporal

import (
	"encoding/json"
	"hash/fnv"
	"time"
)

// The names of the update, of the signals, and of the queries of a workflow.
const (
	// UpdateEvent is the Update that sends an [Event], and returns a [Record].
	UpdateEvent = "event"
	// SignalEvent is the Signal that sends an [Event].
	SignalEvent = "event"
	// SignalContinue is the Signal that asks a workflow to continue as new when it is at rest.
	SignalContinue = "continue"
	// QueryStatus is the query that returns a [Status].
	QueryStatus = "status"
	// QuerySnapshot is the query that returns the snapshot of the machine, as JSON.
	QuerySnapshot = "snapshot"
)

// Event is an event, or an output, with its payload as JSON.
type Event struct {
	Name string `json:"name"`
	// Payload has the fields of the event; it may be empty if there are none.
	Payload json.RawMessage `json:"payload,omitempty"`
	// At is the revision at which the machine must be to accept the event ([AtRevision]), or nil.
	At *int64 `json:"at,omitempty"`
}

// Sum is a checksum of the event, to compare events with the same key.
func (e Event) sum() uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(e.Name + "\x00"))
	_, _ = h.Write(e.Payload)
	return h.Sum64()
}

// Input is the input of a workflow: a machine, and what is still to be done for it. [NewInput] makes that of a new
// machine. A workflow that continues as new makes its own.
type Input struct {
	Snapshot json.RawMessage `json:"snapshot"`
	// Revision is the number of steps that the machine has made.
	Revision int64 `json:"revision,omitempty"`
	// Outputs are emitted and not performed yet.
	Outputs []Pending `json:"outputs,omitempty"`
	// Events have come and are not handled yet.
	Events []Event `json:"events,omitempty"`
	// Fired are timers whose event the machine has ignored, so that they run in the snapshot.
	Fired []Fired `json:"fired,omitempty"`
	// Keys are the most recent events that were accepted as Updates.
	Keys     []Key     `json:"keys,omitempty"`
	Failures []Failure `json:"failures,omitempty"`
	// Refused is the number of Signals that the machine has refused.
	Refused int `json:"refused,omitempty"`
}

// Pending is an output that is to be performed.
type Pending struct {
	Event
	// Key is the same whenever the output is performed.
	Key string `json:"key"`
}

// Fired is a timer that has fired, with the time at which it was due.
type Fired struct {
	Timer string    `json:"timer"`
	Due   time.Time `json:"due"`
}

// Key is the key of an event that was accepted.
type Key struct {
	Key      string `json:"key"`
	Revision int64  `json:"revision"`
	Sum      uint64 `json:"sum"`
}

// Failure is something that was given up: an activity that failed for good, or an answer that the machine has
// refused. The machine is as it was.
type Failure struct {
	Activity string `json:"activity"`
	// Key is that of the output, or empty.
	Key  string `json:"key,omitempty"`
	Text string `json:"text"`
}

// Record is the machine after an event.
type Record struct {
	State   string `json:"state"`
	Outcome string `json:"outcome,omitempty"`
	// Revision is the number of steps, from 0. It stays if the event was ignored.
	Revision int64 `json:"revision"`
	// Ignored means that the state ignores the event.
	Ignored bool `json:"ignored,omitempty"`
	// Repeated means that the machine has accepted an event with this key before.
	Repeated bool `json:"repeated,omitempty"`
	// Stale means that the event is the result of a call that no longer runs.
	Stale bool `json:"stale,omitempty"`
	// Sum is a checksum of the event.
	Sum uint64 `json:"sum,omitempty"`
}

// Status is what a workflow tells of its machine.
type Status struct {
	Record
	// Possible are the events that callers can send.
	Possible []string `json:"possible"`
	// Progress is the value of the progress function, or empty.
	Progress []int `json:"progress,omitempty"`
	// Left is the largest number of transitions that are left, or -1 if none is known.
	Left int `json:"left"`
	// Failures are the first 100 failures.
	Failures []Failure `json:"failures,omitempty"`
	// Refused is the number of Signals that the machine has refused.
	Refused int `json:"refused,omitempty"`
}

// Result is the result of a workflow.
type Result struct {
	Record
	// Snapshot is the machine at its end.
	Snapshot json.RawMessage `json:"snapshot"`
	Failures []Failure       `json:"failures,omitempty"`
}
