package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/spec/diag"
)

func newCheck(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "check [file | folder | folder/... | -]...",
		Short: "Check specs for mistakes, without proofs",
		Long: `Check reads specs and reports what is wrong with them: syntax, names, types,
structure. What is true of the machines' runs is for verify to say.`,
		Example: `  fsmgen check door.fsm.yaml
  fsmgen check ./...`,
		RunE: func(_ *cobra.Command, args []string) error {
			paths, err := findSpecs(args)
			if err != nil {
				return fault(err)
			}
			findings := false
			for _, path := range paths {
				l, err := loadSpec(path, std.in)
				if err != nil {
					return fault(err)
				}
				findings = findings || l.machine == nil
				if len(l.diags) == 0 {
					_, err = fmt.Fprintf(std.out, "%s: no findings\n", l.path)
				} else {
					err = diag.WriteText(std.out, l.diags, l.quote)
				}
				if err != nil {
					return fault(err)
				}
			}
			if findings {
				return errFindings
			}
			return nil
		},
	}
}
