package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// maxRead is larger than the loader accepts, so that the loader reports files that are
// too large.
const maxRead = 8 << 20

// readInput reads a file, or standard input for -. The name is the path with
// slashes, for positions in diagnostics.
func readInput(path string, in io.Reader) (name string, src []byte, err error) {
	if path == "-" {
		src, err = io.ReadAll(io.LimitReader(in, maxRead))
		return "<stdin>", src, err
	}
	src, err = readFile(path)
	return filepath.ToSlash(path), src, err
}

// readFile reads a file, up to maxRead bytes.
func readFile(path string) ([]byte, error) {
	l, err := locate(path)
	if err != nil {
		return nil, err
	}
	return l.read(maxRead)
}

// readWhole reads a file that must have less than maxRead bytes.
func (l *location) readWhole() ([]byte, error) {
	data, err := l.read(maxRead)
	if err == nil && len(data) >= maxRead {
		err = fmt.Errorf("%s has more than %d bytes", filePath(l.path), maxRead-1)
	}
	return data, err
}

// openChild reads the spec of a child machine; see [spec.LoadWith]. The name has no symbolic links: through links, there
// are endless paths to a file, and each would be another machine.
func openChild(from, path string) (name string, src []byte, err error) {
	file := filepath.Join(filepath.Dir(filepath.FromSlash(from)), filepath.FromSlash(path))
	src, err = readFile(file)
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	}
	name = filepath.ToSlash(file)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no file %s", diag.Printable(diag.Clip(name)))
	}
	return name, src, err
}

// read returns the contents of the file, up to a number of bytes. It looks before it opens, because opening a pipe
// without a writer blocks forever, and opening a device can have an effect.
func (l *location) read(limit int64) ([]byte, error) {
	if l.info == nil {
		return nil, fmt.Errorf("open %s: %w", filePath(l.path), fs.ErrNotExist)
	}
	if err := checkRegular(l.path, l.info); err != nil {
		return nil, err
	}
	root, err := l.open()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := root.Open(l.name)
	if err != nil {
		return nil, about(l.path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, about(l.path, err)
	}
	if err := checkRegular(l.path, info); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit))
	if err != nil {
		return nil, about(l.path, err)
	}
	if info, err = f.Stat(); err == nil && info.Size() == 0 && len(data) > 0 {
		err = fmt.Errorf("%s is not a file with contents of its own, as in /proc: copy it", filePath(l.path))
	}
	return data, err
}

// checkRegular returns an error for what is not a file with contents.
func checkRegular(path string, info fs.FileInfo) error {
	mode := info.Mode()
	switch {
	case mode.IsDir():
		return fmt.Errorf("%s is a folder, not a file", filePath(path))
	case mode&fs.ModeNamedPipe != 0:
		return fmt.Errorf("%s is a pipe, not a file: use - for standard input or output", filePath(path))
	case mode&fs.ModeDevice != 0:
		return fmt.Errorf("%s is a device, not a file: use - for standard input or output", filePath(path))
	case mode&fs.ModeSocket != 0:
		return fmt.Errorf("%s is a socket, not a file", filePath(path))
	}
	return nil
}
