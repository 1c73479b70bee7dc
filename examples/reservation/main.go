// Reservation books a table in a dialog, interactively or with scripted callers.
//
// The machine of package reservation asks questions, assumes defaults if the caller withholds a value, and lets a
// person take over if nothing else helps. It ends after at most -turns turns plus one transition, whatever the
// caller says.
//
// Usage:
//
//	reservation [-no-progress number] [-turns number] [-no-recovery]
//	reservation [-no-progress number] [-turns number] [-no-recovery] -caller name
//	reservation -demo
//
// In interactive mode, each line is a turn; an empty line means that the caller is silent. A person takes over if no
// line lets the dialog go on for ten minutes. The exit status is 0 if
// the dialog ended, 1 if the input ended before the dialog, and 2 for wrong usage.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/fsmgen/fsmgen/machines/reservation"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the program and returns its exit status.
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

// longestLine is the number of bytes of a line that are used.
const longestLine = 4096

// keyboard runs a dialog with the lines of the input as turns.
func keyboard(stdin io.Reader, stdout io.Writer, p reservation.Params) error {
	d, err := reservation.NewDialog(p)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(stdout, d.Prompt()); err != nil {
		return err
	}
	lines := make(chan line)
	done := make(chan struct{})
	defer close(done)
	go read(stdin, lines, done)
	for !d.Machine().State().Terminal() {
		var answer string
		select {
		case l := <-lines:
			if l.err != nil {
				return l.err
			}
			answer, err = d.Say(l.text)
		case <-time.After(time.Until(d.Due())):
			answer, err = d.Expire()
		}
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(stdout, answer); err != nil {
			return err
		}
	}
	return nil
}

// line is a line of the input, or why there is none.
type line struct {
	text string
	err  error
}

// read sends the lines of the input, and then an error, until done is closed.
func read(stdin io.Reader, lines chan<- line, done <-chan struct{}) {
	scanner := bufio.NewScanner(stdin)
	scanner.Buffer(nil, longestLine)
	for more := true; more; {
		l := line{err: errors.New("the input ended before the dialog")}
		if more = scanner.Scan(); more {
			l = line{text: scanner.Text()}
		} else if err := scanner.Err(); err != nil {
			l.err = fmt.Errorf("read input: %w", err)
		}
		select {
		case lines <- l:
		case <-done:
			return
		}
	}
}
