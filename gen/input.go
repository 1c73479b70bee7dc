package gen

import (
	"fmt"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// Input is what outputs are made of. Only Spec is needed by all of them.
type Input struct {
	// Spec is a loaded spec without errors.
	Spec *spec.Spec
	// Report is the verifier's report on the machine of Spec.
	Report *verify.Report
	// Package is the name of the Go package for Go files.
	Package string
	// Params are values of the parameters, in the order of the machine: ints as
	// they are, bools as 0 and 1, enum values by their index, and strings by any
	// number for which Text returns the string.
	Params []int64
	// Text may be nil if no parameter is a string.
	Text func(int64) string
	// View chooses what a diagram shows.
	View View
	// Explorer chooses what the page of an explorer shows.
	Explorer Explorer
	// Link is the path of the spec as seen from the machine card, with slashes,
	// or "" for a card without links to the spec.
	Link string
	// Image is the path of an image of the machine relative to the machine card, with
	// slashes, or "". A card with an image folds its diagrams.
	Image string
	// Earlier is an earlier SVG image of the machine, or nil. What is in it stays
	// where it was. An image that is damaged, or not by fsmgen, counts as nil.
	Earlier []byte
	// Level is the level of the heading, from 1 to 6, if the card is to be a
	// section of another document, and 0 if it is a page of its own.
	Level int
	// Table is the table that the export sql guards, or "" for one with the name of the machine.
	Table string

	assigned *ident.Names
	// drawn is the image that Files has made before the card, or nil; without says why there is none.
	drawn   *Made
	without []string
}

// names returns the Go identifiers of the machine.
func (in *Input) names() (*ident.Names, error) {
	if in.assigned == nil {
		names, clashes := ident.Assign(in.Spec.Machine, in.Spec.Prefix)
		if clashes.HasErrors() {
			return nil, fmt.Errorf("gen: %s", clashes[0].Message)
		}
		in.assigned = names
	}
	return in.assigned, nil
}
