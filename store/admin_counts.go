package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// Counts says how many machines, outputs, and timers a kind has, and how old they are. Its names in JSON are those of the
// fields, in lower case.
type Counts struct {
	Kind string `json:"kind"`
	// At is the time to which ages refer, by the clock of the [Admin].
	At time.Time `json:"at"`
	// Machines are in the order of states and outcomes. There is at least one.
	Machines []MachineCount `json:"machines"`
	// Outputs are those in the outbox, in the order of their names. What is delivered is not counted.
	Outputs []OutputCount `json:"outputs"`
	// Timers are those that run, in the order of their names.
	Timers []TimerCount `json:"timers"`
}

// MachineCount says how many machines are in a state, under the names that their rows have.
type MachineCount struct {
	State   string `json:"state"`
	Outcome string `json:"outcome,omitempty"` // empty before the end
	// Machines is how many there are, at least 1.
	Machines int `json:"machines"`
	// Oldest is when the one has changed that has not changed for the longest time.
	Oldest time.Time `json:"oldest"`
	// Older is how many have not changed for longer than each age that was asked for.
	Older []int `json:"older,omitempty"`
}

// OutputCount says how many outputs of a name are in the outbox.
type OutputCount struct {
	Output string `json:"output"`
	// Waiting is how many are to be delivered, and Failing how many of these have failed at least once.
	Waiting int `json:"waiting"`
	Failing int `json:"failing"`
	// Dead is how many are dead letters.
	Dead int `json:"dead"`
	// Oldest is when the one of those that wait was emitted that has waited for the longest time, or the zero time. If no worker runs, it
	// stays what it is.
	Oldest time.Time `json:"oldest,omitzero"`
}

// TimerCount says how many timers of a name run.
type TimerCount struct {
	Timer string `json:"timer"`
	// Timers is how many there are, at least 1.
	Timers int `json:"timers"`
	// Late is how many are due and have not fired, and Failing how many have failed at least once.
	Late    int `json:"late"`
	Failing int `json:"failing"`
	// Next is when the first of them is due.
	Next time.Time `json:"next"`
}

const (
	countOutputsText = `SELECT output, SUM(CASE WHEN dead THEN 0 ELSE 1 END), SUM(CASE WHEN NOT dead AND error <> '' THEN 1 ELSE 0 END),
	SUM(CASE WHEN dead THEN 1 ELSE 0 END), MIN(CASE WHEN dead THEN NULL ELSE at END)
FROM fsm_outbox WHERE kind = $1 GROUP BY output ORDER BY output`
	countTimersText = `SELECT timer, COUNT(*), SUM(CASE WHEN due <= $2 THEN 1 ELSE 0 END), SUM(CASE WHEN error <> '' THEN 1 ELSE 0 END), MIN(due)
FROM fsm_timer WHERE kind = $1 GROUP BY timer ORDER BY timer`
)

// Counts counts the machines of the kind, and their outputs and timers. For each state, it also counts the machines that have
// not changed for longer than some ages. If there is no machine, it returns an [EmptyError], so that a
// kind without data never looks like one without problems.
//
// It reads all rows of the kind, in one statement for each table, while others work. The numbers are therefore those of
// slightly different moments.
func (a *Admin) Counts(ctx context.Context, ages ...time.Duration) (Counts, error) {
	c := Counts{Kind: a.tables.name, At: a.now(), Outputs: []OutputCount{}, Timers: []TimerCount{}}
	err := a.countMachines(ctx, &c, ages)
	if err == nil && len(c.Machines) == 0 {
		kinds, err := texts(ctx, a.tables.db, a.tables.dialect, kindsText)
		if err != nil {
			return Counts{}, fmt.Errorf("store: count %s: %w", c.Kind, err)
		}
		return Counts{}, &EmptyError{Kind: c.Kind, Kinds: kinds}
	}
	if err == nil {
		err = a.tables.each(ctx, countOutputsText, func(rows *sql.Rows) error {
			var o OutputCount
			var oldest dialect.Stamp
			err := rows.Scan(&o.Output, &o.Waiting, &o.Failing, &o.Dead, &oldest)
			o.Oldest = oldest.Time
			c.Outputs = append(c.Outputs, o)
			return err
		}, c.Kind)
	}
	if err == nil {
		err = a.tables.each(ctx, countTimersText, func(rows *sql.Rows) error {
			var t TimerCount
			var next dialect.Stamp
			err := rows.Scan(&t.Timer, &t.Timers, &t.Late, &t.Failing, &next)
			t.Next = next.Time
			c.Timers = append(c.Timers, t)
			return err
		}, c.Kind, a.tables.dialect.Time(c.At))
	}
	if err != nil {
		return Counts{}, fmt.Errorf("store: count %s: %w", c.Kind, err)
	}
	return c, nil
}

// countMachines counts machines.
func (a *Admin) countMachines(ctx context.Context, c *Counts, ages []time.Duration) error {
	text := "SELECT state, outcome, COUNT(*), MIN(updated)"
	args := []any{c.Kind}
	for _, age := range ages {
		args = append(args, a.tables.dialect.Time(c.At.Add(-age)))
		text += fmt.Sprintf(", SUM(CASE WHEN updated < $%d THEN 1 ELSE 0 END)", len(args))
	}
	text += " FROM fsm_machine WHERE kind = $1 GROUP BY state, outcome ORDER BY state, outcome"
	return a.tables.each(ctx, text, func(rows *sql.Rows) error {
		m := MachineCount{Older: make([]int, len(ages))}
		var oldest dialect.Stamp
		into := []any{&m.State, &m.Outcome, &m.Machines, &oldest}
		for i := range m.Older {
			into = append(into, &m.Older[i])
		}
		err := rows.Scan(into...)
		m.Oldest = oldest.Time
		c.Machines = append(c.Machines, m)
		return err
	}, args...)
}
