package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// location is a file, or the place for one, in a folder that no link leads out of. All files are read and written
// through locations.
type location struct {
	// path is the path of the file as the user knows it.
	path string
	in   *folder
	// entry and name are paths from the folder through folders that are no links: to what path names, which may be a
	// link, and to the file itself.
	entry, name string
	// info is nil if there is no file.
	info fs.FileInfo
}

// locate finds the file that a path means, inside the repository of the path.
func locate(path string) (*location, error) {
	abs, err := absolute(path)
	if err != nil {
		return nil, err
	}
	top, err := repository(abs)
	if err != nil {
		return nil, err
	}
	return locateIn(top, path)
}

// locateIn finds the file that a path means, inside the folder that top means now.
func locateIn(top, path string) (*location, error) {
	f, err := findFolder(top)
	if err != nil {
		return nil, about(path, err)
	}
	return f.locate(path)
}

// parent returns the folder that has what the path names: the file, or the link to it.
func (l *location) parent() (*folder, error) {
	root, err := l.open()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	dir := filepath.Dir(l.entry)
	f := &folder{real: filepath.Join(l.in.real, dir)}
	if f.path, err = absolute(filepath.Dir(l.path)); err == nil {
		f.info, err = root.Stat(dir)
	}
	return f, about(l.path, err)
}

// look reads what is known of the file, without opening it.
func (l *location) look() error {
	root, err := l.open()
	if err != nil {
		return err
	}
	defer root.Close()
	if l.info, err = root.Lstat(l.name); errors.Is(err, fs.ErrNotExist) {
		l.info, err = nil, nil
	}
	return about(l.path, err)
}

// open opens the folder; see [folder.open].
func (l *location) open() (*os.Root, error) {
	root, err := l.in.open()
	return root, about(l.path, err)
}

// openAt opens a folder in the folder. What is written and removed through it is in one folder, whatever takes the place of
// those around it.
func (l *location) openAt(dir string) (*os.Root, error) {
	root, err := l.open()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	at, err := root.OpenRoot(dir)
	return at, about(l.path, err)
}

// linked reports whether the path is a symbolic link.
func (l *location) linked() bool { return l.entry != l.name }

// errMoved is the error for a file or its folder that somebody replaces at the same time.
var errMoved = errors.New("it has changed in the meantime: try again")

// kind returns the end of a name that tells what is in the file.
func kind(path string) string {
	if strings.HasSuffix(path, suffix) {
		return suffix
	}
	return filepath.Ext(path)
}

// about replaces the name of a file in an error by the one that the user knows.
func about(path string, err error) error {
	if err == nil {
		return nil
	}
	var e *fs.PathError
	if errors.As(err, &e) {
		err = e.Err
	}
	return fmt.Errorf("%s: %w", filePath(path), err)
}
