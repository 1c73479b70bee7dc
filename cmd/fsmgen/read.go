package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxRead))
}

// openFile opens a file for reading. It looks before it opens, because opening a pipe
// without a writer blocks forever, and opening a device can have an effect.
func openFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil {
		err = checkRegular(path, info)
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
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

// isFile reports whether a path leads to a file with contents.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && checkRegular(path, info) == nil
}
