// Package prose describes a machine in words: the events that a state accepts, the targets of
// an event, the range of a value.
package prose
