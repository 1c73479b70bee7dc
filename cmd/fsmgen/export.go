package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec/core"
)

func newExport(std stdio) *cobra.Command {
	var format, output, table string
	var params []string
	formats := outputWords(gen.Export)
	c := &cobra.Command{
		Use:   "export --format FORMAT [--param NAME=VALUE]... [--table NAME] [-o FILE] file | -",
		Short: "Write proof obligations or a model for another tool",
		Long: `Export writes a machine for other tools, which check it independently of fsmgen.

Formats:

` + described(formats) + `
smtlib writes each proof obligation as a question, proved or not, with code that
is separate from the verifier. Before each answer, the solver prints the name of
the question and the answer that agrees with fsmgen.

promela and tla-cfg are for one value of each parameter: the one given with
--param, or its default, or its minimum.

coq writes theorems with proofs. It needs a machine that is proved to end, or to
settle.

sql guards a table with the columns of a machine (face columns): an UPDATE by
hand then fails if no event leads from the old row to the new one. The table has
the name of the machine, or that of --table. Where the columns do not tell the
steps of the machine, sql is an error.

TLC expects the files written by tla and tla-cfg to be named after the module,
which is the machine; their first lines say how.`,
		Example: `  fsmgen export --format smtlib machine.fsm.yaml | z3 -in
  fsmgen export --format smtlib machine.fsm.yaml | cvc5 --lang smt2
  fsmgen export --format coq -o machine.v machine.fsm.yaml && coqc machine.v
  fsmgen export --format sql --table parcels parcel.fsm.yaml | psql
  fsmgen export --format promela --param n=3 -o machine.pml machine.fsm.yaml
  fsmgen export --format tla -o Machine.tla machine.fsm.yaml
  fsmgen export --format tla-cfg --param n=3 -o Machine.cfg machine.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, ok := gen.Find(format)
			switch {
			case !ok:
				return fmt.Errorf("--format is missing: choose %s", alternatives(formats))
			case len(params) > 0 && !o.NeedsParams:
				return fmt.Errorf("--param cannot be used with %s, which covers all values", format)
			case table != "" && format != "sql":
				return fmt.Errorf("--table cannot be used with %s, which has no table", format)
			}
			if err := toSpecs(args); err != nil {
				return fault(err)
			}
			l, err := std.machine(args[0])
			if err != nil {
				return err
			}
			in := gen.Input{Spec: l.spec, Table: table}
			if o.NeedsReport {
				if in.Report, err = std.prove(cmd.Context(), l); err != nil {
					return err
				}
			}
			if o.NeedsParams {
				s, err := withParams(l.machine, params)
				if err != nil {
					return err
				}
				in.Params, in.Text = s.Params, s.text
			}
			return std.write(cmd.Context(), l, o, in, output, args[0])
		},
	}
	choiceFlag(c, &format, "format", "output format", formats)
	c.Flags().StringArrayVar(&params, "param", nil, "value of a parameter, as NAME=VALUE")
	c.Flags().StringVar(&table, "table", "", "table that sql guards; by default, it has the name of the machine")
	outputFlag(c, &output)
	return c
}

// withParams returns the machine with the given parameters, with which it can start.
func withParams(m *core.Machine, params []string) (*instance, error) {
	s := newInstance(m)
	if err := setParams(s, params); err != nil {
		return nil, err
	}
	_, err := s.start()
	return s, err
}

// write makes an output of one spec and writes it.
func (std stdio) write(ctx context.Context, l *loaded, o gen.Output, in gen.Input, file string, inputs ...string) error {
	made, err := o.Make(ctx, in)
	if ctx.Err() != nil {
		return fault(errInterrupted)
	}
	if err != nil {
		return fault(fmt.Errorf("%s: %w", l.path, err))
	}
	for _, r := range made.Remarks {
		fmt.Fprintf(std.err, "%s: %s\n", l.path, r)
	}
	return fault(std.deliver(file, o, made.Data, inputs...))
}
