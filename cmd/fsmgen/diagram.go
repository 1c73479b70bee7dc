package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/dot"
	"github.com/fsmgen/fsmgen/gen/mermaid"
	"github.com/fsmgen/fsmgen/gen/picture"
	"github.com/fsmgen/fsmgen/gen/plantuml"
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// diagram is what the flags of fsmgen diagram ask for.
type diagram struct {
	format, direction, detail, trace, output string
	notes, split                             bool
}

func newDiagram(std stdio) *cobra.Command {
	var d diagram
	c := &cobra.Command{
		Use:   "diagram [--format mermaid|dot|plantuml] [-o FILE] file | -",
		Short: "Print a machine as a diagram",
		Long: `Diagram prints the machine as a diagram in the language of Mermaid (a
stateDiagram-v2, as it stands in the machine card), of Graphviz or of PlantUML.
It needs a spec without errors, and no proof.

With --split it cuts a large machine: first an overview, in which each
composite state is one box, then a diagram for each composite state; those of
Mermaid stand in a Markdown document.

With --trace it shows a run that fsmgen verify --format json has printed: the
states it visits, and on the arrows the numbers of its steps.`,
		Example: `  fsmgen diagram door.fsm.yaml > door.mmd
  fsmgen diagram --format dot door.fsm.yaml | dot -Tsvg > door.svg
  fsmgen diagram --split --detail guards -o plant.md plant.fsm.yaml
  fsmgen verify --format json door.fsm.yaml > report.json
  fsmgen diagram --trace report.json door.fsm.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			detail, err := d.check()
			if err != nil {
				return err
			}
			return export(std, args[0], d.output, func(m *core.Machine) ([]byte, error) {
				p, err := d.picture(m, std.err)
				if err != nil {
					return nil, err
				}
				if d.notes {
					p.Annotate(m)
				}
				p = p.At(detail)
				p.LeftToRight = d.direction == "LR"
				return d.text(m, p, std.err), nil
			})
		},
	}
	flags := []struct {
		value              *string
		name, first, usage string
		words              []string
	}{
		{&d.format, "format", "mermaid", "language: mermaid, dot or plantuml", []string{"mermaid", "dot", "plantuml"}},
		{&d.direction, "direction", "TB", "where it goes from the first state: TB (down) or LR (right)", []string{"TB", "LR"}},
		{&d.detail, "detail", "full", "how much it says: " + strings.Join(picture.Details(), ", "), picture.Details()},
	}
	for _, f := range flags {
		c.Flags().StringVar(f.value, f.name, f.first, f.usage)
		_ = c.RegisterFlagCompletionFunc(f.name, cobra.FixedCompletions(f.words, cobra.ShellCompDirectiveNoFileComp))
	}
	c.Flags().BoolVar(&d.notes, "notes", false, "add the declared progress, the invariants and the bound as notes")
	c.Flags().BoolVar(&d.split, "split", false, "draw an overview, and each composite state by itself")
	c.Flags().StringVar(&d.trace, "trace", "", "JSON file with a run to show")
	c.Flags().StringVarP(&d.output, "output", "o", "-", "file to write, or - for standard output")
	return c
}

// check reports flags with a value that they do not have.
func (d *diagram) check() (picture.Detail, error) {
	switch {
	case !slices.Contains([]string{"mermaid", "dot", "plantuml"}, d.format):
		return 0, fmt.Errorf("unknown format %q: it is mermaid, dot or plantuml", d.format)
	case d.direction != "TB" && d.direction != "LR":
		return 0, fmt.Errorf("unknown direction %q: it is TB or LR", d.direction)
	}
	return picture.ParseDetail(d.detail)
}

// picture draws the machine, with a run if one is asked for.
func (d *diagram) picture(m *core.Machine, complaints io.Writer) (*picture.Picture, error) {
	if d.trace == "" {
		return picture.New(m), nil
	}
	t, err := readTrace(d.trace)
	if err != nil {
		return nil, err
	}
	s := &stepper{instance: newInstance(m), std: stdio{nil, io.Discard, complaints}}
	if err := s.trace(d.trace); err != nil {
		return nil, err
	}
	run := picture.Run{Transitions: s.path, Loop: -1}
	if t.LoopFrom != nil && *t.LoopFrom < len(s.path) {
		run.Loop = *t.LoopFrom
	}
	return picture.NewRun(m, run), nil
}

// text writes the picture, or its parts one after the other.
func (d *diagram) text(m *core.Machine, p *picture.Picture, complaints io.Writer) []byte {
	if !d.split {
		return d.write(m.Name, p, complaints)
	}
	var b bytes.Buffer
	for i, part := range p.Split() {
		title := m.Name
		if i > 0 {
			title = part.Blocks[part.Frame].Name
			b.WriteString("\n")
		}
		text := d.write(title, part, complaints)
		switch d.format {
		case "mermaid":
			fmt.Fprintf(&b, "## %s\n\n%s", markdown.Text(title), markdown.Fence("mermaid", string(text)))
		case "dot":
			fmt.Fprintf(&b, "// %s\n%s", title, text)
		default:
			fmt.Fprintf(&b, "' %s\n%s", title, text)
		}
	}
	return b.Bytes()
}

func (d *diagram) write(title string, p *picture.Picture, complaints io.Writer) []byte {
	switch d.format {
	case "dot":
		return dot.Write(p)
	case "plantuml":
		return plantuml.Write(p)
	}
	if !mermaid.Fits(p) {
		fmt.Fprintf(complaints, "%s is too large for Mermaid with all that there is to say: its arrows have only the names of events; try --split or --detail guards\n", title)
	}
	return mermaid.Write(p)
}
