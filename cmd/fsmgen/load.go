package main

import (
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// loaded is a spec with its source, which diagnostics quote.
type loaded struct {
	path    string
	name    string // of the machine, even of one that is wrong
	src     []byte
	machine *core.Machine // nil when diags hold an error
	names   *ident.Names
	pkg     string // the package that the spec asks for, or ""
	prefix  string // of its Go names
	diags   diag.List
}

// quote gives the source to the printer of diagnostics.
func (l *loaded) quote(file string) []byte {
	if file == l.path {
		return l.src
	}
	return nil
}

// loadSpec reads one spec; the path - is standard input. The error is that of
// reading; what is wrong with the spec is in the diagnostics.
func loadSpec(path string, in io.Reader) (*loaded, error) {
	var src []byte
	var err error
	if path == "-" {
		path = "<stdin>"
		src, err = io.ReadAll(io.LimitReader(in, maxRead))
	} else {
		src, err = readFile(path)
	}
	if err != nil {
		return nil, err
	}
	l := parseSpec(filepath.ToSlash(path), src)
	if path != "<stdin>" {
		l.dropDeclared(filepath.Dir(path))
	}
	return l, nil
}

// parseSpec is loadSpec for a text that has been read.
func parseSpec(path string, src []byte) *loaded {
	s, diags := spec.Load(path, src)
	l := &loaded{path: path, name: s.Name, src: src, machine: s.Machine, pkg: s.Package, prefix: s.Prefix, diags: diags}
	if l.machine == nil {
		return l
	}
	var clashes diag.List
	l.names, clashes = ident.Assign(l.machine, s.Prefix)
	l.diags = append(l.diags, clashes...)
	l.diags.Sort()
	if l.diags.HasErrors() {
		l.machine = nil
	}
	return l
}

// maxRead is beyond what the loader accepts, so that it is the loader that says
// that a file is too large.
const maxRead = 8 << 20

// readFile reads a regular file, and no more of it than any spec has.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("read %s: not a file", path)
	}
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, maxRead))
}

// packageOf is the Go package that generated files join: the one that the spec
// names, the one that the folder's Go files have, or one named like the folder.
func (l *loaded) packageOf(dir string) (string, error) {
	if l.pkg != "" {
		return l.pkg, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if match, err := build.Default.MatchFile(dir, name); err != nil || !match {
			continue // left out of the package by its name or its build tags
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.PackageClauseOnly)
		if err == nil {
			return f.Name.Name, nil
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	name := strings.ToLower(strings.NewReplacer("-", "", ".", "", " ", "").Replace(filepath.Base(abs)))
	if !token.IsIdentifier(name) {
		return "", fmt.Errorf("the folder %s does not give a package name: add go: {package: NAME} to the spec", dir)
	}
	return name, nil
}
