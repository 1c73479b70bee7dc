package main

import (
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/importer/mermaid"
	"github.com/fsmgen/fsmgen/spec/diag"
)

func newImport(std stdio) *cobra.Command {
	var output string
	var number int
	c := &cobra.Command{
		Use:   "import [--diagram N] [-o FILE] file.mmd | file.md | -",
		Short: "Write the spec that a Mermaid diagram means",
		Long: `Import reads a state diagram of Mermaid (stateDiagram-v2), alone or in a Markdown
document, and writes a spec with the same states, events and transitions.

Labels are read as "event [guard] / action, action", "event when guard" or
"after 30s: event". A guard is a question to the program, an action an output.
What has no counterpart becomes a comment and a warning. See docs/import.md.`,
		Example: `  fsmgen import order.mmd > order.fsm.yaml
  fsmgen import --diagram 2 -o order.fsm.yaml docs/architecture.md
  fsmgen verify order.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			path, src, err := args[0], []byte(nil), error(nil)
			if path == "-" {
				path = "machine.mmd"
				src, err = io.ReadAll(io.LimitReader(std.in, maxRead))
			} else {
				src, err = readFile(path)
			}
			if err != nil {
				return fault(err)
			}
			path = filepath.ToSlash(path)
			out, diags := mermaid.Import(path, src, number)
			err = diag.WriteText(std.err, diags, func(file string) []byte {
				if file == path {
					return src
				}
				return nil
			})
			switch {
			case err != nil:
				return fault(err)
			case out == nil:
				return errFindings
			case output == "-":
				_, err = std.out.Write(out)
			default:
				_, err = writeFile(output, out)
			}
			return fault(err)
		},
	}
	c.Flags().IntVar(&number, "diagram", 1, "which of the state diagrams of the document")
	c.Flags().StringVarP(&output, "output", "o", "-", "file to write, or - for standard output")
	return c
}
