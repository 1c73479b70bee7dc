// Package retry contains the machine that bounds how often package store tries a
// transaction. With n attempts, it ends after at most 2n transitions; retry.fsm.yaml
// contains the proof.
package retry

//go:generate go run github.com/fsmgen/fsmgen/cmd/fsmgen generate
