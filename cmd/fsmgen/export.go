package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/smtlib"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

func newExport(std stdio) *cobra.Command {
	var format, output string
	c := &cobra.Command{
		Use:   "export --format smtlib [-o FILE] file | -",
		Short: "Write proof obligations for another solver",
		Long: `Export writes a machine for other tools, which need not believe fsmgen.

With --format smtlib it writes what fsmgen claims to have proved as questions
in SMT-LIB 2.6, for z3 and cvc5. They are made from the machine by other code
than fsmgen's own proofs. Before each answer the solver prints the name of the
question and the answer that agrees with fsmgen's verdict.`,
		Example: `  fsmgen export --format smtlib machine.fsm.yaml | z3 -in
  fsmgen export --format smtlib machine.fsm.yaml | cvc5 --lang smt2
  fsmgen export --format smtlib -o machine.smt2 machine.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "smtlib" {
				return fmt.Errorf("unknown format %q: it is smtlib", format)
			}
			return export(cmd.Context(), std, args[0], output)
		},
	}
	c.Flags().StringVar(&format, "format", "", "output format: smtlib")
	c.Flags().StringVarP(&output, "output", "o", "-", "file to write, or - for standard output")
	_ = c.MarkFlagRequired("format")
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"smtlib"}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// export writes the obligations of one spec, proved or not: what is not
// proved is the more interesting question to another solver.
func export(ctx context.Context, std stdio, path, output string) error {
	l, err := loadSpec(path, std.in)
	if err != nil {
		return fault(err)
	}
	if err := diag.WriteText(std.err, l.diags, l.quote); err != nil {
		return fault(err)
	}
	if l.machine == nil {
		return errFindings
	}
	scripts, err := smtlib.Scripts(verify.Machine(ctx, l.machine))
	if err != nil {
		return fault(fmt.Errorf("%s: internal error, please report it: %w", path, err))
	}
	data := smtlib.Join(l.machine, scripts)
	if output == "-" {
		_, err = std.out.Write(data)
	} else {
		_, err = writeFile(output, data)
	}
	return fault(err)
}
