package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/internal/importer"
)

func newImport(std stdio) *cobra.Command {
	var format, output string
	var number int
	var approximate bool
	var formats []word
	for _, i := range importer.All() {
		formats = append(formats, word{i.Name, i.Help})
	}
	c := &cobra.Command{
		Use:   "import [--format FORMAT] [--diagram N] [--approximate] [-o FILE] file | -",
		Short: "Write a spec from a state machine in another format",
		Long: `Import reads a state machine in another format and writes a spec with the same
states, events and transitions.

Formats:

` + described(formats) + `
Without --format, the suffix of the file or its contents decide.

Import reads the labels of a diagram as "event [guard] / action, action",
"event when guard" or "after 30s: event". A guard becomes a question to the
program, and an action becomes an output. What a spec cannot express becomes a
comment and a warning. In SCXML, it is an error, and with --approximate what
comes next to it, with a warning: a condition becomes a question to the
program, a script an output, and a delayed event a timer of its state. See
docs/import.md and docs/scxml.md.

With -o, import does not replace a file with other contents, because people edit
the specs that they have imported.`,
		Example: `  fsmgen import order.mmd > order.fsm.yaml
  fsmgen import machine.scxml > machine.fsm.yaml
  fsmgen import --diagram 2 -o order.fsm.yaml docs/internals/architecture.md
  fsmgen verify order.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, src, err := readInput(args[0], std.in)
			if err != nil {
				return fault(err)
			}
			i, ok := importer.Choose(format, file, src)
			if !ok {
				return errors.New("unknown format " + format)
			}
			if args[0] == "-" {
				file = "machine" + i.Suffixes[0]
			}
			out, diags := i.Import(file, src, number, approximate)
			err = writeFound(std.err, diags, func(string) []byte { return src })
			switch {
			case err != nil:
				return fault(err)
			case out == nil && !approximate && approximable(i, file, src, number):
				if _, err := fmt.Fprintln(std.err, "With --approximate, fsmgen imports this file, with a warning at each place that a spec cannot say."); err != nil {
					return fault(err)
				}
				return errFindings
			case out == nil:
				return errFindings
			case output == "-":
				_, err = std.out.Write(out)
			case cmd.Context().Err() != nil:
				err = errInterrupted
			default:
				err = writeImport(output, out, args[0])
			}
			return fault(err)
		},
	}
	choiceFlag(c, &format, "format", "format of the file", formats)
	c.Flags().IntVar(&number, "diagram", 1, "which of the state diagrams in a document to import")
	c.Flags().BoolVar(&approximate, "approximate", false, "read what a spec cannot say as what comes next to it, with a warning at each place")
	outputFlag(c, &output)
	return c
}

// approximable reports whether an approximation of a file would be a spec.
func approximable(i importer.Importer, file string, src []byte, number int) bool {
	out, _ := i.Import(file, src, number, true)
	return out != nil
}

// writeImport writes an imported spec. It does not replace the input, nor a file with
// other contents: people edit the specs that they have imported.
func writeImport(file string, data []byte, input string) error {
	if sameFile(input, file) {
		return errIsInput(file)
	}
	l, err := locate(file)
	if err != nil {
		return err
	}
	old, same, err := l.current(data)
	if err != nil || same {
		return err
	}
	if len(old) > 0 || l.linked() {
		return fmt.Errorf("%s exists and is left unchanged: choose another name, and compare the specs with fsmgen diff", filePath(file))
	}
	_, err = l.write(data)
	return err
}
