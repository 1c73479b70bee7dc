package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

func newGenerate(std stdio) *cobra.Command {
	g := generator{std: std}
	c := &cobra.Command{
		Use:   "generate [file | folder | folder/...]...",
		Short: "Prove machines and write their Go code, tests and card",
		Long: `Generate verifies each machine and writes beside its spec NAME.fsm.yaml:

  NAME_fsm.go        the machine in Go
  NAME_fsm_typed.go  a type for each state
  NAME_fsm_run.go    Run, which drives the machine with a handler
  NAME_fsm_test.go   its tests
  NAME.fsm.md        the machine card: diagram, tables, proof

A spec can choose less by "go: {faces: [...]}"; files of faces that it no longer
chooses are deleted. Files that are current are left alone. A machine that is not
proved gets no files, unless --unproved is given: then its tests show what is
wrong with it.`,
		Example: `  fsmgen generate                   # the specs of this folder
  fsmgen generate ./...             # and of all below it
  fsmgen generate --check ./...     # in CI: write nothing, fail if a file is stale

In a Go file, for go generate:

  //go:generate go tool fsmgen generate`,
		RunE: func(cmd *cobra.Command, args []string) error { return g.run(cmd.Context(), args) },
	}
	c.Flags().BoolVar(&g.check, "check", false, "write nothing; fail with a diff if a file is stale or missing")
	c.Flags().BoolVar(&g.unproved, "unproved", false, "write the files of machines that are not proved, too")
	c.Flags().BoolVar(&g.timing, "timing", false, "print the time that each stage takes")
	return c
}

// generator carries the flags and the state of one run of generate.
type generator struct {
	std                     stdio
	check, unproved, timing bool
	findings                bool
}

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
			return fmt.Errorf("generate writes files beside the spec and cannot read it from standard input")
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

// orphans reports, for --check, generated files whose spec is gone.
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
			fmt.Fprintf(g.std.out, "%s: its spec is gone; delete it\n", filepath.ToSlash(f))
		}
	}
	return nil
}

// spec takes one spec through all stages.
func (g *generator) spec(ctx context.Context, path string) error {
	clock := stopwatch{last: time.Now()}
	l, err := loadSpec(path, g.std.in)
	if err != nil {
		return err
	}
	clock.lap("load")
	if l.machine == nil {
		g.findings = true
		return diag.WriteText(g.std.err, l.diags, l.quote)
	}
	if err := checkFolder(l); err != nil {
		return err
	}
	report := verify.Machine(ctx, l.machine)
	clock.lap("verify")
	if err := diag.WriteText(g.std.err, append(l.diags, report.Diagnostics...), l.quote); err != nil {
		return err
	}
	fmt.Fprintf(g.std.out, "%s: %s", l.path, report.Summary())
	if !report.Proved() {
		g.findings = true
		if g.check && !g.unproved {
			fmt.Fprintf(g.std.err, "%s: %s is not proved\n", l.path, l.machine.Name)
			return nil
		}
		if !g.unproved {
			fmt.Fprintf(g.std.err, "%s: no files written, because %s is not proved; --unproved writes them all the same\n", l.path, l.machine.Name)
			return nil
		}
	}
	dir := filepath.Dir(path)
	pkg, err := l.packageOf(dir)
	if err != nil {
		return err
	}
	files, err := gen.Files(report, l.names, pkg)
	if err != nil {
		return fmt.Errorf("%s: internal error, please report it: %w", path, err)
	}
	clock.lap("generate")
	// All are looked at before the first is written: all or none.
	for _, f := range files {
		if err := checkOurs(filepath.Join(dir, f.Name)); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := g.file(filepath.Join(dir, f.Name), f.Data); err != nil {
			return err
		}
	}
	for _, name := range gen.Unwanted(l.machine) {
		if err := g.unwanted(filepath.Join(dir, name), filepath.Base(path)); err != nil {
			return err
		}
	}
	clock.lap("write")
	if g.timing {
		clock.print(g.std.out)
	}
	return nil
}

// file writes one output, or with --check compares it.
func (g *generator) file(path string, data []byte) error {
	if g.check {
		old, same, err := current(path, data)
		if err != nil || same {
			return err
		}
		g.findings = true
		fmt.Fprintf(g.std.out, "  stale        %s\n", filepath.ToSlash(path))
		_, err = g.std.out.Write(diff.Diff(filepath.ToSlash(path), old, filepath.ToSlash(path)+" (generated)", data))
		return err
	}
	changed, err := writeFile(path, data)
	if err != nil {
		return err
	}
	word := "unchanged"
	if changed {
		word = "wrote"
	}
	fmt.Fprintf(g.std.out, "  %-11s  %s\n", word, filepath.ToSlash(path))
	return nil
}

// unwanted deletes a file that was generated from the spec when that chose a face
// which it does not choose any more, or with --check reports it.
func (g *generator) unwanted(path, spec string) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && madeFrom(data) != spec {
		return nil
	}
	if err != nil {
		return err
	}
	if g.check {
		g.findings = true
		fmt.Fprintf(g.std.out, "%s: the spec does not choose its face; delete it\n", filepath.ToSlash(path))
		return nil
	}
	fmt.Fprintf(g.std.out, "  %-11s  %s\n", "deleted", filepath.ToSlash(path))
	return os.Remove(path)
}

// stopwatch measures the stages of one spec.
type stopwatch struct {
	last   time.Time
	stages []string
	times  []time.Duration
}

func (s *stopwatch) lap(stage string) {
	now := time.Now()
	s.stages, s.times = append(s.stages, stage), append(s.times, now.Sub(s.last))
	s.last = now
}

func (s *stopwatch) print(w io.Writer) {
	fmt.Fprint(w, "  time        ")
	for i, stage := range s.stages {
		fmt.Fprintf(w, " %s %.1f ms", stage, float64(s.times[i].Microseconds())/1000)
	}
	fmt.Fprintln(w)
}
