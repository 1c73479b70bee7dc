package draw

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Counts are the numbers of starts of timers, or of calls, in snapshots.
type Counts struct {
	// Member is the member of a snapshot that has them, by the names.
	Member string
	Names  []string // of timers or calls
	// number is that of a timer or call in a configuration, 0 if the snapshot does not have it, and With changes it.
	number func(m oracle.Config, i int) int
	With   func(m oracle.Config, i, number int) oracle.Config
	// None returns a configuration of which a snapshot says nothing.
	None func(oracle.Config) oracle.Config
}

// Counted returns what snapshots count.
func Counted(o *oracle.Oracle) (all []Counts) {
	if len(o.Spec.Timers) > 0 {
		starts := Counts{Member: "starts", number: oracle.Config.Start, With: oracle.Config.WithStart, None: o.Clocks.Unstarted}
		for _, t := range o.Spec.Timers {
			starts.Names = append(starts.Names, t.Name)
		}
		all = append(all, starts)
	}
	if len(o.Spec.Calls) > 0 {
		all = append(all, CountedCalls(o))
	}
	return all
}

// CountedCalls are those of calls.
func CountedCalls(o *oracle.Oracle) Counts {
	calls := Counts{Member: "calls", number: func(m oracle.Config, k int) int { return m.Calls[k] }, With: oracle.Config.WithCall, None: o.Calls.FreshCalls}
	for _, c := range o.Spec.Calls {
		calls.Names = append(calls.Names, c.Name)
	}
	return calls
}

// Saved returns what a snapshot of a configuration has of them.
func (c *Counts) Saved(m oracle.Config) Object {
	out := Object{}
	for i, name := range c.Names {
		if n := c.number(m, i); n != 0 {
			out[name] = strconv.AppendInt(nil, int64(n), 10)
		}
	}
	return out
}

// Written says what is wrong with them in a snapshot: those that have started are there, and no others.
func (c *Counts) Written(m oracle.Config, snapshot []byte) error {
	var whole Object
	var written map[string]int
	if err := json.Unmarshal(snapshot, &whole); err != nil {
		return err
	}
	if err := json.Unmarshal(whole[c.Member], &written); err != nil {
		return fmt.Errorf("%s: %w", c.Member, err)
	}
	for i, name := range c.Names {
		number, there := written[name]
		delete(written, name)
		if want := c.number(m, i); there != (want != 0) || number != want {
			return fmt.Errorf("%s of %s are %d, want %d", c.Member, name, number, want)
		}
	}
	if len(written) > 0 {
		return fmt.Errorf("unknown %s: %v", c.Member, written)
	}
	return nil
}

// OddNumbers returns numbers of starts that snapshots and columns may have.
func OddNumbers() []int { return []int{0, 1, 2, 70_000, -1, -2, -70_000, math.MaxInt, -math.MaxInt} }
