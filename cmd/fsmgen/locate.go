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

// folder is a folder as it was when it was found: what takes its place later is another one.
type folder struct {
	// path is the path by which it was found, and real an absolute path without links.
	path, real string
	info       fs.FileInfo
}

// findFolder finds the folder that a path means now.
func findFolder(path string) (*folder, error) {
	path, err := absolute(path)
	if err != nil {
		return nil, err
	}
	f := &folder{path: path}
	if f.real, err = filepath.EvalSymlinks(path); err == nil {
		f.info, err = os.Stat(f.real)
	}
	return f, err
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

// locateBeside finds the file that a path means, inside the folder that the path names.
func locateBeside(path string) (*location, error) { return locateIn(filepath.Dir(path), path) }

// locateIn finds the file that a path means, inside the folder that top means now.
func locateIn(top, path string) (*location, error) {
	f, err := findFolder(top)
	if err != nil {
		return nil, about(path, err)
	}
	return f.locate(path)
}

// locate finds the file that a path means. The error is about a link that leads out of the folder, to a file of
// another kind, or to nothing.
func (f *folder) locate(path string) (*location, error) {
	abs, err := absolute(path)
	if err != nil {
		return nil, err
	}
	l := &location{path: path, in: f}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return nil, about(path, err)
	}
	entry := filepath.Join(dir, filepath.Base(abs))
	file := entry
	info, err := os.Lstat(entry)
	linked := err == nil && info.Mode()&fs.ModeSymlink != 0
	if linked {
		if target, err := os.Stat(entry); err == nil {
			if err := checkRegular(path, target); err != nil {
				return nil, err
			}
		}
		if file, err = filepath.EvalSymlinks(entry); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is a symbolic link to a file that does not exist: remove the link", filePath(path))
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, about(path, err)
	}
	var inside [2]bool
	l.entry, inside[0] = inFolder(f.real, entry)
	l.name, inside[1] = inFolder(f.real, file)
	switch {
	case !inside[0] || !inside[1]:
		return nil, f.leadsOut(path, abs)
	case inGit(l.name) && !inGit(abs):
		return nil, fmt.Errorf("%s leads to a file of git through a symbolic link and is not followed: remove the link", filePath(path))
	case linked && kind(file) != kind(abs):
		return nil, fmt.Errorf("%s is a symbolic link to a file whose name does not end in %s, and is not followed: replace it by a file", filePath(path), filePath(kind(abs)))
	}
	return l, l.look()
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

// open opens the folder. Nobody can make it another folder, and no link that appears later leads out of it.
func (l *location) open() (*os.Root, error) {
	root, err := os.OpenRoot(l.in.real)
	if err != nil {
		return nil, about(l.path, err)
	}
	info, err := root.Stat(".")
	if err == nil && !os.SameFile(info, l.in.info) {
		err = errMoved
	}
	if err != nil {
		_ = root.Close()
		return nil, about(l.path, err)
	}
	return root, nil
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

// leadsOut returns the error for a path that leads out of the folder. It names the first link that does.
func (f *folder) leadsOut(path, abs string) error {
	top, link := f.path, filepath.Dir(path)
	for dir := abs; ; dir = filepath.Dir(dir) {
		rel, inside := inFolder(top, dir)
		if !inside || rel == "." {
			break
		}
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue
		}
		if _, inside := inFolder(f.real, real); inside {
			break
		}
		link = dir
	}
	if here, err := absolute("."); err == nil {
		if rel, inside := inFolder(here, link); inside {
			link = rel
		}
		if rel, inside := inFolder(here, top); inside && rel != "." {
			top = rel
		}
	}
	return fmt.Errorf("%s: the symbolic link %s leads out of the folder %s and is not followed: replace it by a file, or name the file that it leads to", filePath(path), filePath(link), filePath(top))
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
