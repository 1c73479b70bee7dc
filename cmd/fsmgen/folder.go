package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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
func checkFolder(l *loaded) error {
	dir, file := filepath.Split(filepath.FromSlash(string(l.path)))
	base, ok := strings.CutSuffix(file, suffix)
	if !ok || !buildable.MatchString(base) {
		return fmt.Errorf("%s: generate needs a file named NAME%s, where NAME is letters, digits, _ and - and begins with a letter or digit", l.path, suffix)
	}
	others, err := neighbors(dir, file)
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

// neighbors reads the other specs of a folder. It leaves out specs with errors,
// which have no files.
func neighbors(dir, file string) ([]neighbor, error) {
	paths, err := filesIn(filepath.Clean(dir), suffix)
	if err != nil {
		return nil, err
	}
	var out []neighbor
	for _, path := range paths {
		if filepath.Base(path) == file {
			continue
		}
		o, err := loadSpec(path, nil)
		if err != nil {
			return nil, err
		}
		if o.machine != nil {
			out = append(out, neighbor{o.machine.Name, o.spec.Prefix, o.machine.Span})
		}
	}
	return out, nil
}

// filesIn lists what is in a folder, except folders, with names that end in a suffix. It
// does not use filepath.Glob, which gives brackets in the name of the folder a meaning.
func filesIn(dir, suffix string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	var paths []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), suffix) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, err
}

// orphans lists the files of a folder that were generated from specs that no
// longer exist.
func orphans(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var extensions []string
	for _, o := range gen.Outputs(gen.Beside) {
		extensions = append(extensions, filepath.Ext(o.Suffix))
	}
	var out []string
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !slices.Contains(extensions, filepath.Ext(e.Name())) || !isFile(path) {
			continue
		}
		data, err := readBeside(path)
		if err != nil {
			return nil, err
		}
		from := gen.MadeFrom(data)
		if from == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, from)); errors.Is(err, fs.ErrNotExist) {
			out = append(out, path)
		}
	}
	return out, nil
}
