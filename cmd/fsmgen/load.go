package main

import (
	"bytes"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// loaded is a spec with its source, from which diagnostics quote.
type loaded struct {
	// path is <stdin> for standard input.
	path filePath
	src  []byte
	spec *spec.Spec
	// machine is the machine of the spec, or nil if diags has errors.
	machine *core.Machine
	diags   diag.List
	// children are the specs of the child machines that were read, also through others.
	children []childFile
	// image is the image of the machine in the same version, or nil. Only diff reads it.
	image []byte
}

// quote returns the source for the printer of diagnostics.
func (l *loaded) quote(file string) []byte {
	if file == filepath.ToSlash(string(l.path)) {
		return l.src
	}
	return nil
}

// errors returns the diagnostics that are errors.
func (l *loaded) errors() diag.List {
	return slices.DeleteFunc(slices.Clone(l.diags), func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
}

// print writes the diagnostics for people. On a terminal, findings that follow from others are folded.
func (l *loaded) print(w io.Writer) error {
	list := l.diags
	if widthOf(w) > 0 {
		list = folded(list)
	}
	return writeFound(w, list, l.quote)
}

// writeFound prints findings for people, in the width of a terminal.
func writeFound(w io.Writer, list diag.List, quote func(string) []byte) error {
	width := widthOf(w)
	if width == 0 {
		return diag.WriteStyled(w, list, quote, styleOf(w))
	}
	var b bytes.Buffer
	if err := diag.WriteStyled(&b, list, quote, styleOf(w)); err != nil {
		return err
	}
	_, err := io.WriteString(w, fitted(b.String(), width))
	return err
}

// loadSpec reads one spec; the path - is standard input. An error means that the file
// cannot be read; errors of the spec are in the diagnostics.
func loadSpec(path string, in io.Reader) (*loaded, error) {
	if path == "-" {
		name, src, err := readInput(path, in)
		if err != nil {
			return nil, err
		}
		return parseSpec(name, src, nil), nil
	}
	place, err := locate(path)
	if err != nil {
		return nil, err
	}
	return loadFrom(place)
}

// loadFrom reads the spec at a place; see loadSpec.
func loadFrom(place *location) (*loaded, error) {
	src, err := place.read(maxRead)
	if err != nil {
		return nil, err
	}
	beside, err := place.parent()
	if err != nil {
		return nil, err
	}
	l := parseSpec(filepath.ToSlash(place.path), src, openChild)
	l.dropDeclared(beside)
	return l, nil
}

// parseSpec loads a spec from its source; open opens child machines, or is nil.
func parseSpec(path string, src []byte, open opener) *loaded {
	l := &loaded{path: filePath(path), src: src}
	l.spec, l.diags = spec.LoadWith(path, src, l.recording(open))
	l.machine = l.spec.Machine
	return l
}

// machine loads a spec that must have a machine, and prints its diagnostics.
func (std stdio) machine(path string) (*loaded, error) {
	l, err := loadSpec(path, std.in)
	if err != nil {
		return nil, fault(err)
	}
	if err := l.print(std.err); err != nil {
		return nil, fault(err)
	}
	if l.machine == nil {
		return nil, errFindings
	}
	return l, nil
}

// packageOf returns the Go package of the generated files: the one that the spec
// names, the one of the Go files in the folder, or one named after the folder.
func (l *loaded) packageOf(in *folder) (string, error) {
	if l.spec.Package != "" {
		return l.spec.Package, nil
	}
	names, err := in.list(".go")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := in.read(name)
		if err != nil {
			continue
		}
		rules := build.Default
		rules.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
		if match, err := rules.MatchFile(in.path, name); err != nil || !match {
			continue // its name or its build tags exclude it from the package
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.PackageClauseOnly)
		if err == nil {
			return f.Name.Name, nil
		}
	}
	dir := filepath.Base(in.path)
	name := strings.ToLower(strings.NewReplacer("-", "", ".", "", " ", "").Replace(dir))
	if !token.IsIdentifier(name) {
		return "", fmt.Errorf("the folder name %s is not a valid Go package name: add go: {package: NAME} to the spec", filePath(dir))
	}
	return name, nil
}

// packageIn returns the Go package of files in the folder that a path means now; see packageOf.
func (l *loaded) packageIn(dir string) (string, error) {
	in, err := findFolder(dir)
	if err != nil {
		return "", err
	}
	return l.packageOf(in)
}
