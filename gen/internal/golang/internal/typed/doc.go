// Package typed writes a type for each state, with the events that are legal there.
package typed
