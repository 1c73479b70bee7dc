package store

import (
	"fmt"
	"strings"
)

// NotFoundError means that there is no machine with this ID.
type NotFoundError struct {
	Kind, ID string
}

func (e *NotFoundError) Error() string {
	return fmt.Sprintf("store: there is no %s %q", e.Kind, e.ID)
}

// ExistsError means that there already is a machine with the ID that a new one should get.
type ExistsError struct {
	Kind, ID string
}

func (e *ExistsError) Error() string {
	return fmt.Sprintf("store: %s %q already exists", e.Kind, e.ID)
}

// InvalidError means that the store refuses an argument: an ID, a key, parameters out of their ranges, or an event
// that JSON cannot represent.
type InvalidError struct {
	Kind, ID string // The ID is empty if the argument is not for one machine.
	Reason   string
	Err      error // the cause, or nil
}

func (e *InvalidError) Error() string {
	text := "store: " + e.Kind
	if e.ID != "" {
		text += " " + brief(e.ID)
	}
	text += ": " + e.Reason
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *InvalidError) Unwrap() error { return e.Err }

// RefusedError means that the machine has refused the event. It is unchanged.
type RefusedError struct {
	Kind, ID, Event string
	// Err is the error of the machine: *IllegalTransitionError, *GuardRejectedError, or *InvalidPayloadError of its
	// package.
	Err error
}

// Error returns the text of the machine's error.
func (e *RefusedError) Error() string { return e.Err.Error() }

// Unwrap returns the machine's error.
func (e *RefusedError) Unwrap() error { return e.Err }

// KeyReusedError means that an event has the key of another event that the machine has
// accepted before. The machine is unchanged.
type KeyReusedError struct {
	Kind, ID, Key string
	// Revision is the revision of the earlier event.
	Revision int64
	// Event is the earlier event.
	Event string
	// Differs are the names of the fields that have other values, or are only in one of the two payloads, if Event
	// is the same event.
	Differs []string
}

func (e *KeyReusedError) Error() string {
	text := fmt.Sprintf("store: %s %q: the key %s belongs to ", e.Kind, e.ID, brief(e.Key))
	switch len(e.Differs) {
	case 0:
		return text + fmt.Sprintf("another event, %s, which led to revision %d", e.Event, e.Revision)
	case 1:
		return text + fmt.Sprintf("the event %s that led to revision %d, with another value of %s", e.Event, e.Revision, e.Differs[0])
	}
	return text + fmt.Sprintf("the event %s that led to revision %d, with other values of %s", e.Event, e.Revision, strings.Join(e.Differs, ", "))
}

// RevisionError means that the machine is at another revision than the client expects ([AtRevision]). The machine is
// unchanged.
type RevisionError struct {
	Kind, ID        string
	Expected, Found int64
}

func (e *RevisionError) Error() string {
	return fmt.Sprintf("store: %s %q is at revision %d, not at %d as expected", e.Kind, e.ID, e.Found, e.Expected)
}

// LoadError means that a row does not contain a machine of this version of the spec, and that no migration reads
// it ([WithMigration]). The row is unchanged.
type LoadError struct {
	Kind, ID string
	Revision int64
	Err      error // the error of Restore, and that of the migration if there is one
}

func (e *LoadError) Error() string {
	return fmt.Sprintf("store: cannot load %s %q, revision %d: %v", e.Kind, e.ID, e.Revision, e.Err)
}

// Unwrap returns Err.
func (e *LoadError) Unwrap() error { return e.Err }

// ConflictError means that other transactions have changed the machine, or blocked the
// database, in each attempt. The machine is as they have left it; the event is not accepted.
type ConflictError struct {
	Kind, ID string
	// Attempts is the number of attempts: 1 in a transaction of the caller.
	Attempts int
	// Err is the error of the database in the last attempt, or nil if another transaction
	// has changed the machine first.
	Err error
}

func (e *ConflictError) Error() string {
	text := fmt.Sprintf("store: %s %q: conflict with other transactions", e.Kind, e.ID)
	if e.Attempts > 1 {
		text += fmt.Sprintf(", in each of %d attempts", e.Attempts)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the error of the database.
func (e *ConflictError) Unwrap() error { return e.Err }

// UncertainError means that the connection was lost during the commit, so that the event
// may or may not have been accepted. An event with a key, and an answer, can simply be repeated; the store
// does so itself, and returns this error only if that fails, too.
type UncertainError struct {
	Kind, ID string
	Err      error // the error of the commit
}

func (e *UncertainError) Error() string {
	return fmt.Sprintf("store: %s %q: the commit may or may not have succeeded: %v", e.Kind, e.ID, e.Err)
}

// Unwrap returns the error of the commit.
func (e *UncertainError) Unwrap() error { return e.Err }

// SchemaError means that the tables have another version than those of this package: a newer one, or for [OpenAdmin], which
// changes no table, also an older one.
type SchemaError struct {
	// Found and Supported are versions of the tables, from 1; Found is 0 if there are no tables.
	Found, Supported int
}

func (e *SchemaError) Error() string {
	switch {
	case e.Found == 0:
		return "store: the database has no tables of this package"
	case e.Found < e.Supported:
		return fmt.Sprintf("store: the tables have version %d, and this program needs version %d: first open them with a program that has machines, or call Migrate", e.Found, e.Supported)
	}
	return fmt.Sprintf("store: the tables have version %d; this program supports version %d: use a newer version of package store", e.Found, e.Supported)
}

// EmptyError means that there is no machine of the kind at all, so that nothing can be said of them. Either the kind has another
// name, or it is another database, or the first machine is yet to be created.
type EmptyError struct {
	Kind string
	// Kinds are those of which there are machines, sorted.
	Kinds []string
}

func (e *EmptyError) Error() string {
	if len(e.Kinds) == 0 {
		return fmt.Sprintf("store: there is no machine, neither a %s nor another one", brief(e.Kind))
	}
	return fmt.Sprintf("store: there is no machine of the kind %s; there are: %s", brief(e.Kind), strings.Join(e.Kinds, ", "))
}

// brief quotes an argument that can have any length.
func brief(s string) string {
	const limit = 40
	if len(s) > limit {
		return fmt.Sprintf("%q (%d bytes)", s[:limit]+"…", len(s))
	}
	return fmt.Sprintf("%q", s)
}

// short returns the beginning of an argument that is too long to be an ID.
func short(s string) string {
	if len(s) > MaxID {
		return fmt.Sprintf("%s… (%d bytes)", strings.ToValidUTF8(s[:40], ""), len(s))
	}
	return s
}
