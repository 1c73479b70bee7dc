package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/gen/diff"
)

func newDiff(std stdio) *cobra.Command {
	o := diffOptions{format: "text"}
	var formats []word
	for _, f := range diff.Formats() {
		formats = append(formats, word{f.Name, f.Help})
	}
	formats = slices.Insert(formats, 2, word{briefFormat, briefHelp})
	formats = append(formats, toolFormats...)
	o.also.formats = formats
	c := &cobra.Command{
		Use:   "diff OLD NEW | --against REV [file | folder | folder/...]...",
		Short: "Report what changed in meaning between two versions of a machine",
		Long: `Diff compares the meaning of two specs: it distinguishes parts that are only
reordered, rewritten or renamed from changes of the machine. It verifies both
versions and reports verdicts that are gained and lost, the change of the bound,
and what breaks for users of the machine.

The numbers beside bounds are for the defaults of the parameters, or for values
given with --param.

All formats come from one comparison: --also FORMAT=FILE writes more of them.

With --against it compares the specs in the working tree with those of a git
revision, and prints those that differ, were added or were removed.

Formats:

` + described(formats) + `
The exit status is 0 even if there are differences. With --exit-code=WORDS it is
1 on those that the words name, separated by commas; codes are words, too:

` + described(failWords()) + `
--exit-code alone means any. The status is also 1 if a spec has errors. In the
formats github and sarif, changes that make the command fail are errors.

Breaking changes that are intended are listed, each with its reason, in the file
` + waiverFile + ` in the current folder or one above it, up to the top of
the repository; --waivers names another file. They are reported as waived, and
do not fail.

Codes of breaking changes (fsmgen explain CODE shows an example of each):

` + described(breakingCodes()),
		Example: `  fsmgen diff old.fsm.yaml new.fsm.yaml
  fsmgen diff --param providers=5 old.fsm.yaml new.fsm.yaml
  fsmgen diff --against HEAD ./...
  fsmgen diff --against origin/main --format markdown ./...
  fsmgen diff --against v1.2.0 --exit-code=stored ./...
  fsmgen diff --against main --exit-code=go,FSMB304 --format github ./...
  fsmgen diff --against main --format github --also svg=changes.svg ./...
  fsmgen diff --against main --format waivers ./...`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.fail.misplaced(args); err != nil {
				return err
			}
			if cmd.Flags().Changed("against") {
				return diffAgainst(cmd.Context(), std, o, args)
			}
			if len(args) == 1 && isRevision(args[0]) {
				return fmt.Errorf("diff needs two files, OLD and NEW: write fsmgen diff --against %s ./... to compare with a git revision", filePath(args[0]))
			}
			if len(args) != 2 {
				return errors.New("diff needs two files, OLD and NEW, or --against REV")
			}
			if isRevision(args[0]) {
				return fmt.Errorf("there is no file %s: to compare with a git revision, write fsmgen diff --against %[1]s %s", filePath(args[0]), filePath(args[1]))
			}
			if err := toSpecs(args); err != nil {
				return fault(err)
			}
			return diffFiles(cmd.Context(), std, o, args[0], args[1])
		},
	}
	choiceFlag(c, &o.format, "format", "output format", formats)
	c.Flags().StringVar(&o.against, "against", "", "compare with this git revision")
	c.Flags().Var(&o.also, "also", "write another format to a new file; may be repeated")
	c.Flags().StringVar(&o.images, "images", "", "write an image of both versions of each machine that differs to this folder, as NAME.svg")
	c.Flags().Var(&o.imagesAt, "images-at", "where these images will be: the format markdown shows them instead of diagrams of Mermaid")
	failFlag(c, &o.fail)
	c.Flags().StringVar(&o.waivers, "waivers", "", "list of breaking changes that are intended (default: "+waiverFile+")")
	_ = c.MarkFlagFilename("waivers", "yaml", "yml")
	c.Flags().StringArrayVar(&o.params, "param", nil, "value of a parameter for the numbers beside bounds, as NAME=VALUE")
	return c
}

// isRevision reports whether an argument looks like a git revision, and not like a spec or a folder.
func isRevision(arg string) bool {
	_, err := os.Stat(arg)
	return arg != "-" && filepath.Ext(arg) == "" && errors.Is(err, fs.ErrNotExist)
}

type diffOptions struct {
	format, against, waivers string
	also                     copies
	images                   string
	imagesAt                 address
	fail                     failOn
	params                   []string
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
	for path, l := range map[string]*loaded{oldPath: old, newPath: new} {
		if path != "-" {
			l.image = imageOf(path)
		}
	}
	return printDiffs(ctx, std, o, selection{list: []versions{{old, new}}})
}

// imageOf reads the image beside a spec. A file that cannot be read is no image.
func imageOf(spec string) []byte {
	o, _ := gen.Find("picture")
	l, err := locateIn(filepath.Dir(spec), filepath.Join(filepath.Dir(spec), o.FileName(spec)))
	if err != nil {
		return nil
	}
	data, _, err := l.current(nil)
	if err != nil {
		return nil
	}
	return data
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
		s := &diff.Side{Spec: l.spec, Image: l.image}
		var wrong error
		if s.Params, wrong, err = given(l.machine, o.params, used); err != nil {
			err = fmt.Errorf("%s: %w", l.path, err)
			return nil
		}
		versions++
		if wrong != nil && len(o.params) > 0 {
			outside = append(outside, fmt.Errorf("%s: %w", l.path, wrong))
		}
		s.Report, err = std.prove(ctx, l)
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
