package gen

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/spec"
)

// Kind says where an output belongs.
type Kind string

// The kinds of outputs, each with the command that makes them.
const (
	// Beside is a file beside the spec: fsmgen generate.
	Beside Kind = "beside"
	// Diagram is a picture of the machine as text: fsmgen diagram.
	Diagram Kind = "diagram"
	// Export is a text for another tool: fsmgen export.
	Export Kind = "export"
	// Explorable is a page on which people step through runs: fsmgen explore.
	Explorable Kind = "explorable"
	// Regression is a Go test of what was refuted: fsmgen verify --emit-test.
	Regression Kind = "regression"
)

// Output is something that fsmgen makes of a machine. The zero value is not
// usable; outputs come from [Outputs] and [Find].
type Output struct {
	// Name is unique among all outputs. For diagrams and exports it is the value
	// of --format.
	Name string
	Kind Kind
	// Suffix follows NAME in the name of the file beside NAME.fsm.yaml. It is ""
	// unless Kind is [Beside].
	Suffix string
	// Help is a noun phrase of one line.
	Help string
	// NeedsReport, NeedsPackage and NeedsParams say that [Input.Report],
	// [Input.Package] and [Input.Params] must be set.
	NeedsReport, NeedsPackage, NeedsParams bool

	// wanted reports whether a spec asks for the output; nil stands for always.
	wanted func(*spec.Spec) bool
	// heading begins the text of an output that has no mark of its own.
	heading string
	make    func(context.Context, *Input) (Made, error)
}

// Made is the result of making an output.
type Made struct {
	// Data is nil if there is nothing to write.
	Data []byte
	// Remarks say what the output leaves out: each is one line without a final
	// period. The usual output has none.
	Remarks []string
}

// Outputs returns the outputs of the given kinds, or all of them if no kind is
// given, in a fixed order. The caller owns the slice.
func Outputs(kinds ...Kind) []Output {
	return slices.DeleteFunc(table(), func(o Output) bool {
		return len(kinds) > 0 && !slices.Contains(kinds, o.Kind)
	})
}

// Find returns the output with a name.
func Find(name string) (Output, bool) {
	for _, o := range table() {
		if o.Name == name {
			return o, true
		}
	}
	return Output{}, false
}

// Make makes the output with a name; see [Output.Make].
func Make(ctx context.Context, name string, in Input) (Made, error) {
	o, ok := Find(name)
	if !ok {
		return Made{}, fmt.Errorf("gen: unknown output %q", name)
	}
	return o.Make(ctx, in)
}

// Make makes the output. An error says what the input lacks, or what the output
// cannot express, such as a number that another tool has no room for; for an
// output of kind [Beside] or [Regression] with a complete input, it is a bug in
// fsmgen, unless it is [ErrNoImage] or that of the context.
func (o Output) Make(ctx context.Context, in Input) (Made, error) {
	if err := cmp.Or(in.check(o), ctx.Err()); err != nil {
		return Made{}, err
	}
	return o.make(ctx, &in)
}

// Wanted reports whether a spec asks for the output. [Files] leaves out outputs
// that are not wanted.
func (o Output) Wanted(s *spec.Spec) bool { return o.wanted == nil || o.wanted(s) }

// check reports what is missing for an output.
func (in *Input) check(o Output) error {
	switch {
	case in.Spec == nil || in.Spec.Machine == nil:
		return errors.New("gen: the spec has no machine")
	case o.NeedsReport && in.Report == nil:
		return fmt.Errorf("gen: %s needs a report", o.Name)
	case in.Report != nil && in.Report.Machine != in.Spec.Machine:
		return errors.New("gen: the report is about another machine")
	case o.NeedsPackage && in.Package == "":
		return fmt.Errorf("gen: %s needs a package name", o.Name)
	case o.NeedsParams && len(in.Params) != len(in.Spec.Machine.Params):
		return fmt.Errorf("gen: %s needs a value for each of the %d parameters, got %d", o.Name, len(in.Spec.Machine.Params), len(in.Params))
	}
	return nil
}
