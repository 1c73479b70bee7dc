package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/conform"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

func newConform(std stdio) *cobra.Command {
	var steps, otlp, against string
	c := &cobra.Command{
		Use:   "conform {--steps FILE.jsonl | --otlp FILE.json} [--against NEW] file",
		Short: "Check recorded runs against a spec",
		Long: `Conform checks whether the machine of a spec can have made recorded runs. It
prints the first step of each run that the machine cannot make, with the events
that are legal there. It prints the runs that take more transitions, cost more,
or take longer than the spec claims, the timers that have fired before they were
due, and the transitions that no run has taken.

The file has one JSON object on each line. All members may be missing:

  {"id": "1017", "event": "Pay", "payload": {"amount": 7},
   "guards": {"inStock(event.amount)": true}, "from": "Open", "to": "Paying"}

The id names the run, and lines of different runs can be mixed. An event that
the state ignores has "ignored": true. A line without an event begins a run, and
can have "params". The entries of the history that package store returns have
this form; what else they contain is allowed and not checked.

With --otlp, the file has traces of OpenTelemetry, as OTLP writes them in JSON.
A span event named fsm.step is a recorded step, and its attributes fsm.id,
fsm.event, and so on are the members. The observer of store/fsmotel makes them.
Steps of other machines (fsm.machine) are left out. Traces can be sampled: where
steps are missing, the machine can have any values.

What is not recorded can have any value. So a run that is refused is not one of
the machine, whatever that was. A run that is not refused may still be none, if
guards read values that are not recorded.

With --against, conform also checks the runs against a new version of the spec,
which knows the names that it declares under was.`,
		Example: `  fsmgen conform --steps orders.jsonl order.fsm.yaml
  fsmgen conform --otlp traces.json order.fsm.yaml
  fsmgen conform --steps - --against new.fsm.yaml order.fsm.yaml < orders.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			file := cmp.Or(steps, otlp)
			switch {
			case file == "":
				return errors.New("there is nothing to check: give the recorded steps with --steps FILE or --otlp FILE")
			case steps != "" && otlp != "":
				return errors.New("--steps and --otlp are two forms of the recorded steps: give one of them")
			case file == "-" && (args[0] == "-" || against == "-") || args[0] == "-" && against == "-":
				return errors.New("only one of the specs and the steps can be standard input")
			}
			if err := toSpecs(args); err != nil {
				return fault(err)
			}
			specs := []string{args[0]}
			if against != "" {
				specs = append(specs, against)
			}
			return checkRuns(std, file, otlp != "", specs)
		},
	}
	c.Flags().StringVar(&steps, "steps", "", "JSON lines with recorded steps, or - for standard input")
	c.Flags().StringVar(&otlp, "otlp", "", "traces in the JSON of OTLP, or - for standard input")
	c.Flags().StringVar(&against, "against", "", "spec of a new version, which is checked, too")
	return c
}

// checkRuns checks a file against each spec. With traces, the file has the form of OTLP.
func checkRuns(std stdio, file string, traces bool, specs []string) error {
	read, err := openSteps(file, std)
	if err != nil {
		return fault(err)
	}
	var all []*loaded
	var names []string
	for _, path := range specs {
		l, err := std.machine(path)
		if err != nil {
			return err
		}
		all = append(all, l)
		names = append(append(names, l.machine.Name), l.machine.Was...)
	}
	var records []conform.Record
	if traces {
		slices.Sort(names)
		records, err = conform.ReadOTLP(read, slices.Compact(names)...)
	} else {
		records, err = conform.Read(read)
	}
	if err != nil {
		return fault(fmt.Errorf("%s: %w", filePath(file), err))
	}
	found := false
	for i, l := range all {
		report, err := conform.Check(l.machine, records)
		if err != nil {
			return fault(fmt.Errorf("%s: %w", filePath(file), err))
		}
		if len(specs) > 1 {
			fmt.Fprintf(std.out, "%s%s:\n", strings.Repeat("\n", i), l.path)
		}
		if err := printConform(std, filePath(file), l.machine, report); err != nil {
			return fault(err)
		}
		found = found || len(report.Refused)+len(report.Beyond)+len(report.Early) > 0
	}
	if found {
		return errFindings
	}
	return nil
}

// openSteps returns a file of recorded steps.
func openSteps(file string, std stdio) (io.Reader, error) {
	if file == "-" {
		return std.in, nil
	}
	l, err := locate(file)
	if err != nil {
		return nil, err
	}
	text, err := l.readWhole()
	if err != nil {
		return nil, err
	}
	return bytes.NewReader(text), nil
}

// printConform prints what was found for people.
func printConform(std stdio, file filePath, m *core.Machine, r conform.Report) error {
	var out strings.Builder
	place := func(record conform.Record, step int) {
		fmt.Fprintf(&out, "%s:%d: ", file, record.Line)
		if record.ID != "" {
			fmt.Fprintf(&out, "run %s, ", diag.Printable(record.ID))
		}
		fmt.Fprintf(&out, "step %d: ", step)
	}
	for _, each := range r.Refused {
		place(each.Record, each.Step)
		legal := strings.Join(each.Legal, ", ")
		if legal == "" {
			legal = "nothing"
		}
		fmt.Fprintf(&out, "%s\n  legal there: %s\n", diag.Printable(each.Reason), legal)
	}
	for _, each := range r.Beyond {
		place(each.Record, each.Step)
		out.WriteString(beyond(m, each) + "\n")
	}
	for _, each := range r.Early {
		place(each.Record, each.Step)
		fmt.Fprintf(&out, "timer %s has fired after %v at most, and is due after %v\n", diag.Printable(each.Record.Timer), each.After, each.Due)
	}
	fmt.Fprintf(&out, "%s, %s: %d refused, %d beyond a claim\n", plural(r.Runs, "run", "runs"), plural(r.Steps, "step", "steps"), len(r.Refused), len(r.Beyond))
	if r.Gaps > 0 {
		fmt.Fprintf(&out, "%s where steps are missing: any values are allowed there\n", plural(r.Gaps, "place", "places"))
	}
	var not []string
	all := 0
	for i, t := range m.Transitions {
		if t.Effect != core.Take {
			continue
		}
		if all++; !r.Taken[i] {
			not = append(not, m.Label(i))
		}
	}
	fmt.Fprintf(&out, "%d of %s taken\n", all-len(not), plural(all, "transition", "transitions"))
	for _, label := range not {
		fmt.Fprintf(&out, "  never: %s\n", label)
	}
	if r.Timed == 0 && (len(core.TimeClaims(m)) > 0 || slices.ContainsFunc(m.Timers, func(t core.Timer) bool { return t.Constant > 0 || t.Length != nil })) {
		out.WriteString("no step has its time (at), so nothing is said of times\n")
	}
	if m.Bound == nil {
		out.WriteString("the spec claims no bound, so runs are not compared with one\n")
	}
	_, err := fmt.Fprint(std.out, out.String())
	return err
}

// beyond says which claim a run does not keep.
func beyond(m *core.Machine, b conform.Beyond) string {
	switch {
	case b.Claim.Time:
		return fmt.Sprintf("the run has taken %v, and the spec claims at most %v%s: timers were late, or steps took long", time.Duration(b.Count), time.Duration(b.Bound), core.TimeClaim{Outcome: b.Claim.Outcome}.To(m))
	case b.Claim.Cost >= 0:
		return fmt.Sprintf("the run has cost at least %d %s, and the spec claims at most %d", b.Count, m.Costs[b.Claim.Cost].Name, b.Bound)
	}
	return fmt.Sprintf("the run has at least %d transitions, and the bound is %d", b.Count, b.Bound)
}
