package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fsmgen/fsmgen/gen/counterexample"
	"github.com/fsmgen/fsmgen/verify"
)

// checkEmit checks the flag --emit-test: the file is a Go test, and there is
// one machine that it is about.
func checkEmit(file string, paths []string) error {
	switch {
	case file == "":
		return nil
	case len(paths) != 1:
		return fmt.Errorf("--emit-test is for one machine, and there are %d", len(paths))
	case file != "-" && !strings.HasSuffix(file, "_test.go"):
		return fmt.Errorf("--emit-test %s: the name of a Go test ends with _test.go", file)
	}
	return nil
}

// emitTest writes the counterexamples of a report as a Go test. A machine
// without one gets no file, which is said, and so is which findings have no test.
func emitTest(std stdio, l *loaded, report *verify.Report, file string) error {
	dir := filepath.Dir(file)
	if file == "-" {
		dir = filepath.Dir(l.path)
	}
	pkg, err := l.packageOf(dir)
	if err != nil {
		return err
	}
	data, err := counterexample.Test(report, l.names, pkg)
	if errors.Is(err, counterexample.ErrNone) {
		why := ", because no run shows anything wrong"
		if len(counterexample.Left(report)) > 0 {
			why = ""
		}
		fmt.Fprintf(std.err, "%s: no test written%s\n", l.path, why)
		untested(std, l, report)
		return nil
	}
	if err != nil {
		return err
	}
	untested(std, l, report)
	if file == "-" {
		_, err = std.out.Write(data)
		return err
	}
	old, err := os.ReadFile(file)
	if err == nil && !strings.HasPrefix(string(old), counterexample.Heading) {
		return fmt.Errorf("%s was not written by fsmgen, and is left alone: choose another name", file)
	}
	_, err = writeFile(file, data)
	return err
}

// untested says which findings have no test, and why.
func untested(std stdio, l *loaded, report *verify.Report) {
	left := counterexample.Left(report)
	count := 0
	for _, u := range left {
		count += u.Count
	}
	switch count {
	case 0:
		return
	case 1:
		fmt.Fprintf(std.err, "%s: 1 finding has no test:\n", l.path)
	default:
		fmt.Fprintf(std.err, "%s: %d findings have no test:\n", l.path, count)
	}
	for _, u := range left {
		fmt.Fprintf(std.err, "  %s (%d): %s\n", u.Code, u.Count, u.Why)
	}
	fmt.Fprintln(std.err, "  mend these in the spec: fsmgen verify fails until they are gone")
}
