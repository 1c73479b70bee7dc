package queue

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// workSQLite is Work. A transaction locks the database, so nothing is locked by others. Its first statement writes:
// a transaction that begins with reading may have to be repeated.
func (q *Queue) workSQLite(ctx context.Context, tx *sql.Tx, results []Result, room Room, seen Seen, lease time.Duration) (claims []Claim, next time.Duration, err error) {
	for _, r := range results {
		if err := q.settle(ctx, tx, r); err != nil {
			return nil, 0, err
		}
	}
	if room.Empty() {
		return nil, -1, nil
	}
	if len(results) > 0 {
		if seen.lanes, err = q.lanes(ctx, tx); err != nil {
			return nil, 0, err
		}
	}
	for _, l := range seen.lanes {
		if n := room.Of(l.output); n > 0 && l.wait == 0 {
			some, err := q.claimLane(ctx, tx, l.output, n, lease)
			if err != nil {
				return nil, 0, err
			}
			claims = append(claims, some...)
		}
	}
	lanes, err := q.lanes(ctx, tx)
	return claims, wait(lanes, room.without(claims)), err
}

// claimLane claims at most n outputs that have a name.
func (q *Queue) claimLane(ctx context.Context, tx *sql.Tx, output string, n int, lease time.Duration) (claims []Claim, err error) {
	type row struct {
		id  string
		rev int64
	}
	var taken []row
	err = q.claim.Each(ctx, tx, func(rows *sql.Rows) error {
		var r row
		err := rows.Scan(&r.id, &r.rev)
		taken = append(taken, r)
		return err
	}, q.kind, n, lease.Microseconds(), output)
	if err != nil {
		return nil, err
	}
	for _, r := range taken {
		c := Claim{Key: Key{ID: r.id}}
		err := q.head.Row(ctx, tx, q.kind, r.id, r.rev).Scan(&c.Rev, &c.N, &c.Output, &c.Payload, &c.Attempt)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			err = q.release(ctx, tx, r.id) // Somebody has removed outputs by hand.
		case err == nil:
			claims = append(claims, c)
			if c.Rev != r.rev {
				_, err = q.seen.Exec(ctx, tx, q.kind, r.id, c.Rev)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return claims, nil
}
