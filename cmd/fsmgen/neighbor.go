package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// buildable matches base names that the go command accepts: it ignores names that
// begin with . or _, and rejects names that begin with -.
var buildable = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]*$`)

// neighbor is another spec of a folder, with the names that must be unique there.
type neighbor struct {
	machine, prefix string
	span            diag.Span
}

// checkFolder returns an error for a name of a spec that does not make valid names of Go
// files, and adds a diagnostic for each other spec of its folder that declares the same Go
// names.
func checkFolder(l *loaded, in *folder) error {
	file := filepath.Base(filepath.FromSlash(string(l.path)))
	base, ok := strings.CutSuffix(file, suffix)
	if !ok || !buildable.MatchString(base) {
		return fmt.Errorf("%s: generate needs a file named NAME%s, where NAME is letters, digits, _ and - and begins with a letter or digit", l.path, suffix)
	}
	others, err := neighbors(in, filepath.FromSlash(string(l.path)))
	if err != nil {
		return err
	}
	for _, o := range others {
		switch {
		case o.prefix == l.spec.Prefix:
			l.diags.Errorf(diag.CodeCollision, l.machine.Span, "machines `%s` and `%s` in one folder would declare the same names in Go", l.machine.Name, o.machine).
				Note(o.span, "machine `%s` is declared here", o.machine).Helpf("give one of them `go: {prefix: ...}`, or move it to another folder")
		case o.machine == l.machine.Name:
			l.diags.Errorf(diag.CodeCollision, l.machine.Span, "another spec in the same folder describes a machine `%s`", o.machine).
				Note(o.span, "machine `%s` is declared here", o.machine).Helpf("rename one of them, or move it to another folder")
		}
	}
	return nil
}

// neighbors reads the other specs of the folder of a spec. It leaves out specs with errors, which have no files.
func neighbors(in *folder, path string) ([]neighbor, error) {
	names, err := in.list(suffix)
	if err != nil {
		return nil, err
	}
	var out []neighbor
	for _, name := range names {
		if name == filepath.Base(path) {
			continue
		}
		beside := filepath.Join(filepath.Dir(path), name)
		place, err := in.locate(beside)
		if err != nil {
			place, err = locate(beside) // it can be a link to another folder of the repository
		}
		if err != nil {
			return nil, err
		}
		o, err := loadFrom(place)
		if err != nil {
			return nil, err
		}
		if o.machine != nil {
			out = append(out, neighbor{o.machine.Name, o.spec.Prefix, o.machine.Span})
		}
	}
	return out, nil
}

// orphans lists the files of a folder that were generated from specs that no longer exist.
func orphans(dir string) ([]string, error) {
	in, err := findFolder(dir)
	if err != nil {
		return nil, err
	}
	names, err := in.list("")
	if err != nil {
		return nil, err
	}
	var extensions []string
	for _, o := range gen.Outputs(gen.Beside) {
		extensions = append(extensions, filepath.Ext(o.Suffix))
	}
	var out []string
	for _, name := range names {
		if !slices.Contains(extensions, filepath.Ext(name)) {
			continue
		}
		l, err := in.locate(filepath.Join(dir, name))
		if err != nil || l.info == nil || checkRegular(l.path, l.info) != nil {
			continue // nothing that generate has written
		}
		data, err := l.read(maxRead)
		if err != nil {
			return nil, err
		}
		if from := gen.MadeFrom(data); from != "" && !in.has(from) {
			out = append(out, l.path)
		}
	}
	return out, nil
}
