package gen

import (
	"bytes"
	"fmt"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/core"
)

// View chooses what a diagram shows. The zero value is one diagram with all
// details, from top to bottom.
type View struct {
	// Detail is one of [Details]; "" is the first of them.
	Detail string
	// LeftToRight lays out the diagram from left to right.
	LeftToRight bool
	// Notes adds the declared progress, the invariants and the bound as notes.
	Notes bool
	// Split makes an overview, in which each composite state is one box, and a
	// diagram for each composite state.
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

// Details returns the levels of detail of a diagram, the most detailed first. The
// caller owns the slice.
func Details() []string { return picture.Details() }

// language is a way to write pictures.
type language struct {
	write func(*picture.Picture) []byte
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
func diagram(l language) func(*Input) (Made, error) {
	return func(in *Input) (Made, error) {
		p, err := in.View.picture(in.Spec.Machine)
		if err != nil {
			return Made{}, err
		}
		var made Made
		write := func(title string, p *picture.Picture) []byte {
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
		var b bytes.Buffer
		for i, part := range p.Split() {
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

// picture draws what the view chooses.
func (v View) picture(m *core.Machine) (*picture.Picture, error) {
	detail := picture.Full
	if v.Detail != "" {
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
	p = p.At(detail)
	p.LeftToRight = v.LeftToRight
	return p, nil
}
