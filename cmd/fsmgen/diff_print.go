package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// selection is what a command compares.
type selection struct {
	list []versions
	// same are the machines whose versions have the same bytes.
	same []string
	// whole reports that all specs below a folder are compared.
	whole bool
}

// printDiffs compares versions and prints the diffs. It reports specs with errors, and
// still compares the others.
func printDiffs(ctx context.Context, std stdio, o diffOptions, s selection) error {
	waivers, err := std.readWaivers(o.waivers)
	if err != nil {
		return err
	}
	var diffs []*diff.Diff
	findings := waivers.diags.HasErrors()
	for _, v := range s.list {
		if ctx.Err() != nil {
			return fault(errInterrupted)
		}
		wrong := false
		for _, l := range []*loaded{v.old, v.new} {
			if l == nil {
				continue
			}
			if l.machine != nil {
				continue // fsmgen check reports its warnings
			}
			wrong = true
			if o.forTools() {
				continue
			}
			if err := l.print(std.err); err != nil {
				return fault(err)
			}
		}
		if wrong {
			findings = true
			diffs = append(diffs, v.invalid())
			continue
		}
		old, new, err := o.sides(ctx, std, v)
		if err != nil {
			return err
		}
		d, err := diff.Compare(ctx, old, new)
		if err != nil {
			return fault(err)
		}
		waivers.apply(d)
		if o.against == "" || !d.Empty() || len(d.Notes)+len(d.Unchecked) > 0 {
			diffs = append(diffs, d)
		}
	}
	if ctx.Err() != nil {
		return fault(errInterrupted) // parts whose proofs were cut short would look different
	}
	problems := waivers.problems(s.compared())
	if o.forTools() {
		err = fault(writeFindings(std, o.format, append(o.findings(diffs), problems...)))
	} else if err = writeDiffs(ctx, std, o, diffs); err == nil {
		err = fault(diag.WriteStyled(std.err, problems, waivers.quote, styleOf(std.err)))
	}
	if err != nil {
		return err
	}
	for _, d := range diffs {
		findings = findings || o.fail.fails(d)
	}
	if findings {
		return errFindings
	}
	return nil
}

// forTools reports whether the format lists findings.
func (o *diffOptions) forTools() bool {
	return slices.ContainsFunc(toolFormats, func(w word) bool { return w.name == o.format })
}

// findings returns what the diffs report, for formats for tools. A removed machine is
// reported at the path of its spec, which the working tree does not have.
func (o *diffOptions) findings(diffs []*diff.Diff) diag.List {
	all := diag.List{}
	for _, d := range diffs {
		for _, f := range d.Findings(o.fail.on) {
			if d.Action == diff.Removed {
				f.Span.File = strings.TrimPrefix(f.Span.File, o.against+":")
			}
			all = append(all, f)
		}
	}
	return all
}

// invalid is the diff of versions of which one has errors.
func (v versions) invalid() *diff.Diff {
	d := &diff.Diff{Action: diff.Invalid}
	if l := v.old; l != nil {
		d.Old, d.OldFile = l.spec.Name, string(l.path)
		d.Errors = append(d.Errors, l.errors()...)
	}
	if l := v.new; l != nil {
		d.New, d.NewFile = l.spec.Name, string(l.path)
		d.Errors = append(d.Errors, l.errors()...)
	}
	return d
}

// writeDiffs prints the diffs in the chosen format.
func writeDiffs(ctx context.Context, std stdio, o diffOptions, diffs []*diff.Diff) error {
	if o.format == "text" && len(diffs) == 0 && o.against != "" {
		_, err := fmt.Fprintln(std.out, "no machine differs")
		return fault(err)
	}
	format := o.format
	if format == briefFormat {
		format = "json"
	}
	for _, f := range diff.Formats() {
		if f.Name != format {
			continue
		}
		data, err := f.Write(ctx, diffs)
		if ctx.Err() != nil {
			return fault(errInterrupted)
		}
		if err != nil {
			return err
		}
		if o.format == briefFormat {
			return fault(briefly(std.out, data))
		}
		_, err = std.out.Write(data)
		return fault(err)
	}
	return nil
}
