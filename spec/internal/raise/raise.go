package raise

import (
	"github.com/fsmgen/fsmgen/spec/core"
)

const (
	// pendingName and pendingType are the names of the variable of pending events and its enum.
	pendingName, pendingType = "raised", "Raised"
	// maxPending limits how many events can be pending at a time.
	maxPending = 8
	// maxQueues limits the lists of pending events.
	maxQueues = 100
	// maxNotes limits the steps of a chain that a message shows.
	maxNotes = 5
)

// events returns the indices of raised events.
func events(list []core.Raise) (out queue) {
	for _, r := range list {
		out = append(out, r.Event)
	}
	return out
}
