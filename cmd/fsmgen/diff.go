package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
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
		Long: `Diff compares two specs by what they mean: it tells what is only reordered,
rewritten or renamed from what changes the machine. It verifies both versions
and reports which verdicts are gained and lost, how the bound changes, and what
breaks for users of the machine.

The numbers beside bounds are for the defaults of the parameters, or for values
given with --param.

With --against it compares the specs in the working tree with those of a git
revision, and prints those that differ, were added or were removed.

Formats:

` + described(formats) + `
The exit status is 0 even if there are differences. With --exit-code it is 1 if
there are any, and with --exit-code=breaking if something breaks. It is 1 if a
spec has errors.

Codes of breaking changes:

` + codeList(),
		Example: `  fsmgen diff old.fsm.yaml new.fsm.yaml
  fsmgen diff --param providers=5 old.fsm.yaml new.fsm.yaml
  fsmgen diff --against HEAD
  fsmgen diff --against origin/main --format markdown ./...
  fsmgen diff --against v1.2.0 --exit-code=breaking ./...`,
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
	choiceFlag(c, &o.exitCode, "exit-code", "exit with 1 if there are differences", words("any", "breaking"))
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

// printDiffs compares and prints. A spec that is wrong is reported, and the others
// are compared all the same.
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
				continue // its warnings are for check to say
			}
			wrong = true
			if err := l.print(std.err); err != nil {
				return fault(err)
			}
		}
		if wrong {
			findings = true
			continue
		}
		old, new, err := o.sides(ctx, std, v)
		if err != nil {
			return err
		}
		d := diff.Compare(ctx, old, new)
		if o.against == "" || !d.Empty() || len(d.Notes) > 0 {
			diffs = append(diffs, d)
		}
	}
	if ctx.Err() != nil {
		return fault(errInterrupted) // what could not be proved in time would look different
	}
	if err := writeDiffs(std, o, diffs); err != nil {
		return err
	}
	for _, d := range diffs {
		findings = findings || o.exitCode == "any" && !d.Empty() || o.exitCode == "breaking" && len(d.Breaking) > 0
	}
	if findings {
		return errFindings
	}
	return nil
}

// sides verifies both versions. The error is that of values of parameters.
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
		s.Report = std.prove(ctx, l, 0)
		return s
	}
	old, new = side(v.old), side(v.new)
	for _, p := range o.params {
		// Of the machines that differ from a revision, each has its own.
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

// diffAgainst compares the specs of the working tree with those of a revision.
func diffAgainst(ctx context.Context, std stdio, o diffOptions, args []string) error {
	if len(args) == 0 {
		args = []string{"."}
	}
	if slices.Contains(args, "-") {
		return errors.New("--against cannot compare standard input: name files or folders")
	}
	tree, err := openTree(ctx, o.against)
	if err != nil {
		return fault(err)
	}
	list, err := tree.versions(ctx, args)
	if err != nil {
		return fault(err)
	}
	return printDiffs(ctx, std, o, list)
}

// versions pairs the specs of the arguments with those of the revision. Those with
// the same bytes are left out. A spec that is gone and one that is new are one
// that was moved if they name the same machine and no other does.
func (t *tree) versions(ctx context.Context, args []string) ([]versions, error) {
	var paths []string
	for _, arg := range args {
		old := t.in(arg)
		now, err := findIn(arg)
		if err != nil && len(old) == 0 {
			return nil, err
		}
		if len(old)+len(now) == 0 {
			return nil, fmt.Errorf("no specs (*%s) in %s, now or in %s%s", suffix, arg, t.revision, below(arg))
		}
		for _, path := range append(now, old...) {
			if !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		}
	}
	slices.Sort(paths)
	var list []versions
	for _, path := range paths {
		v, differs, err := t.version(ctx, path)
		if err != nil {
			return nil, err
		}
		if differs {
			list = append(list, v)
		}
	}
	return moved(list), nil
}

// moved joins what was removed here and added there: specs with the same bytes, and
// those of a machine that no other names.
func moved(list []versions) []versions {
	for i := range list {
		for j := range list {
			old, new := list[j].old, list[i].new
			if list[i].old == nil && list[j].new == nil && old != nil && new != nil && bytes.Equal(old.src, new.src) {
				list[i].old, list[j].old = old, nil
			}
		}
	}
	list = slices.DeleteFunc(list, func(v versions) bool { return v.old == nil && v.new == nil })
	find := func(name string, has func(versions) *loaded) (at, n int) {
		for i, v := range list {
			if (v.old == nil || v.new == nil) && has(v) != nil && has(v).spec.Name == name {
				at, n = i, n+1
			}
		}
		return at, n
	}
	var out []versions
	gone := map[int]bool{}
	for i, v := range list {
		if v.old != nil {
			continue
		}
		from, removed := find(v.new.spec.Name, func(v versions) *loaded { return v.old })
		_, added := find(v.new.spec.Name, func(v versions) *loaded { return v.new })
		if removed == 1 && added == 1 && v.new.spec.Name != "" {
			list[i].old = list[from].old
			gone[from] = true
		}
	}
	for i, v := range list {
		if !gone[i] {
			out = append(out, v)
		}
	}
	return out
}

// version reads both versions of a spec.
func (t *tree) version(ctx context.Context, path string) (v versions, differs bool, err error) {
	slash := filepath.ToSlash(path)
	blob, known := t.blobs[slash]
	var src []byte
	if known {
		if src, err = t.read(ctx, blob); err != nil {
			return v, false, err
		}
		v.old = parseSpec(t.revision+":"+slash, src)
	}
	now, err := loadSpec(path, nil)
	switch {
	case err == nil:
		v.new = now
	case !known || !isMissing(err):
		return v, false, err
	}
	return v, v.old == nil || v.new == nil || string(src) != string(v.new.src), nil
}
