package queue

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"
)

// workPostgreSQL is Work. The lists are JSON, which each driver can send.
func (q *Queue) workPostgreSQL(ctx context.Context, tx *sql.Tx, results []Result, room Room, lease time.Duration) (claims []Claim, locked []Key, next time.Duration, err error) {
	if _, err := q.plan.Exec(ctx, tx); err != nil {
		return nil, nil, 0, err
	}
	if locked, err = q.settleAll(ctx, tx, results); err != nil || room.Empty() {
		return nil, locked, -1, err
	}
	outputs, ids, err := q.heads(ctx, tx, room)
	if err != nil {
		return nil, nil, 0, err
	}
	if len(ids) > 0 {
		if claims, err = q.takeHeads(ctx, tx, ids, lease); err != nil {
			return nil, nil, 0, err
		}
	}
	room = room.without(claims)
	if !slices.ContainsFunc(outputs, func(o string) bool { return room.Of(o) > 0 }) {
		return claims, locked, -1, nil
	}
	lanes, err := q.lanes(ctx, tx)
	return claims, locked, wait(lanes, room), err
}

// heads locks the rows of machines whose first output can be claimed, and returns their IDs. It also returns the names of all
// outputs that are first.
func (q *Queue) heads(ctx context.Context, tx *sql.Tx, room Room) (outputs, ids []string, err error) {
	named, err := room.named()
	if err != nil {
		return nil, nil, err
	}
	err = q.due.Each(ctx, tx, func(rows *sql.Rows) error {
		var output string
		var id sql.NullString
		err := rows.Scan(&output, &id)
		outputs = append(outputs, output)
		if id.Valid {
			ids = append(ids, id.String)
		}
		return err
	}, q.kind, named, room.Other)
	return outputs, ids, err
}

// tryLock locks the rows of machines that nobody has locked, and returns their IDs. The list is JSON.
func (q *Queue) tryLock(ctx context.Context, tx *sql.Tx, list string) (ids []string, err error) {
	err = q.try.Each(ctx, tx, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	}, q.kind, list)
	return ids, err
}

// takeHeads claims the first output of each of some machines, whose rows are locked. The statement begins after that, so
// it sees what others have delivered before.
func (q *Queue) takeHeads(ctx context.Context, tx *sql.Tx, ids []string, lease time.Duration) (claims []Claim, err error) {
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	err = q.take.Each(ctx, tx, func(rows *sql.Rows) error {
		var c Claim
		err := rows.Scan(&c.ID, &c.Rev, &c.N, &c.Output, &c.Payload, &c.Attempt)
		claims = append(claims, c)
		return err
	}, q.kind, string(list), lease.Microseconds())
	if err != nil || len(claims) == len(ids) {
		return claims, err
	}
	// Somebody has removed outputs by hand.
	for _, id := range ids {
		if !slices.ContainsFunc(claims, func(c Claim) bool { return c.ID == id }) {
			if err := q.release(ctx, tx, id); err != nil {
				return nil, err
			}
		}
	}
	return claims, nil
}

// settleAll stores results, but for those of machines whose rows others have locked. It returns these.
func (q *Queue) settleAll(ctx context.Context, tx *sql.Tx, results []Result) (locked []Key, err error) {
	if len(results) == 0 {
		return nil, nil
	}
	var ids []string
	for _, r := range results {
		ids = append(ids, r.ID)
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	if ids, err = q.tryLock(ctx, tx, string(list)); err != nil {
		return nil, err
	}
	type entry struct {
		ID      string `json:"id"`
		Rev     int64  `json:"rev"`
		N       int    `json:"n"`
		Attempt int    `json:"attempt"`
	}
	var done []entry
	for _, r := range results {
		switch {
		case !slices.Contains(ids, r.ID):
			locked = append(locked, r.Key)
		case r.Failed:
			if err := q.settle(ctx, tx, r); err != nil {
				return nil, err
			}
		default:
			done = append(done, entry{r.ID, r.Rev, r.N, r.Attempt})
		}
	}
	if len(done) == 0 {
		return locked, nil
	}
	if list, err = json.Marshal(done); err != nil {
		return nil, err
	}
	_, err = q.done.Exec(ctx, tx, q.kind, string(list))
	return locked, err
}

// settlePostgreSQL is Settle.
func (q *Queue) settlePostgreSQL(ctx context.Context, tx *sql.Tx, r Result) error {
	if _, err := q.plan.Exec(ctx, tx); err != nil {
		return err
	}
	if _, err := q.wait.Exec(ctx, tx, q.kind, r.ID); err != nil {
		return err
	}
	return q.settle(ctx, tx, r)
}
