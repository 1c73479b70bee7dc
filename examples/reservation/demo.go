package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

// demo runs all callers, and compares the results with and without recovery.
func demo(w io.Writer, p reservation.Params) error {
	bare := p
	bare.NoRecovery = true
	var rows strings.Builder
	callers := callers()
	booked := [2]int{}
	for _, c := range callers {
		with, err := converse(w, p, c)
		if err != nil {
			return err
		}
		without, err := converse(io.Discard, bare, c)
		if err != nil {
			return err
		}
		for i, e := range []ended{with, without} {
			if e.machine.Outcome() == reservation.OutcomeBooked {
				booked[i]++
			}
		}
		m := with.machine
		fmt.Fprintf(&rows, "%-15s  %-9v  %-7s  %5d  %-7s  %11d  |  %-9v  %11d\n",
			c.name, m.Outcome(), m.Time(), m.Party(), m.Name(), with.transitions, without.machine.Outcome(), without.transitions)
	}
	fmt.Fprintf(w, "%-15s  %-9s  %-7s  %5s  %-7s  %11s  |  %-9s  %11s\n%s",
		"caller", "outcome", "time", "party", "name", "transitions", "without", "transitions", &rows)
	fmt.Fprintf(w, "\nBooked: %d of %d, and without recovery %d.\n", booked[0], len(callers), booked[1])
	_, err := fmt.Fprintf(w, "At most %d+1 = %d transitions, which is proved for all callers.\n", p.MaxTurns, p.MaxTransitions())
	return err
}

// ended is a dialog at its end.
type ended struct {
	machine     *reservation.Machine
	transitions int
}

// shownTurns is the number of turns that are printed from the start of a dialog; for a longer one, the last turn
// is printed, too.
const shownTurns = 12

// converse runs one caller, and prints the dialog and the transitions of each turn.
func converse(w io.Writer, p reservation.Params, c caller) (ended, error) {
	d, err := reservation.NewDialog(p)
	if err != nil {
		return ended{}, err
	}
	m := d.Machine()
	fmt.Fprintf(w, "%s: %s\n", c.name, c.doc)
	fmt.Fprintf(w, "     table   %s\n", d.Prompt())
	before := map[reservation.State]int{}
	turns, transitions := 0, 0
	for !m.State().Terminal() {
		text := c.says(m.State(), before[m.State()])
		before[m.State()]++
		answer, err := d.Say(text)
		if err != nil {
			return ended{}, err
		}
		turns++
		transitions += len(d.Steps())
		switch {
		case turns <= shownTurns || m.State().Terminal():
			show(w, turns, text, answer, d.Steps())
		case turns == shownTurns+1:
			fmt.Fprintln(w, "     ...")
		}
	}
	_, err = fmt.Fprintln(w)
	return ended{m, transitions}, err
}

// show prints one turn.
func show(w io.Writer, turn int, text, answer string, steps []reservation.Step) {
	if text == "" {
		text = "(silence)"
	}
	path := make([]string, 0, len(steps)+1)
	for i, s := range steps {
		if i == 0 {
			path = append(path, s.From.String())
		}
		path = append(path, fmt.Sprintf("%v(%d)", s.To, s.Progress))
	}
	fmt.Fprintf(w, "%3d  caller  %s\n     table   %s\n             [%s]\n", turn, text, answer, strings.Join(path, " -> "))
}
