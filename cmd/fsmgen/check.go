package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/spec/diag"
)

func newCheck(std stdio) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "check [file | folder | folder/... | -]...",
		Short: "Check specs for mistakes, without proofs",
		Long: `Check reads specs and reports what is wrong with them: syntax, names, types,
structure. What is true of the machines' runs is for verify to say.

With --format json it prints an array of findings, with sarif a SARIF 2.1.0
log, and with github the commands that make GitHub show findings beside the
lines of a pull request.`,
		Example: `  fsmgen check door.fsm.yaml
  fsmgen check ./...
  fsmgen check --format sarif ./... > fsmgen.sarif`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			paths, err := findSpecs(args)
			if err != nil {
				return fault(err)
			}
			findings := false
			all := diag.List{}
			for _, path := range paths {
				l, err := loadSpec(path, std.in)
				if err != nil {
					return fault(err)
				}
				findings = findings || l.machine == nil
				all = append(all, l.diags...)
				if format != "text" {
					continue
				}
				if len(l.diags) == 0 {
					_, err = fmt.Fprintf(std.out, "%s: no findings\n", l.path)
				} else {
					err = diag.WriteText(std.out, l.diags, l.quote)
				}
				if err != nil {
					return fault(err)
				}
			}
			if err := writeFindings(std, format, all); err != nil {
				return fault(err)
			}
			if findings {
				return errFindings
			}
			return nil
		},
	}
	formatFlag(c, &format)
	return c
}
