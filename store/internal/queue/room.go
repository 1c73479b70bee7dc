package queue

import (
	"context"
	"database/sql"
	"encoding/json"
	"maps"
	"time"
)

// Room is how many outputs may be claimed: of each name, so that outputs of one name never wait for those of another one.
type Room struct {
	// Named is the number for some names of outputs, from 0.
	Named map[string]int
	// Other is the number for each other name, from 0.
	Other int
}

// Of returns how many outputs of a name may be claimed.
func (r Room) Of(output string) int {
	if n, ok := r.Named[output]; ok {
		return n
	}
	return r.Other
}

// Empty reports whether there is no room at all.
func (r Room) Empty() bool {
	for _, n := range r.Named {
		if n > 0 {
			return false
		}
	}
	return r.Other == 0
}

// without returns what is left after claims.
func (r Room) without(claims []Claim) Room {
	left := Room{Named: maps.Clone(r.Named), Other: r.Other}
	if left.Named == nil {
		left.Named = map[string]int{}
	}
	for _, c := range claims {
		left.Named[c.Output] = max(0, left.Of(c.Output)-1)
	}
	return left
}

// named returns the numbers as JSON, for a statement.
func (r Room) named() (string, error) {
	if len(r.Named) == 0 {
		return "{}", nil
	}
	text, err := json.Marshal(r.Named)
	return string(text), err
}

// lane is the machines whose first output has a name, and after what time the first of them can be claimed.
type lane struct {
	output string
	wait   time.Duration
}

// lanes returns all lanes. It reads one row of each, by an index.
func (q *Queue) lanes(ctx context.Context, tx *sql.Tx) (found []lane, err error) {
	err = q.next.Each(ctx, tx, func(rows *sql.Rows) error {
		var l lane
		var seconds float64
		err := rows.Scan(&l.output, &seconds)
		l.wait = max(0, time.Duration(seconds*float64(time.Second)))
		found = append(found, l)
		return err
	}, q.kind)
	return found, err
}

// wait returns after what time an output can be claimed for which there is room; negative: there is none.
func wait(lanes []lane, room Room) time.Duration {
	first := time.Duration(-1)
	for _, l := range lanes {
		if room.Of(l.output) > 0 && (first < 0 || l.wait < first) {
			first = l.wait
		}
	}
	return first
}
