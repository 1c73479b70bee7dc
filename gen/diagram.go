package gen

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// View chooses what a diagram shows. The zero value is one diagram of the whole
// machine, from top to bottom.
type View struct {
	// Detail is one of [Details]; "" is "auto": a Mermaid diagram or SVG image shows as much
	// as is legible in the column of a page, and others show everything.
	Detail string
	// From and To restrict the diagram to states that can be reached from a state or
	// composite state, and to those from which one can be reached; "" is no
	// restriction.
	From, To string
	// Focus restricts the diagram to some states and composite states with their
	// neighbors, unless it is empty.
	Focus []string
	// LeftToRight lays out the diagram from left to right.
	LeftToRight bool
	// Notes adds the declared progress, the invariants and the bound as notes.
	Notes bool
	// Split makes an overview, in which each composite state is one box, and a
	// diagram for each composite state. In a machine without composite states, states
	// that can all reach each other are one box.
	Split bool
	// Run is a run to highlight, or nil.
	Run *Run
}

// Run is a run of a machine.
type Run struct {
	// Transitions are those that the run takes, from the initial state on, as
	// indices into the transitions of the machine.
	Transitions []int
	// Loop is the index in Transitions from which on the run repeats forever, or
	// -1.
	Loop int
}

// Details returns the levels of detail of a diagram: "auto", and the others from the
// most detailed. The caller owns the slice.
func Details() []string { return append([]string{auto}, picture.Details()...) }

const auto = "auto"

// language is a way to write pictures.
type language struct {
	write func(*picture.Picture) []byte
	// fit reduces the detail of a picture to what is legible; nil leaves it as it is.
	fit func(*picture.Picture) *picture.Picture
	// fits reports whether write has room for all details; nil stands for always.
	fits func(*picture.Picture) bool
	// titled adds a title to one of several diagrams in a file.
	titled func(title string, text []byte) string
}

// section puts a diagram under a heading of a Markdown document.
func section(title string, text []byte) string {
	return "## " + markdown.Text(title) + "\n\n" + markdown.Fence("mermaid", string(text))
}

// commented puts a diagram below a comment.
func commented(mark string) func(string, []byte) string {
	return func(title string, text []byte) string { return mark + title + "\n" + string(text) }
}

// diagram makes the diagram, or its parts one after the other.
func diagram(l language) func(context.Context, *Input) (Made, error) {
	return func(_ context.Context, in *Input) (Made, error) {
		p, err := in.View.picture(in.Spec.Machine)
		if err != nil {
			return Made{}, err
		}
		var made Made
		write := func(title string, p *picture.Picture) []byte {
			if l.fit != nil && (in.View.Detail == "" || in.View.Detail == auto) {
				if p = l.fit(p); p.Detail != picture.Full {
					made.Remarks = append(made.Remarks, less(title, p.Detail))
				}
			}
			if l.fits != nil && !l.fits(p) {
				made.Remarks = append(made.Remarks, "the diagram of "+title+" is too large to show all details: its arrows show only the names of events")
			}
			return l.write(p)
		}
		name := in.Spec.Machine.Name
		if !in.View.Split {
			made.Data = write(name, p)
			return made, nil
		}
		parts, why := p.Split()
		if why != "" {
			made.Remarks = append(made.Remarks, notSplit(name, why))
		}
		var b bytes.Buffer
		for i, part := range parts {
			title := name
			if i > 0 {
				title = part.Blocks[part.Frame].Name
				b.WriteString("\n")
			}
			b.WriteString(l.titled(title, write(title, part)))
		}
		made.Data = b.Bytes()
		return made, nil
	}
}

func less(title string, d picture.Detail) string {
	return "the diagram of " + title + " shows only " + d.Shows() + ", to be legible in a page: --detail full shows everything"
}

func notSplit(name, why string) string {
	return "the diagram of " + name + " is not split: " + why + "; --focus STATE draws a part"
}

// Check reports a name in From, To, or Focus that the machine does not have, and that no transitions lead
// from From to To.
func (v View) Check(m *core.Machine) error {
	p := picture.New(m)
	names := p.Names()
	for _, name := range append([]string{v.From, v.To}, v.Focus...) {
		if name != "" && !slices.Contains(names, name) {
			return fmt.Errorf("the machine has no state %q%s", name, suggestion(name, names))
		}
	}
	if len(p.Between(v.From, v.To).Nodes) == 0 {
		return fmt.Errorf("no transitions lead from %s to %s", v.From, v.To)
	}
	return nil
}

// picture draws what the view chooses.
func (v View) picture(m *core.Machine) (*picture.Picture, error) {
	detail := picture.Full
	if v.Detail != "" && v.Detail != auto {
		var err error
		if detail, err = picture.ParseDetail(v.Detail); err != nil {
			return nil, fmt.Errorf("gen: %w", err)
		}
	}
	p := picture.New(m)
	if v.Run != nil {
		p = picture.NewRun(m, picture.Run{Transitions: v.Run.Transitions, Loop: v.Run.Loop})
	}
	if v.Notes {
		p.Annotate(m)
	}
	if err := v.Check(m); err != nil {
		return nil, err
	}
	if v.From != "" || v.To != "" {
		p = p.Between(v.From, v.To)
	}
	if len(v.Focus) > 0 {
		p = p.Focus(v.Focus)
	}
	// At returns a full picture itself, which is not shared.
	p = p.At(detail)
	p.LeftToRight = v.LeftToRight
	return p, nil
}

// suggestion names the candidate that is most like a name, after a semicolon.
func suggestion(name string, candidates []string) string {
	if help := diag.DidYouMean(name, candidates); help != "" {
		return "; " + strings.ReplaceAll(help, "`", "")
	}
	return ""
}
