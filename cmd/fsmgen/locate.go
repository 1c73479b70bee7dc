package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// location is a file, or the place for one, in a folder that no link leads out of. All files are read and written
// through locations.
type location struct {
	// path is the path of the file as the user knows it.
	path string
	// folder is the folder, as an absolute path without links; within is what it was when the file was located.
	folder string
	within fs.FileInfo
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

// locateBeside finds the file that a path means, inside the folder that the path names.
func locateBeside(path string) (*location, error) { return locateIn(filepath.Dir(path), path) }

// locateIn finds the file that a path means. The error is about a link that leads out of the folder top, to a file of
// another kind, or to nothing.
func locateIn(top, path string) (*location, error) {
	abs, err := absolute(path)
	if err != nil {
		return nil, err
	}
	if top, err = absolute(top); err != nil {
		return nil, err
	}
	l := &location{path: path}
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
	if l.folder, err = filepath.EvalSymlinks(top); err != nil {
		return nil, about(path, err)
	}
	if l.within, err = os.Stat(l.folder); err != nil {
		return nil, about(path, err)
	}
	var inside [2]bool
	l.entry, inside[0] = inFolder(l.folder, entry)
	l.name, inside[1] = inFolder(l.folder, file)
	switch {
	case !inside[0] || !inside[1]:
		return nil, leadsOut(path, abs, top, l.folder)
	case inGit(l.name) && !inGit(abs):
		return nil, fmt.Errorf("%s leads to a file of git through a symbolic link and is not followed: remove the link", filePath(path))
	case linked && kind(file) != kind(abs):
		return nil, fmt.Errorf("%s is a symbolic link to a file whose name does not end in %s, and is not followed: replace it by a file", filePath(path), filePath(kind(abs)))
	}
	return l, l.look()
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
	root, err := os.OpenRoot(l.folder)
	if err != nil {
		return nil, about(l.path, err)
	}
	info, err := root.Stat(".")
	if err == nil && !os.SameFile(info, l.within) {
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

// absolute returns an absolute path. A relative path begins at the current folder, without the links by which the user
// came there.
func absolute(path string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", err
	}
	return filepath.Join(dir, path), nil
}

// repository returns the folder that no link on an absolute path may lead out of: the innermost git repository, or else
// the innermost Go module, or the current folder, or the folder of the path. None of them is behind a link in a repository, a module, or the
// current folder.
func repository(abs string) (string, error) {
	var above []string
	for dir := filepath.Dir(abs); ; dir = filepath.Dir(dir) {
		above = append([]string{dir}, above...)
		if dir == filepath.Dir(dir) {
			break
		}
	}
	here, err := absolute(".")
	if err != nil {
		return "", err
	}
	git, module := "", ""
	for _, dir := range above {
		info, err := os.Lstat(dir)
		_, below := inFolder(here, dir)
		if err != nil || info.Mode()&fs.ModeSymlink != 0 && (git != "" || module != "" || below && dir != here) {
			break
		}
		if exists(filepath.Join(dir, ".git")) {
			git = dir
		}
		if exists(filepath.Join(dir, "go.mod")) {
			module = dir
		}
	}
	if top := cmp.Or(git, module); top != "" {
		return top, nil
	}
	if _, inside := inFolder(here, abs); inside {
		return here, nil
	}
	return filepath.Dir(abs), nil
}

// inFolder returns the path from a folder to a file in it.
func inFolder(folder, file string) (rel string, inside bool) {
	rel, err := filepath.Rel(folder, file)
	return rel, err == nil && filepath.IsLocal(rel)
}

// inGit reports whether a path leads through a folder .git. Names that differ in case can be the same.
func inGit(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), func(name string) bool { return strings.EqualFold(name, ".git") })
}

// kind returns the end of a name that tells what is in the file.
func kind(path string) string {
	if strings.HasSuffix(path, suffix) {
		return suffix
	}
	return filepath.Ext(path)
}

// leadsOut returns the error for a path that leads out of the folder top. It names the first link that does.
func leadsOut(path, abs, top, folder string) error {
	link := filepath.Dir(path)
	for dir := abs; ; dir = filepath.Dir(dir) {
		rel, inside := inFolder(top, dir)
		if !inside || rel == "." {
			break
		}
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue
		}
		if _, inside := inFolder(folder, real); inside {
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
