package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen"
)

// maxWritten is larger than any output of a spec that the loader accepts.
const maxWritten = 1 << 30

// current returns the contents of the file at path, with CRLF line ends replaced by LF,
// and whether they equal data. A file that does not exist has no contents.
func current(path string, data []byte) (old []byte, same bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err == nil:
		err = checkRegular(path, info)
	}
	if err == nil && info.Size() > maxWritten {
		err = fmt.Errorf("%s has %d bytes, more than fsmgen writes, and is left unchanged: move it, or choose another name", filePath(path), info.Size())
	}
	if err != nil {
		return nil, false, err
	}
	old, err = os.ReadFile(path)
	old = bytes.ReplaceAll(old, []byte("\r\n"), []byte("\n"))
	return old, err == nil && bytes.Equal(old, data), err
}

// foreign says of a file that it is none of the files which a command may replace.
const foreign = "was not written by fsmgen"

// checkReplaceable returns an error if data must not or cannot replace the contents of
// the file at path. reason says why, if replaces reports false.
func checkReplaceable(path string, data []byte, replaces func([]byte) bool, reason string) error {
	old, same, err := current(path, data)
	switch {
	case err != nil || same:
		return err
	case len(old) > 0 && !replaces(old):
		return fmt.Errorf("%s %s and is left unchanged: move it, or choose another name", filePath(path), reason)
	}
	_, _, err = destination(path)
	return err
}

// deliver writes an output to a file, or to standard output for -. It does not replace
// the inputs, nor any other spec.
func (std stdio) deliver(file string, o gen.Output, data []byte, inputs ...string) error {
	if file == "-" {
		_, err := std.out.Write(data)
		return err
	}
	if slices.ContainsFunc(inputs, func(in string) bool { return sameFile(in, file) }) {
		return errIsInput(file)
	}
	replaces := func(old []byte) bool { return !strings.HasSuffix(file, suffix) && o.Replaces(old) }
	if err := checkReplaceable(file, data, replaces, foreign); err != nil {
		return err
	}
	_, err := writeFile(file, data)
	return err
}

// errIsInput is the error for an output that would replace the input.
func errIsInput(file string) error {
	return fmt.Errorf("%s is the input and is left unchanged: choose another name for the output", filePath(file))
}

// sameFile reports whether two paths lead to the same existing file.
func sameFile(a, b string) bool {
	one, err1 := os.Stat(a)
	two, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(one, two)
}

// update updates a generated file or a part of a document: it writes data if it differs
// from old, the contents of the file, and prints the result. With check, it writes
// nothing; it prints the difference and reports whether the file is stale.
func (std stdio) update(path string, old, data []byte, check bool) (stale bool, err error) {
	word := "unchanged"
	switch same := bytes.Equal(old, data); {
	case same && check:
		return false, nil
	case check:
		fmt.Fprintf(std.out, "  stale        %s\n%s", filePath(path), difference(filePath(path), old, "generated", data))
		return true, nil
	case !same:
		word = "wrote"
		if _, err := writeFile(path, data); err != nil {
			return false, err
		}
	}
	// An error of printing must not stop the writing of files; see output.
	fmt.Fprintf(std.out, "  %-11s  %s\n", word, filePath(path))
	return false, nil
}

// destination returns the file that a path means, behind its symbolic links, and its
// permissions. The permissions are 0 if the file does not exist. The error is about files
// that cannot be replaced.
func destination(path string) (file string, perm fs.FileMode, err error) {
	file = path
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, 0, nil
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if file, err = filepath.EvalSymlinks(path); err == nil {
			info, err = os.Stat(file)
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s is a symbolic link to a file that does not exist: remove the link", filePath(path))
		}
	}
	if err == nil {
		err = checkRegular(path, info)
	}
	if err != nil {
		return "", 0, err
	}
	if perm = info.Mode().Perm(); perm&0o200 == 0 {
		return "", 0, fmt.Errorf("%s is read-only and is left unchanged: make it writable, or remove it", filePath(path))
	}
	return file, perm, nil
}

// writeFile replaces the file at path atomically: readers see the old contents or the
// new, never a part. It leaves a file with the same contents unchanged, which keeps its
// modification time and the build cache. It keeps symbolic links and permissions; the
// owner is the user, as after a git checkout.
func writeFile(path string, data []byte) (changed bool, err error) {
	_, same, err := current(path, data)
	if same || err != nil {
		return false, err
	}
	file, perm, err := destination(path)
	if err != nil {
		return false, err
	}
	// The permissions of a new file are those that the user's umask leaves.
	name := filepath.Join(filepath.Dir(file), fmt.Sprintf(".fsmgen-%016x", rand.Uint64()))
	tmp, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return false, cannotWrite(path, err)
	}
	defer os.Remove(name) // fails, as it should, after the rename
	_, err = tmp.Write(data)
	if perm != 0 && err == nil {
		err = tmp.Chmod(perm)
	}
	if closed := tmp.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(name, file)
	}
	return err == nil, cannotWrite(path, err)
}

// cannotWrite replaces the name of a temporary file in an error by the file's own.
func cannotWrite(path string, err error) error {
	var about *fs.PathError
	if errors.As(err, &about) {
		err = about.Err
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("write %s: %w", filePath(path), err)
}
