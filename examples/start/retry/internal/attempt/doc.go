// Package attempt is the machine of package retry. It is generated from attempt.fsm.yaml, which proves how long a run
// takes at most.
package attempt

//go:generate go tool fsmgen generate
