package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

func newGenerate(std stdio) *cobra.Command {
	g := generator{std: std}
	watch := false
	var files []word
	for _, o := range gen.Outputs(gen.Beside) {
		files = append(files, word{o.FileName("NAME"), o.Help})
	}
	c := &cobra.Command{
		Use:   "generate [file | folder | folder/...]...",
		Short: "Prove machines and write their Go code, tests and card",
		Long: `Generate verifies each machine and writes these files beside its spec
NAME.fsm.yaml:

` + described(files) + `
The image keeps what was in its last version where it was, so that a change is
easy to see; --relayout lays it out anew.

A spec chooses among the Go files with "go: {faces: [...]}"; generate deletes
the files of faces that the spec no longer chooses. Files that are current are
not written again.

Generate writes no files for a machine that is not proved unless you give
--unproved; then the tests in NAME_fsm_refuted_test.go fail, and show the runs
of what is refuted.

With --watch it looks at the specs and folders three times a second, writes the
files of a spec that is new or has changed, itself or in a child machine, and
goes on until Ctrl-C.`,
		Example: `  fsmgen generate                  # the specs in this folder
  fsmgen generate ./...            # and in all folders below it
  fsmgen generate --check ./...    # in CI: fail if a file is stale
  fsmgen generate --watch ./...    # and again, whenever a spec changes

In a Go file, for go generate:

  //go:generate go tool fsmgen generate`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !watch {
				return g.run(cmd.Context(), args)
			}
			tick := time.NewTicker(polling)
			defer tick.Stop()
			return newWatcher(g, args).run(cmd.Context(), tick.C)
		},
	}
	c.Flags().BoolVar(&g.check, "check", false, "write nothing; fail with a diff if a file is stale or missing")
	c.Flags().BoolVar(&g.unproved, "unproved", false, "also write the files of machines that are not proved")
	c.Flags().BoolVar(&g.timing, "timing", false, "print the time that each stage takes")
	c.Flags().BoolVar(&g.relayout, "relayout", false, "lay out the image anew, instead of keeping the places of its last version")
	c.Flags().BoolVar(&watch, "watch", false, "write files again whenever a spec changes, until Ctrl-C")
	c.MarkFlagsMutuallyExclusive("watch", "check")
	c.MarkFlagsMutuallyExclusive("watch", "timing")
	c.MarkFlagsMutuallyExclusive("relayout", "check")
	c.MarkFlagsMutuallyExclusive("relayout", "watch")
	return c
}

// generator holds the flags and the state of one run of generate.
type generator struct {
	std                     stdio
	check, unproved, timing bool
	relayout                bool
	findings                bool
	// For the last spec: the files that were written or deleted, and those that were current.
	changed, unchanged int
	// read are the child machines that the last spec has used.
	read []string
}

// errStdin is the error for a spec on standard input.
var errStdin = errors.New("generate writes files beside the spec, so it cannot read the spec from standard input")

func (g *generator) run(ctx context.Context, args []string) error {
	paths, err := findSpecs(args)
	if err != nil {
		return fault(err)
	}
	for _, path := range paths {
		if ctx.Err() != nil {
			return fault(errInterrupted)
		}
		if path == "-" {
			return errStdin
		}
		if err := g.spec(ctx, path); err != nil {
			return fault(err)
		}
	}
	if g.check {
		if err := g.orphans(paths); err != nil {
			return fault(err)
		}
	}
	if g.findings {
		return errFindings
	}
	return nil
}

// orphans reports, for --check, generated files whose spec no longer exists.
func (g *generator) orphans(paths []string) error {
	seen := map[string]bool{}
	for _, path := range paths {
		dir := filepath.Dir(path)
		if seen[dir] {
			continue
		}
		seen[dir] = true
		files, err := orphans(dir)
		if err != nil {
			return err
		}
		for _, f := range files {
			g.findings = true
			fmt.Fprintf(g.std.out, "%s: its spec no longer exists; delete the file\n", filePath(f))
		}
	}
	return nil
}

