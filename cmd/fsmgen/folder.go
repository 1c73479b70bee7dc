package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

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

// open opens the folder. Nobody can make it another folder, and no link that appears later leads out of it.
func (f *folder) open() (*os.Root, error) {
	root, err := os.OpenRoot(f.real)
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(".")
	if err == nil && !os.SameFile(info, f.info) {
		err = errMoved
	}
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	return root, nil
}

// list lists what is in the folder, except folders, with names that end in a suffix, sorted.
func (f *folder) list(suffix string) ([]string, error) {
	root, err := f.open()
	if err != nil {
		return nil, about(f.path, err)
	}
	defer root.Close()
	return namesIn(root.FS(), suffix)
}

// namesIn lists what is in a folder, except folders, with names that end in a suffix, sorted. It does not use fs.Glob, which
// gives brackets a meaning.
func namesIn(dir fs.FS, suffix string) (names []string, err error) {
	entries, err := fs.ReadDir(dir, ".")
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), suffix) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// filesIn lists what is now in the folder that a path means, as namesIn does, with the path in front.
func filesIn(dir, suffix string) ([]string, error) {
	names, err := namesIn(os.DirFS(dir), suffix)
	for i, name := range names {
		names[i] = filepath.Join(dir, name)
	}
	return names, about(dir, err)
}

// has reports whether something of a name is in the folder, as far as that can be known.
func (f *folder) has(name string) bool {
	l, err := f.locate(filepath.Join(f.path, name))
	return err != nil || l.info != nil
}

// read reads a file of the folder, up to maxRead bytes.
func (f *folder) read(name string) ([]byte, error) {
	l, err := f.locate(filepath.Join(f.path, name))
	if err != nil {
		return nil, err
	}
	return l.read(maxRead)
}

// locate finds the file that a path means. The error is about a link that leads out of the folder, to a file of
// another kind, or to nothing.
func (f *folder) locate(path string) (*location, error) {
	abs, err := absolute(path)
	if err != nil {
		return nil, err
	}
	l := &location{path: path, in: f}
	if filepath.Dir(abs) == f.path {
		// Nothing of the path is resolved, so it does not matter what takes the place of the folder.
		l.entry, l.name = filepath.Base(abs), filepath.Base(abs)
		if err := l.look(); err != nil || l.info == nil || l.info.Mode()&fs.ModeSymlink == 0 {
			return l, err
		}
	}
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
