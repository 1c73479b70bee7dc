package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// maxMegabytes is the largest value of --max-memory.
const maxMegabytes = 1 << 30

func newVerify(std stdio) *cobra.Command {
	v := verifier{std: std, format: "text"}
	var megabytes int64
	level := "normal"
	c := &cobra.Command{
		Use:   "verify [file | folder | folder/... | -]...",
		Short: "Prove that machines end, or show runs that do not",
		Long: `Verify decides, for all parameter values, whether each run of a machine ends,
whether the claimed bound on the number of transitions holds, and whether
values stay in their declared ranges. It shows a run for what does not hold.

Verdicts: "proved" comes with a certificate that an independent checker has
replayed; "refuted" comes with a run; "unknown" is neither.

Each finding ends with a code; fsmgen explain CODE describes it.

Several machines are a table, followed by the findings: the bound is shortened,
and has its value for the default parameters. With -v, each machine is shown
like a single one.

Formats:

` + described(findingFormats) + `
With --format json it prints one object for each machine, each on a line; github
and sarif print the findings only, as fsmgen check does.

Each search has a limit on its work, in steps and not in time, so that a verdict
does not depend on the computer. If one was reached and something is unknown,
the result says what gave up; --effort sets the limits:

` + described(efforts) + `
Ctrl-C prints the results so far. With --max-memory, exploration stops at the
given number of megabytes; what is still undecided is unknown.

With --emit-test it writes the counterexamples of one machine as a Go test of
its generated package. The test fails until the machine is fixed. Some findings
cannot be shown by a single run, such as payloads for which no alternative is
taken; verify lists them, with the reason.`,
		Example: `  fsmgen verify door.fsm.yaml
  fsmgen verify ./...
  fsmgen verify -v door.fsm.yaml
  fsmgen verify --format json door.fsm.yaml
  fsmgen verify --effort high door.fsm.yaml
  fsmgen verify --max-memory 500 door.fsm.yaml
  fsmgen verify --emit-test door/wrong_test.go door/door.fsm.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if megabytes < 0 || megabytes > maxMegabytes {
				return fmt.Errorf("--max-memory is %d megabytes: give 1 to %d, or 0 for the verifier's own limit", megabytes, maxMegabytes)
			}
			v.limits = verify.Limits{Memory: megabytes * 1e6, Effort: effort(level)}
			return v.run(cmd.Context(), args)
		},
	}
	choiceFlag(c, &v.format, "format", "output format", findingFormats)
	choiceFlag(c, &level, "effort", "how much work each search may do", efforts)
	c.Flags().Int64Var(&megabytes, "max-memory", 0, "limit for exploration in megabytes, or 0 for the verifier's own limit")
	c.Flags().BoolVarP(&v.verbose, "verbose", "v", false, "with --format text, show the whole result of each machine, the strategy that proves how long runs get, and the pairs of alternatives whose order decides")
	c.Flags().StringVar(&v.emit, "emit-test", "", "write a Go test of the counterexamples to this file, or - for standard output")
	return c
}

// efforts are the values of --effort.
var efforts = []word{
	{"low", "an eighth of the usual limits, for a quick look"},
	{"normal", "what is common, in seconds"},
	{"high", "sixteen times the usual limits, which can take minutes"},
}

// effort returns the effort of a word.
func effort(name string) verify.Effort {
	switch name {
	case "low":
		return verify.LowEffort
	case "high":
		return verify.HighEffort
	}
	return verify.NormalEffort
}

// verifier holds the flags of one run of verify.
type verifier struct {
	std          stdio
	format, emit string
	limits       verify.Limits
	verbose      bool
}

func (v *verifier) run(ctx context.Context, args []string) error {
	paths, err := findSpecs(args)
	if err != nil {
		return fault(err)
	}
	if err := checkEmit(v.emit, paths); err != nil {
		return err
	}
	say := v.std
	if v.emit == "-" {
		say.out = say.err
	}
	var t table
	findings, all, err := v.all(ctx, paths, say, &t)
	// What is known is printed, whatever has stopped the work.
	if wrong := t.print(say.out); err == nil {
		err = fault(wrong)
	}
	if err == nil && (v.format == "github" || v.format == "sarif") {
		err = fault(writeFindings(say, v.format, all))
	}
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return fault(errInterrupted)
	case findings:
		return errFindings
	}
	return nil
}

// all verifies the specs, and prints each result, or adds it to the table for several machines. It stops when the
// context is done.
func (v *verifier) all(ctx context.Context, paths []string, say stdio, t *table) (findings bool, all diag.List, err error) {
	all = diag.List{}
	for _, path := range paths {
		if ctx.Err() != nil {
			break
		}
		l, err := loadSpec(path, v.std.in)
		if err != nil {
			return findings, all, fault(err)
		}
		report, err := v.std.proveWithin(ctx, l, v.limits)
		if err != nil {
			return findings, all, err
		}
		if v.emit != "" && report != nil && ctx.Err() == nil { // counterexamples that were cut short would look like all
			if err := emitTest(ctx, v.std, l, report, v.emit, path); err != nil {
				return findings, all, fault(err)
			}
		}
		findings = findings || report == nil || !report.Proved()
		all = append(all, l.diags...)
		switch {
		case v.format == "json" || v.format == briefFormat:
			err = printJSON(say, v.format, l, report)
		case v.format == "text" && len(paths) > 1 && !v.verbose:
			t.add(l, report)
		case v.format == "text":
			err = v.printText(say, l, report)
		}
		if err != nil {
			return findings, all, fault(err)
		}
	}
	return findings, all, nil
}

func (v *verifier) printText(std stdio, l *loaded, report *verify.Report) error {
	if report != nil {
		text := report.Summary()
		if v.verbose {
			text = report.Full()
		}
		if _, err := fmt.Fprintf(std.out, "%s: %s", l.path, shown(std.out, text)); err != nil {
			return err
		}
	}
	if styleOf(std.out).Spaced && len(l.diags) > 0 {
		fmt.Fprintln(std.out)
	}
	write := l.print
	if v.verbose {
		write = func(w io.Writer) error { return writeFound(w, l.diags, l.quote) }
	}
	if err := write(std.out); err != nil {
		return err
	}
	closing(std.out, report, l.diags)
	return nil
}

// printJSON writes the report, or for a spec that has no machine an object of
// the same shape.
func printJSON(std stdio, format string, l *loaded, report *verify.Report) error {
	if report == nil {
		report = &verify.Report{Machine: &core.Machine{Name: l.spec.Name, File: string(l.path)}, Termination: verify.Unknown}
		report.Bound.Status = verify.Unknown
	}
	withLoading := *report
	withLoading.Diagnostics = l.diags
	return writeJSON(std.out, format, &withLoading)
}