// spec generates the files of one spec.
func (g *generator) spec(ctx context.Context, path string) error {
	clock := stopwatch{last: time.Now()}
	g.changed, g.unchanged, g.read = 0, 0, nil
	place, err := locate(path)
	if err != nil {
		return err
	}
	beside, err := place.parent()
	if err != nil {
		return err
	}
	l, err := loadFrom(place)
	if err != nil {
		return err
	}
	for _, c := range l.children {
		g.read = append(g.read, c.name)
	}
	clock.lap("load")
	if l.machine == nil {
		g.findings = true
		return l.print(g.std.err)
	}
	if err := checkFolder(l, beside); err != nil {
		return err
	}
	if l.diags.HasErrors() {
		g.findings = true
		return l.print(g.std.err)
	}
	report, err := g.std.prove(ctx, l)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return errInterrupted // the report is cut short
	}
	clock.lap("verify")
	if err := l.print(g.std.err); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if g.check && (report.Proved() || g.unproved) && never(beside, path) {
		g.findings = true
		fmt.Fprintf(g.std.out, "%s: never generated: run fsmgen generate %s\n", l.path, l.path)
		return nil
	}
	if !g.check || !report.Proved() {
		fmt.Fprintf(g.std.out, "%s: %s", l.path, shown(g.std.out, brief(report)))
	}
	if !report.Proved() {
		g.findings = true
		if g.check && !g.unproved {
			fmt.Fprintf(g.std.err, "%s: %s is not proved\n", l.path, l.machine.Name)
			return nil
		}
		if !g.unproved {
			fmt.Fprintf(g.std.err, "%s: no files written, because %s is not proved; --unproved writes them anyway\n", l.path, l.machine.Name)
			return nil
		}
	}
	pkg, err := l.packageOf(beside)
	if err != nil {
		return err
	}
	earlier, err := g.earlier(beside, path)
	if err != nil {
		return err
	}
	files, err := gen.Files(ctx, l.spec, report, pkg, earlier...)
	if errors.Is(err, gen.ErrNoCode) {
		return fmt.Errorf("%s: %w; correct what `fsmgen verify` reports", l.path, err)
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return internal(path, err)
	}
	clock.lap("generate")
	for _, f := range files {
		for _, r := range f.Remarks {
			fmt.Fprintf(g.std.err, "%s: %s\n", l.path, diag.Printable(r))
		}
	}
	if err := g.files(beside, path, files); err != nil {
		return err
	}
	for _, name := range gen.Unwanted(l.spec, files) {
		if err := g.unwanted(beside, filepath.Join(dir, name), filepath.Base(path)); err != nil {
			return err
		}
	}
	clock.lap("write")
	if g.timing {
		clock.print(g.std.out)
	}
	return nil
}

// files writes the files of a spec, all or none, or compares them.
func (g *generator) files(beside *folder, spec string, files []gen.File) error {
	var places []*location
	for _, f := range files {
		l, err := beside.locate(filepath.Join(filepath.Dir(spec), f.Name))
		if err != nil {
			return err
		}
		places = append(places, l)
		if g.check {
			continue
		}
		if err := l.replaceable(f.Data, func(old []byte) string { return beside.foreign(spec, old) }); err != nil {
			return err
		}
	}
	for i, f := range files {
		old, same, err := places[i].current(f.Data)
		if err != nil {
			return err
		}
		stale, err := g.std.update(places[i], old, f.Data, g.check, beside.foreign(spec, old))
		if err != nil {
			return err
		}
		g.findings = g.findings || stale
		if same {
			g.unchanged++
		} else {
			g.changed++
		}
	}
	return nil
}

// foreign says why contents are not those of a file that was made from a spec of the folder, or returns "". A file that was
// made from a spec that is gone remains from a spec of another name.
func (f *folder) foreign(spec string, data []byte) string {
	from := gen.MadeFrom(data)
	if from == filepath.Base(spec) {
		return ""
	}
	if from == "" || from != filepath.Base(from) {
		return unmarked
	}
	root, err := f.open()
	if err != nil {
		return err.Error()
	}
	defer root.Close()
	one, err := root.Lstat(from)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if two, err2 := root.Lstat(filepath.Base(spec)); err == nil && err2 == nil && os.SameFile(one, two) {
		return "" // names of files that differ in case can be the same
	}
	return fmt.Sprintf("is made from %s", filePath(from))
}

// earlier reads the image that is beside a spec, unless it is to be laid out anew.
func (g *generator) earlier(beside *folder, path string) ([]gen.File, error) {
	o, _ := gen.Find("picture")
	name := o.FileName(path)
	if g.relayout || !beside.has(name) {
		return nil, nil
	}
	l, err := beside.locate(filepath.Join(filepath.Dir(path), name))
	if err != nil {
		return nil, err
	}
	data, _, err := l.current(nil)
	return []gen.File{{Name: name, Data: data}}, err
}

// never reports whether there is none of the files that can be generated from a spec.
func never(beside *folder, path string) bool {
	return !slices.ContainsFunc(gen.Outputs(gen.Beside), func(o gen.Output) bool { return beside.has(o.FileName(path)) })
}

// unwanted deletes a file that was generated from the spec when the spec still chose its face, or was refuted; with --check it reports the
// file.
func (g *generator) unwanted(beside *folder, path, spec string) error {
	l, err := beside.locate(path)
	if err != nil {
		return err
	}
	data, _, err := l.current(nil)
	if err != nil || gen.MadeFrom(data) != spec {
		return err
	}
	if g.check {
		g.findings = true
		fmt.Fprintf(g.std.out, "%s: it is no longer made from the spec; delete the file\n", filePath(path))
		return nil
	}
	fmt.Fprintf(g.std.out, "  %-11s  %s\n", "deleted", filePath(path))
	g.changed++
	return l.remove()
}

// brief returns the report in a few lines. The progress function of a machine that is proved needs no look each time.
func brief(r *verify.Report) string {
	if r.Proved() {
		return r.Brief()
	}
	return r.Summary()
}
