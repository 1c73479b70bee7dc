package main

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

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
