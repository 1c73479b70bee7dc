package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen/diff"
)

func newDiff(std stdio) *cobra.Command {
	o := diffOptions{format: "text"}
	var formats []word
	for _, f := range diff.Formats() {
		formats = append(formats, word{f.Name, f.Help})
	}
	c := &cobra.Command{
		Use:   "diff OLD NEW | --against REV [file | folder | folder/...]...",
		Short: "Report what changed in meaning between two versions of a machine",
		Long: `Diff compares the meaning of two specs: it distinguishes parts that are only
reordered, rewritten or renamed from changes of the machine. It verifies both
versions and reports verdicts that are gained and lost, the change of the bound,
and what breaks for users of the machine.

The numbers beside bounds are for the defaults of the parameters, or for values
given with --param.

With --against it compares the specs in the working tree with those of a git
revision, and prints those that differ, were added or were removed.

Formats:

` + described(formats) + `
The exit status is 0 even if there are differences. With --exit-code it is 1 if
there are any, with --exit-code=breaking if something breaks, and with
--exit-code=stored if stored machines may not be restored (FSMB2xx). It is 1 if
a spec has errors.

Codes of breaking changes:

` + codeList(),
		Example: `  fsmgen diff old.fsm.yaml new.fsm.yaml
  fsmgen diff --param providers=5 old.fsm.yaml new.fsm.yaml
  fsmgen diff --against HEAD
  fsmgen diff --against origin/main --format markdown ./...
  fsmgen diff --against v1.2.0 --exit-code=stored ./...`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("against") {
				return diffAgainst(cmd.Context(), std, o, args)
			}
			if len(args) != 2 {
				return errors.New("diff needs two files, OLD and NEW, or --against REV")
			}
			return diffFiles(cmd.Context(), std, o, args[0], args[1])
		},
	}
	choiceFlag(c, &o.format, "format", "output format", formats)
	c.Flags().StringVar(&o.against, "against", "", "compare with this git revision")
	choiceFlag(c, &o.exitCode, "exit-code", "exit with 1 if there are differences", words("any", "breaking", "stored"))
	c.Flags().Lookup("exit-code").NoOptDefVal = "any"
	c.Flags().StringArrayVar(&o.params, "param", nil, "value of a parameter for the numbers beside bounds, as NAME=VALUE")
	return c
}

type diffOptions struct {
	format, against, exitCode string
	params                    []string
}

func codeList() string {
	var b strings.Builder
	for _, r := range diff.Codes() {
		fmt.Fprintf(&b, "  %s  %s\n", r.Code, r.Title)
	}
	return b.String()
}

// versions are two versions of a spec, of which one may be nil.
type versions struct{ old, new *loaded }

func diffFiles(ctx context.Context, std stdio, o diffOptions, oldPath, newPath string) error {
	if oldPath == "-" && newPath == "-" {
		return errors.New("only one of OLD and NEW can be standard input")
	}
	old, err := loadSpec(oldPath, std.in)
	if err != nil {
		return fault(err)
	}
	new, err := loadSpec(newPath, std.in)
	if err != nil {
		return fault(err)
	}
	return printDiffs(ctx, std, o, []versions{{old, new}})
}

// printDiffs compares versions and prints the diffs. It reports specs with errors, and
// still compares the others.
func printDiffs(ctx context.Context, std stdio, o diffOptions, list []versions) error {
	var diffs []*diff.Diff
	findings := false
	for _, v := range list {
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
		if o.against == "" || !d.Empty() || len(d.Notes)+len(d.Unchecked) > 0 {
			diffs = append(diffs, d)
		}
	}
	if ctx.Err() != nil {
		return fault(errInterrupted) // parts whose proofs were cut short would look different
	}
	if err := writeDiffs(std, o, diffs); err != nil {
		return err
	}
	for _, d := range diffs {
		findings = findings || o.exitCode == "any" && !d.Empty() || o.exitCode == "breaking" && len(d.Breaking) > 0 || o.exitCode == "stored" && d.Stored()
	}
	if findings {
		return errFindings
	}
	return nil
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

// sides verifies both versions. The error is about values of parameters.
func (o *diffOptions) sides(ctx context.Context, std stdio, v versions) (old, new *diff.Side, err error) {
	used := map[string]bool{}
	var outside []error
	versions := 0
	side := func(l *loaded) *diff.Side {
		if l == nil || err != nil {
			return nil
		}
		s := &diff.Side{Spec: l.spec}
		var wrong error
		if s.Params, wrong, err = given(l.machine, o.params, used); err != nil {
			err = fmt.Errorf("%s: %w", l.path, err)
			return nil
		}
		versions++
		if wrong != nil && len(o.params) > 0 {
			outside = append(outside, fmt.Errorf("%s: %w", l.path, wrong))
		}
		s.Report, err = std.prove(ctx, l, 0)
		return s
	}
	old, new = side(v.old), side(v.new)
	for _, p := range o.params {
		// With --against, each machine has its own parameters.
		if name, _, _ := strings.Cut(p, "="); err == nil && !used[name] && o.against == "" {
			err = fmt.Errorf("neither machine has a parameter %q", name)
		}
	}
	if err == nil && versions > 0 && len(outside) == versions {
		err = outside[0]
	}
	return old, new, err
}

// writeDiffs prints the diffs in the chosen format.
func writeDiffs(std stdio, o diffOptions, diffs []*diff.Diff) error {
	if o.format == "text" && len(diffs) == 0 && o.against != "" {
		_, err := fmt.Fprintln(std.out, "no machine differs")
		return fault(err)
	}
	for _, f := range diff.Formats() {
		if f.Name != o.format {
			continue
		}
		data, err := f.Write(diffs)
		if err != nil {
			return err
		}
		_, err = std.out.Write(data)
		return fault(err)
	}
	return nil
}
