package main

import (
	"errors"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec/core"
)

func newDiagram(std stdio) *cobra.Command {
	var view gen.View
	var trace, output string
	relayout := false
	format, direction := "mermaid", "TB"
	view.Detail = gen.Details()[0]
	formats := outputWords(gen.Diagram)
	c := &cobra.Command{
		Use:   "diagram [--format FORMAT] [-o FILE] file | -",
		Short: "Print a machine as a diagram",
		Long: `Diagram prints a machine as a diagram. The spec must have no errors; the machine
need not be proved.

Formats:

` + described(formats) + `
A Mermaid diagram shows as many details as are legible in the column of a page
on GitHub: everything, or only events and guards, or only events. An SVG image
shows events and guards, with marks for actions, or only events. To choose
yourself, use --detail.

With --split it divides a large machine into an overview, in which each
composite state is one box, and a diagram for each composite state. Without
composite states, states that can all reach each other are one box. In Mermaid,
these are parts of a Markdown document; in SVG, they are below each other.

With --from, --to, or --focus it shows a part of the machine. Each takes the
name of a state or composite state.

An SVG image keeps the places of the image that it replaces or, if there is
none, of the one that fsmgen generate has written beside the spec; --relayout
lays it out anew.

With --trace it shows a run that fsmgen verify --format json has printed: it
marks the states that the run visits and numbers the steps on the arrows. The
run is the counterexample, or, if the machine is proved, a longest run.`,
		Example: `  fsmgen diagram door.fsm.yaml > door.mmd
  fsmgen diagram --format svg -o door.svg door.fsm.yaml
  fsmgen diagram --format dot door.fsm.yaml | dot -Tsvg > door.svg
  fsmgen diagram --split --detail guards -o plant.md plant.fsm.yaml
  fsmgen diagram --focus Retrying --from Idle door.fsm.yaml
  fsmgen verify --format json door.fsm.yaml > report.json
  fsmgen diagram --trace report.json door.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, ok := gen.Find(format)
			if !ok {
				return errors.New("unknown format " + format)
			}
			if args[0] == "-" && trace == "-" {
				return errors.New("only one of the spec and the trace can be standard input")
			}
			if err := toSpecs(args); err != nil {
				return fault(err)
			}
			l, err := std.machine(args[0])
			if err != nil {
				return err
			}
			if err := view.Check(l.machine); err != nil {
				return err
			}
			view.LeftToRight = direction == "LR"
			if trace != "" {
				if view.Run, err = tracedRun(std, l.machine, trace); err != nil {
					return err
				}
			}
			in := gen.Input{Spec: l.spec, View: view}
			if o.Name == "svg" {
				if in.Link, in.Earlier, err = beside(args[0], output, relayout); err != nil {
					return fault(err)
				}
			}
			return std.write(cmd.Context(), l, o, in, output, args[0], trace)
		},
	}
	choiceFlag(c, &format, "format", "language", formats)
	choiceFlag(c, &direction, "direction", "layout, down or to the right", words("TB", "LR"))
	choiceFlag(c, &view.Detail, "detail", "how much to show", words(gen.Details()...))
	c.Flags().BoolVar(&view.Notes, "notes", false, "add the declared progress, the invariants and the bound as notes")
	c.Flags().BoolVar(&view.Split, "split", false, "draw an overview and each composite state by itself")
	c.Flags().StringVar(&view.From, "from", "", "draw only states that can be reached from this one")
	c.Flags().StringVar(&view.To, "to", "", "draw only states from which this one can be reached")
	c.Flags().StringSliceVar(&view.Focus, "focus", nil, "draw only these states and their neighbors")
	c.Flags().BoolVar(&relayout, "relayout", false, "lay out an SVG image anew, instead of keeping the places of the last one")
	c.Flags().StringVar(&trace, "trace", "", "JSON file with a run to show, or - for standard input")
	outputFlag(c, &output)
	return c
}

// beside returns the path of a spec relative to its image, and the image whose places the new one keeps: the one that it replaces, or
// the one beside the spec. They are "" and nil if there are none.
func beside(spec, output string, relayout bool) (link string, earlier []byte, err error) {
	var candidates []string
	if output != "-" {
		candidates = append(candidates, output)
	}
	if spec != "-" {
		if link, err = seen(spec, output); err != nil {
			return "", nil, err
		}
		if o, ok := gen.Find("picture"); ok {
			candidates = append(candidates, filepath.Join(filepath.Dir(spec), o.FileName(spec)))
		}
	}
	for _, path := range candidates {
		if !relayout && exists(path) {
			l, err := locate(path)
			if err != nil {
				return "", nil, err
			}
			earlier, _, err = l.current(nil)
			return link, earlier, err
		}
	}
	return link, nil, nil
}

// tracedRun reads a run and checks that the machine takes its steps.
func tracedRun(std stdio, m *core.Machine, file string) (*gen.Run, error) {
	t, err := readTrace(file, std.in)
	if err != nil {
		return nil, fault(err)
	}
	s := &stepper{instance: newInstance(m), std: stdio{nil, io.Discard, std.err}}
	if err := s.trace(t); err != nil {
		return nil, err
	}
	run := &gen.Run{Transitions: s.path, Loop: -1}
	if t.LoopFrom != nil && *t.LoopFrom < len(s.path) {
		run.Loop = *t.LoopFrom
	}
	return run, nil
}
