package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/verify"
)

// checkEmit checks the flag --emit-test: the file must be a Go test, and there must be
// one machine.
func checkEmit(file string, paths []string) error {
	switch {
	case file == "":
		return nil
	case len(paths) != 1:
		return fmt.Errorf("--emit-test takes one machine, got %d", len(paths))
	case file != "-" && !strings.HasSuffix(file, "_test.go"):
		return fmt.Errorf("--emit-test %s: the name of a Go test must end in _test.go", filePath(file))
	}
	return nil
}

// emitTest writes the counterexamples of a report as a Go test. For a machine
// without any, it writes no file and says so; it also lists the findings that have
// no test.
func emitTest(ctx context.Context, std stdio, l *loaded, report *verify.Report, file, spec string) error {
	dir := filepath.Dir(file)
	if file == "-" {
		dir = filepath.Dir(spec)
	}
	pkg, err := l.packageIn(dir)
	if err != nil {
		return err
	}
	o, _ := gen.Find("counterexample")
	made, err := o.Make(ctx, gen.Input{Spec: l.spec, Report: report, Package: pkg})
	if err != nil {
		return err
	}
	switch {
	case made.Data != nil:
	case len(made.Remarks) == 0:
		fmt.Fprintf(std.err, "%s: no test written, because there is no counterexample\n", l.path)
	default:
		fmt.Fprintf(std.err, "%s: no test written\n", l.path)
	}
	if len(made.Remarks) > 0 {
		fmt.Fprintf(std.err, "%s: findings without a test:\n", l.path)
		for _, r := range made.Remarks {
			fmt.Fprintf(std.err, "  %s\n", r)
		}
		fmt.Fprintln(std.err, "  fsmgen verify fails until you fix these in the spec")
	}
	if made.Data == nil {
		return nil
	}
	return std.deliver(file, o, made.Data, spec)
}
