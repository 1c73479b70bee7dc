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

// current returns the contents of the file at path, with CRLF line ends replaced by LF,
// and whether they equal data. A file that does not exist has no contents.
func current(path string, data []byte) (old []byte, same bool, err error) {
	old, err = os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	old = bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n"))
	return old, err == nil && bytes.Equal(old, data), err
}

// checkReplaceable returns an error if the file at path has contents that fsmgen must
// not replace.
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

// update updates a generated file or a part of a document: it writes data if it differs
// from old, the contents of the file, and prints the result. With check, it writes
// nothing; it prints the difference and reports whether the file is stale.
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
	// An error of printing must not stop the writing of files; see output.
	fmt.Fprintf(std.out, "  %-11s  %s\n", word, name)
	return false, nil
}

// writeFile replaces the file at path atomically: readers see the old contents or the
// new, never a part. It leaves a file with the same contents unchanged, which keeps its
// modification time and the build cache.
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
