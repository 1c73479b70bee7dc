package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

// demo lets all callers call, and sums up.
func demo(w io.Writer, p reservation.Params) error {
	type end struct {
		name    string
		machine *reservation.Machine
		number  int
	}
	var ends []end
	for _, c := range callers() {
		d, err := converse(w, p, c)
		if err != nil {
			return err
		}
		ends = append(ends, end{c.name, d.machine, d.transitions})
	}
	fmt.Fprintf(w, "%-12s  %-9s  %-7s  %5s  %-8s  %s\n", "caller", "outcome", "time", "party", "name", "transitions")
	for _, e := range ends {
		m := e.machine
		fmt.Fprintf(w, "%-12s  %-9v  %-7s  %5d  %-8s  %d\n", e.name, m.Outcome(), m.Time(), m.Party(), m.Name(), e.number)
	}
	_, err := fmt.Fprintf(w, "\nAt most %d+1 = %d transitions, which is proved for all callers.\n", p.MaxTurns, p.MaxTransitions())
	return err
}

// ended is a dialog at its end.
type ended struct {
	machine     *reservation.Machine
	transitions int
}

// shownTurns is how many turns of a dialog are printed from its beginning; of
// longer ones, the last turn is printed besides.
const shownTurns = 12

// converse lets one caller call, and prints what is said and the transitions of
// each turn.
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
