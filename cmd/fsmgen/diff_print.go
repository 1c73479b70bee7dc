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
			if forTools(o.format) {
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
	if err := writeDiffs(ctx, std, o, diffs, problems); err != nil {
		return err
	}
	if !forTools(o.format) {
		if err := writeFound(std.err, problems, waivers.quote); err != nil {
			return fault(err)
		}
	}
	if err := writeCopies(ctx, std, o, diffs, problems); err != nil {
		return fault(err)
	}
	for _, d := range diffs {
		findings = findings || o.fail.fails(d)
	}
	if findings {
		return errFindings
	}
	return nil
}

// forTools reports whether a format lists findings.
func forTools(format string) bool {
	return slices.ContainsFunc(toolFormats, func(w word) bool { return w.name == format })
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
func writeDiffs(ctx context.Context, std stdio, o diffOptions, diffs []*diff.Diff, problems diag.List) error {
	if o.format == "text" && len(diffs) == 0 && o.against != "" {
		_, err := fmt.Fprintln(std.out, "no machine differs")
		return fault(err)
	}
	data, err := o.formatted(ctx, std, o.format, diffs, problems)
	if ctx.Err() != nil {
		return fault(errInterrupted)
	}
	if err != nil {
		return err
	}
	if o.format == "text" {
		data = []byte(fitted(string(data), widthOf(std.out)))
	}
	_, err = std.out.Write(data)
	return fault(err)
}
