// Package store keeps state machines in a database.
package store
