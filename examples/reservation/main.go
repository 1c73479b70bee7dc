// Reservation books a table in a dialog, at the keyboard or with scripted callers.
//
// The machine of package reservation asks, takes defaults from a caller who
// withholds something, and gives the caller to a person when nothing helps. It
// does so after at most -turns turns and one, whatever the caller says.
//
// Usage:
//
//	reservation [-no-progress number] [-turns number] [-no-recovery]
//	reservation [-no-progress number] [-turns number] [-no-recovery] -caller name
//	reservation -demo
//
// At the keyboard each line is a turn; an empty one is a caller who is silent.
// The exit status is 0 if the dialog came to an end, 1 if the input ended
// before it, 2 for wrong usage.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program; the int is its exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	if err != nil {
		fmt.Fprintf(stderr, "reservation: %v\n", err)
		return 2
	}
	switch {
	case c.demo:
		err = demo(stdout, c.params)
	case c.caller != nil:
		_, err = converse(stdout, c.params, *c.caller)
	default:
		err = keyboard(stdin, stdout, c.params)
	}
	if err != nil {
		fmt.Fprintf(stderr, "reservation: %v\n", err)
		return 1
	}
	return 0
}

// longestLine is how much of a line is taken, in bytes.
const longestLine = 4096

// keyboard talks to whoever writes the lines of the input.
func keyboard(stdin io.Reader, stdout io.Writer, p reservation.Params) error {
	d, err := reservation.NewDialog(p)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(stdout, d.Prompt()); err != nil {
		return err
	}
	lines := bufio.NewScanner(stdin)
	lines.Buffer(nil, longestLine)
	for !d.Machine().State().Terminal() {
		if !lines.Scan() {
			if err := lines.Err(); err != nil {
				return fmt.Errorf("read input: %w", err)
			}
			return errors.New("the input ended before the dialog")
		}
		answer, err := d.Say(lines.Text())
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(stdout, answer); err != nil {
			return err
		}
	}
	return nil
}
