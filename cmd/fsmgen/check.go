package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/spec/diag"
)

func newCheck(std stdio) *cobra.Command {
	format := "text"
	c := &cobra.Command{
		Use:   "check [file | folder | folder/... | -]...",
		Short: "Check specs for errors, without proofs",
		Long: `Check reads specs and reports errors in syntax, names, types and structure. It
does not prove anything about runs; fsmgen verify does.

Formats:

` + described(findingFormats) + `
With --format json it prints an array of findings.`,
		Example: `  fsmgen check door.fsm.yaml
  fsmgen check ./...
  fsmgen check --format sarif ./... > fsmgen.sarif`,
		RunE: func(cmd *cobra.Command, args []string) error {
			paths, err := findSpecs(args)
			if err != nil {
				return fault(err)
			}
			findings := false
			all := diag.List{}
			for _, path := range paths {
				if cmd.Context().Err() != nil {
					return fault(errInterrupted)
				}
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
					err = l.print(std.out)
				}
				if err != nil {
					return fault(err)
				}
			}
			if err := writeFindings(std, format, all); err != nil {
				return fault(err)
			}
			if format == "text" {
				total(std.out, "", all)
			}
			if findings {
				return errFindings
			}
			return nil
		},
	}
	choiceFlag(c, &format, "format", "output format", findingFormats)
	return c
}
