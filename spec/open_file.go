package spec

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// maxRead is larger than a spec may be, so that the loader reports a spec that is too large.
const maxRead = 8 << 20

// OpenFile opens the spec of a child machine in the file system, for [LoadWith]. It opens only
// regular files, and returns at most the first 8 MiB. The name has no symbolic links.
// It follows links anywhere: a program that reads specs of people whom it does not trust gives [LoadWith] a function of its own.
func OpenFile(from, path string) (name string, src []byte, err error) {
	file := filepath.Join(filepath.Dir(filepath.FromSlash(from)), filepath.FromSlash(path))
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real // through links, there are endless paths to a file, and each would be another machine
	}
	name = filepath.ToSlash(file)
	shown := diag.Printable(diag.Clip(name))
	info, err := os.Stat(file) // before opening it, because opening a pipe blocks
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name, nil, fmt.Errorf("there is no file %s", shown)
	case err != nil:
		return name, nil, fmt.Errorf("cannot read %s", shown)
	case !info.Mode().IsRegular():
		return name, nil, fmt.Errorf("%s is not a file", shown)
	}
	f, err := os.Open(file)
	if err != nil {
		return name, nil, fmt.Errorf("cannot read %s", shown)
	}
	defer f.Close()
	if src, err = io.ReadAll(io.LimitReader(f, maxRead)); err != nil {
		return name, nil, fmt.Errorf("cannot read %s", shown)
	}
	return name, src, nil
}
