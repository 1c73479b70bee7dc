// Command fsmstore shows and operates the machines that package store keeps in a database. It knows the tables only, so
// one program works for all machines:
//
//	export FSMSTORE_DB=postgres://localhost/orders   # or the file of an SQLite database
//	fsmstore kinds
//	fsmstore counts Order -age 1h -age 7d
//	fsmstore list Order -state Paying
//	fsmstore show Order 1017
//	fsmstore history Order 1017
//	fsmstore dead Order -output Charge
//	fsmstore redeliver Order/1017/2/0
//	fsmstore retain Order -ended 90d
//
// It prints JSON, one object on each line. It never creates a table, and fails where there is no data. Its exit status is 0, 1 after
// an error, or 2 if it is called in a wrong way.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Getenv("FSMSTORE_DB"), os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// command is one of the commands.
type command struct {
	name, args, help string
	run              func(ctx context.Context, c *call) error
}

// commands returns all commands.
func commands() []command {
	return []command{
		{"kinds", "", "kinds of machines that there are", kinds},
		{"counts", "KIND [-age D]...", "how many machines, outputs, and timers there are, and how old", counts},
		{"list", "KIND [-state S] [-running | -ended] [-unchanged D] [-after ID] [-limit N]", "machines", list},
		{"show", "KIND ID", "a machine with its timers and outputs", show},
		{"history", "KIND ID [-after REVISION]", "what has happened to a machine, as fsmgen conform reads it", history},
		{"dead", "KIND [-id ID] [-output NAME] [-since D]", "outputs whose deliveries have failed too often", dead},
		{"redeliver", "KEY...", "give dead letters all their attempts again", redeliver},
		{"discard", "KEY...", "remove dead letters", discard},
		{"retain", "KIND [-ended D] [-history D] [-batch N] [-yes]", "remove old machines and entries of histories; without -yes, only count them", retain},
	}
}

// errUsage means that the program is called in a wrong way.
var errUsage = errors.New("wrong usage")

// call is a call of a command.
type call struct {
	db string
	// prefix is that of the tables, or empty.
	prefix string
	args   []string
	flags  *flag.FlagSet
	lines  *json.Encoder
	note   io.Writer // what is not data
}

// parse parses the flags, which can be before, between, and behind the other arguments, of which it returns n.
func (c *call) parse(n int) ([]string, error) {
	rest, found := c.args, []string(nil)
	for {
		if err := c.flags.Parse(rest); err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
		if rest = c.flags.Args(); len(rest) == 0 {
			break
		}
		found, rest = append(found, rest[0]), rest[1:]
	}
	if n >= 0 && len(found) != n || n < 0 && len(found) == 0 {
		return nil, fmt.Errorf("%w: %d arguments", errUsage, len(found))
	}
	return found, nil
}

// run runs a command, and returns the exit status.
func run(ctx context.Context, args []string, db string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("fsmstore", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&db, "db", db, "")
	prefix := flags.String("prefix", "", "")
	if err := flags.Parse(args); err != nil || flags.NArg() == 0 {
		usage(errs)
		return 2
	}
	name := flags.Arg(0)
	all := commands()
	i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if i < 0 {
		usage(errs)
		return 2
	}
	c := &call{db: db, args: flags.Args()[1:], flags: flag.NewFlagSet(name, flag.ContinueOnError), lines: json.NewEncoder(out), note: errs}
	c.flags.SetOutput(io.Discard)
	c.flags.StringVar(&c.db, "db", db, "")
	c.flags.StringVar(&c.prefix, "prefix", *prefix, "")
	switch err := all[i].run(ctx, c); {
	case errors.Is(err, errUsage):
		fmt.Fprintf(errs, "fsmstore: %v\nusage: fsmstore %s %s\n", err, name, all[i].args)
		return 2
	case err != nil:
		fmt.Fprintln(errs, "fsmstore:", printable(err.Error()))
		return 1
	}
	return 0
}

// usage prints the commands.
func usage(to io.Writer) {
	fmt.Fprintln(to, "usage: fsmstore [-db DATABASE] [-prefix PREFIX] COMMAND\n\nD is a duration such as 24h or 90d. The database is postgres://... or the file of an SQLite database; FSMSTORE_DB has it otherwise. The prefix is that of the tables of a tenant.")
	for _, c := range commands() {
		fmt.Fprintf(to, "\n  fsmstore %s\n        %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
}

// printable replaces what could control a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return '\uFFFD'
		}
		return r
	}, text)
}
