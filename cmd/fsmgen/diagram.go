package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/mermaid"
	"github.com/fsmgen/fsmgen/spec/diag"
)

func newDiagram(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "diagram file",
		Short: "Print a machine as a Mermaid diagram",
		Long: `Diagram prints the machine as a Mermaid stateDiagram-v2, as it stands in the
machine card. It needs a spec without errors, and no proof.`,
		Example: `  fsmgen diagram door.fsm.yaml
  fsmgen diagram door.fsm.yaml > door.mmd`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			l, err := loadSpec(args[0], std.in)
			if err != nil {
				return fault(err)
			}
			if err := diag.WriteText(std.err, l.diags, l.quote); err != nil {
				return fault(err)
			}
			if l.machine == nil {
				return errFindings
			}
			_, err = fmt.Fprintf(std.out, "%s", mermaid.Diagram(l.machine))
			return fault(err)
		},
	}
}
