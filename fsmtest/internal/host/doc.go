// Package host is the host of a machine under test: a script that answers the machine as the current event says, and
// compares what it is told with what the oracle says.
//
// In the first step of each kind, a [Host] also looks at the machine from within the step: it has a certain
// configuration, and refuses every event. [Works] are the calls that Run makes.
package host
