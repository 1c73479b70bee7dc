package store

import (
	"context"
	"database/sql"

	"fmt"
	"time"
)

// Retention says what [Admin.Retain] removes. With the zero value, that is nothing, which is an error.
type Retention struct {
	// Ended is a time, or zero: machines that have ended and not changed since are removed, with their history. Those with
	// outputs that are not delivered, or are dead letters, stay.
	Ended time.Time
	// History is a time, or zero: the entries of the history before it are removed, from the first one of a machine to the last before
	// it. Those of the present revision, and of outputs that are not delivered or are dead letters, stay, with all that follow.
	History time.Time
	// Batch is how many machines or entries one transaction removes: 500 if it is 0.
	Batch int
	// DryRun counts, and removes nothing.
	DryRun bool
}

// Removed says what [Admin.Retain] has removed. Its names in JSON are those of the fields, in lower case.
type Removed struct {
	// Machines and Entries count machines, and entries of the histories of machines that stay.
	Machines int `json:"machines"`
	Entries  int `json:"entries"`
	// Seen is how many machines were looked at.
	Seen int `json:"seen"`
	// Waiting is how many machines stay only because outputs of theirs are not delivered or are dead letters.
	Waiting int `json:"waiting"`
	// Running is how many machines stay only because they have ended in an earlier version of the spec, and go on in this one.
	Running int `json:"running"`
	// Unreadable is how many machines stay only because this version of the spec cannot read them.
	Unreadable int `json:"unreadable"`
}

// Retain removes machines that ended long ago, and old entries of histories. It works in small transactions, while others work,
// and can be repeated and interrupted; after an error, it returns what it has removed so far. If there is no machine at all, it
// returns an [EmptyError].
//
// What is removed is also forgotten. The ID of a machine is free, and its events are a [NotFoundError]. An event whose key
// is no longer in the history, or an answer to an output whose answer is not, is an event like a first one. So remove
// only what is older than clients and receivers repeat themselves.
//
// An admin of [Store.Admin] reads each machine before it removes it, since an earlier version of the spec may have ended in a state
// that goes on in this one. That of [OpenAdmin] cannot, so call [Store.Refresh] after each new version.
func (a *Admin) Retain(ctx context.Context, r Retention) (Removed, error) {
	const usual = 500
	var done Removed
	if r.Batch == 0 {
		r.Batch = usual
	}
	switch {
	case r.Batch < 0:
		return done, &InvalidError{Kind: a.tables.name, Reason: fmt.Sprintf("the batch is %d", r.Batch)}
	case r.Ended.IsZero() && r.History.IsZero():
		return done, &InvalidError{Kind: a.tables.name, Reason: "the retention removes nothing"}
	}
	for after := ""; ; {
		found, err := a.aged(ctx, r, after)
		if err != nil {
			return done, fmt.Errorf("store: old machines of %s: %w", a.tables.name, err)
		}
		done.Seen += len(found)
		if err := a.removeEnded(ctx, r, found, &done); err != nil {
			return done, err
		}
		if err := a.trim(ctx, r, found, &done); err != nil {
			return done, err
		}
		if len(found) < page {
			break
		}
		after = found[len(found)-1].id
	}
	if done.Seen == 0 {
		kinds, err := texts(ctx, a.tables.db, a.tables.dialect, kindsText)
		if err != nil {
			return done, fmt.Errorf("store: kinds of machines: %w", err)
		}
		return done, &EmptyError{Kind: a.tables.name, Kinds: kinds}
	}
	return done, nil
}

// aged is a machine, and what is old of it.
type aged struct {
	id    string
	row   row
	first sql.NullInt64 // the first revision of its history
	young sql.NullInt64 // the first one that is not old
	owed  sql.NullInt64 // the first one with an output in the outbox
	gone  bool          // It is removed, or would be.
}

// end reports whether the machine has ended long enough ago, as far as its row says so.
func (r Retention) end(m aged) bool {
	return !r.Ended.IsZero() && m.row.outcome != "" && m.row.updated.Before(r.Ended)
}

// aged reads a page of machines.
func (a *Admin) aged(ctx context.Context, r Retention, after string) (found []aged, err error) {
	t := a.tables
	// The index has the entries of a machine in their order, so this reads the old ones and one more.
	first, young := "NULL", "NULL"
	args := []any{t.name, after}
	if !r.History.IsZero() {
		args = append(args, t.dialect.Time(r.History))
		const entry = "(SELECT h.rev FROM fsm_history h WHERE h.kind = m.kind AND h.id = m.id%s ORDER BY h.rev LIMIT 1)"
		first, young = fmt.Sprintf(entry, ""), fmt.Sprintf(entry, " AND h.at >= $3")
	}
	text := fmt.Sprintf(`SELECT m.id, m.rev, m.state, m.outcome, m.snapshot, m.created, m.updated, %s, %s,
	(SELECT o.rev FROM fsm_outbox o WHERE o.kind = m.kind AND o.id = m.id ORDER BY o.rev LIMIT 1)
FROM fsm_machine m WHERE m.kind = $1 AND m.id > $2 ORDER BY m.id LIMIT %d`, first, young, page)
	err = t.each(ctx, text, func(rows *sql.Rows) error {
		var m aged
		err := rows.Scan(&m.id, &m.row.rev, &m.row.state, &m.row.outcome, &m.row.snapshot, &m.row.created, &m.row.updated, &m.first, &m.young, &m.owed)
		found = append(found, m)
		return err
	}, args...)
	return found, err
}
