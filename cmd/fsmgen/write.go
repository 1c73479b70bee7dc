package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/fsmgen/fsmgen/gen"
)

// current returns what the file at path holds, with the line ends that a
// checkout on Windows may have changed put right, and whether that is data.
func current(path string, data []byte) (old []byte, same bool, err error) {
	old, err = os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	old = bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n"))
	return old, err == nil && bytes.Equal(old, data), err
}

// checkReplaceable returns an error if there is a file at path that must not be
// lost: one whose contents fsmgen does not replace.
func checkReplaceable(path string, replaces func([]byte) bool) error {
	old, _, err := current(path, nil)
	if err == nil && len(old) > 0 && !replaces(old) {
		err = fmt.Errorf("%s was not written by fsmgen and is left unchanged: move it, or choose another name", path)
	}
	return err
}

// deliver writes an output to a file, or to standard output for -.
func (std stdio) deliver(file string, o gen.Output, data []byte) error {
	if file == "-" {
		_, err := std.out.Write(data)
		return err
	}
	if err := checkReplaceable(file, o.Replaces); err != nil {
		return err
	}
	_, err := writeFile(file, data)
	return err
}

// update brings a generated file or a part of a document up to date: it writes data
// where it differs from old, the contents of the file, and prints what it did. With
// check, it writes nothing; it prints the difference and reports that the file is
// stale.
func (std stdio) update(path string, old, data []byte, check bool) (stale bool, err error) {
	name := filepath.ToSlash(path)
	word := "unchanged"
	switch same := bytes.Equal(old, data); {
	case same && check:
		return false, nil
	case check:
		fmt.Fprintf(std.out, "  stale        %s\n%s", name, diff.Diff(name, old, name+" (generated)", data))
		return true, nil
	case !same:
		word = "wrote"
		if _, err := writeFile(path, data); err != nil {
			return false, err
		}
	}
	// Files are written even if nobody reads what is printed; see output.
	fmt.Fprintf(std.out, "  %-11s  %s\n", word, name)
	return false, nil
}

// writeFile replaces the file at path in one step: readers see the old
// contents or the new, never a part. A file that is current is left alone, so
// that its modification time and the build cache stay.
func writeFile(path string, data []byte) (changed bool, err error) {
	_, same, err := current(path, data)
	if same || err != nil {
		return false, err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return false, err
	}
	defer os.Remove(tmp.Name()) // fails, as it should, after the rename
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err != nil {
		return false, err
	}
	return true, os.Rename(tmp.Name(), path)
}
