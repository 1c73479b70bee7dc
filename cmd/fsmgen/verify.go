package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// maxMegabytes is the largest limit on memory that can be given.
const maxMegabytes = 1 << 30

func newVerify(std stdio) *cobra.Command {
	var format, emit string
	var memory int64
	c := &cobra.Command{
		Use:   "verify [file | folder | folder/... | -]...",
		Short: "Prove that machines end, or show runs that do not",
		Long: `Verify decides, for all parameter values, whether each run of a machine ends,
whether the claimed bound on the number of transitions holds, and whether
values stay in their declared ranges. What is wrong is shown by a run.

Verdicts: "proved" comes with a certificate that an independent checker has
replayed; "refuted" comes with a run; "unknown" is neither.

Each finding ends with a code: fsmgen explain CODE says more.

With --format json one object per machine is printed, each on a line; with
github and sarif the findings alone, as fsmgen check prints them.

At Ctrl-C what is known is printed. With --max-memory exploration stops at so
many megabytes, and what that leaves open is unknown.

With --emit-test the counterexamples of one machine become a Go test of its
generated package: it fails, with what is wrong, until the machine is mended.
What one run alone does not show has no test, such as payloads for which no
alternative is taken; how many of these there are is said, and why.`,
		Example: `  fsmgen verify door.fsm.yaml
  fsmgen verify ./...
  fsmgen verify --format json door.fsm.yaml
  fsmgen verify --max-memory 2 door.fsm.yaml
  fsmgen verify --emit-test door/wrong_test.go door/door.fsm.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			if memory < 0 || memory > maxMegabytes {
				return fmt.Errorf("--max-memory is %d megabytes: give 1 to %d, or 0 for the verifier's own limit", memory, maxMegabytes)
			}
			prove := func(m *core.Machine, watch func(string)) *verify.Report {
				return verify.Within(cmd.Context(), m, memory*1e6, watch)
			}
			return verifyAll(cmd.Context(), std, args, format, emit, prove)
		},
	}
	formatFlag(c, &format)
	c.Flags().Int64Var(&memory, "max-memory", 0, "megabytes for exploration, at most; 0 is the verifier's own limit")
	c.Flags().StringVar(&emit, "emit-test", "", "write a Go test of the counterexamples to this file, or - for standard output")
	return c
}

func verifyAll(ctx context.Context, std stdio, args []string, format, emit string, prove func(*core.Machine, func(string)) *verify.Report) error {
	paths, err := findSpecs(args)
	if err != nil {
		return fault(err)
	}
	if err := checkEmit(emit, paths); err != nil {
		return err
	}
	say := std
	if emit == "-" {
		say.out = std.err
	}
	findings := false
	all := diag.List{}
	for _, path := range paths {
		if ctx.Err() != nil {
			return fault(errInterrupted)
		}
		l, err := loadSpec(path, std.in)
		if err != nil {
			return fault(err)
		}
		var report *verify.Report
		if l.machine != nil {
			report = watched(std.err, path, func(watch func(string)) *verify.Report { return prove(l.machine, watch) })
			l.diags = append(l.diags, report.Diagnostics...)
		}
		if emit != "" && report != nil {
			if err := emitTest(std, l, report, emit); err != nil {
				return fault(err)
			}
		}
		findings = findings || report == nil || !report.Proved()
		all = append(all, l.diags...)
		switch format {
		case "json":
			err = printJSON(say, l, report)
		case "text":
			err = printText(say, l, report)
		}
		if err != nil {
			return fault(err)
		}
	}
	if format == "github" || format == "sarif" {
		if err := writeFindings(say, format, all); err != nil {
			return fault(err)
		}
	}
	if ctx.Err() != nil {
		return fault(errInterrupted)
	}
	if findings {
		return errFindings
	}
	return nil
}

func printText(std stdio, l *loaded, report *verify.Report) error {
	if report != nil {
		if _, err := fmt.Fprintf(std.out, "%s: %s", l.path, report.Summary()); err != nil {
			return err
		}
	}
	return diag.WriteText(std.out, l.diags, l.quote)
}

// printJSON writes the report, or for a spec that has no machine an object of
// the same shape.
func printJSON(std stdio, l *loaded, report *verify.Report) error {
	e := json.NewEncoder(std.out)
	e.SetEscapeHTML(false)
	if report == nil {
		report = &verify.Report{Machine: &core.Machine{Name: l.name, File: l.path}, Termination: verify.Unknown}
		report.Bound.Status = verify.Unknown
	}
	withLoading := *report
	withLoading.Diagnostics = l.diags
	return e.Encode(&withLoading)
}
