package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/promela"
	"github.com/fsmgen/fsmgen/gen/smtlib"
	"github.com/fsmgen/fsmgen/gen/tla"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

func newExport(std stdio) *cobra.Command {
	var format, output string
	var params []string
	formats := []string{"smtlib", "promela", "tla", "tla-cfg"}
	c := &cobra.Command{
		Use:   "export --format smtlib|promela|tla|tla-cfg [--param NAME=VALUE] [-o FILE] file | -",
		Short: "Write proof obligations or a model for another tool",
		Long: `Export writes a machine for other tools, which need not believe fsmgen.

With --format smtlib it writes what fsmgen claims to have proved as questions
in SMT-LIB 2.6, for z3 and cvc5. They are made from the machine by other code
than fsmgen's own proofs. Before each answer the solver prints the name of the
question and the answer that agrees with fsmgen's verdict.

With --format promela it writes a model for SPIN, for one value of each
parameter: the one given with --param, otherwise its default or its minimum.
Ranges and invariants are assertions.

With --format tla it writes a module of TLA+, with the parameters as constants,
and with --format tla-cfg the configuration with which TLC checks it, for one
value of each parameter. TLC wants both files to have the name of the module,
which is that of the machine; their first lines say it.`,
		Example: `  fsmgen export --format smtlib machine.fsm.yaml | z3 -in
  fsmgen export --format smtlib machine.fsm.yaml | cvc5 --lang smt2
  fsmgen export --format promela --param n=3 -o machine.pml machine.fsm.yaml
  fsmgen export --format tla -o Machine.tla machine.fsm.yaml
  fsmgen export --format tla-cfg --param n=3 -o Machine.cfg machine.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case format == "":
				return fmt.Errorf("--format is missing: it is one of %s", strings.Join(formats, ", "))
			case format == "promela":
				return export(std, args[0], output, func(m *core.Machine) ([]byte, error) {
					s, err := withParams(m, params, promela.Texts(m))
					if err != nil {
						return nil, err
					}
					return promela.Model(m, s.Params)
				})
			case format == "tla-cfg":
				return export(std, args[0], output, func(m *core.Machine) ([]byte, error) {
					s, err := withParams(m, params, nil)
					if err != nil {
						return nil, err
					}
					return tla.Config(m, s.Params, s.text)
				})
			case !slices.Contains(formats, format):
				return fmt.Errorf("unknown format %q: it is %s", format, strings.Join(formats, ", "))
			case len(params) > 0:
				return fmt.Errorf("--param has no meaning for %s, which speaks of all values", format)
			case format == "tla":
				return export(std, args[0], output, func(m *core.Machine) ([]byte, error) { return tla.Module(m), nil })
			}
			// Proved or not: what is not proved is the more interesting
			// question to another solver.
			return export(std, args[0], output, func(m *core.Machine) ([]byte, error) {
				scripts, err := smtlib.Scripts(verify.Machine(cmd.Context(), m))
				if err != nil {
					return nil, fmt.Errorf("internal error, please report it: %w", err)
				}
				return smtlib.Join(m, scripts), nil
			})
		},
	}
	c.Flags().StringVar(&format, "format", "", "output format: "+strings.Join(formats, ", "))
	c.Flags().StringArrayVar(&params, "param", nil, "value of a parameter, as NAME=VALUE")
	c.Flags().StringVarP(&output, "output", "o", "-", "file to write, or - for standard output")
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// withParams returns the machine with the parameters that are given; it numbers
// the texts first.
func withParams(m *core.Machine, params, texts []string) (*instance, error) {
	s := newInstance(m)
	for _, text := range texts {
		s.number(text)
	}
	if err := setParams(s, params); err != nil {
		return nil, usageError{err}
	}
	return s, nil
}

// export writes what is made of one spec.
func export(std stdio, path, output string, of func(*core.Machine) ([]byte, error)) error {
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
	data, err := of(l.machine)
	if usage := (usageError{}); errors.As(err, &usage) {
		return usage.error
	}
	if err != nil {
		return fault(fmt.Errorf("%s: %w", path, err))
	}
	if output == "-" {
		_, err = std.out.Write(data)
	} else {
		_, err = writeFile(output, data)
	}
	return fault(err)
}

// usageError is an error in what the caller asked for.
type usageError struct{ error }
