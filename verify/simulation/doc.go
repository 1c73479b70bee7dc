// Package simulation runs a core machine one event at a time, for people who
// step through a run and for traces that are to be checked.
//
// It is a plain interpreter of what package core says about a step, and shares
// nothing with exploration but the evaluation of expressions.
package simulation
