package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// suffix is the suffix of the file names of specs.
const suffix = ".fsm.yaml"

// findSpecs resolves arguments to spec files: a file stands for itself, a
// folder for the specs in it, and a folder with /... for those in the folders below
// it too, except those that leftOut names. No argument means the current folder. The
// result is in the order of the arguments, sorted within each, without duplicates.
func findSpecs(args []string) ([]string, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var specs []string
	for _, arg := range args {
		found, err := findIn(arg)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("no specs (*%s) in %s%s", suffix, arg, below(arg))
		}
		for _, f := range found {
			if !slices.Contains(specs, f) {
				specs = append(specs, f)
			}
		}
	}
	return specs, nil
}

// below returns a hint on how to include the folders below one, unless the argument
// does.
func below(arg string) string {
	if strings.HasSuffix(arg, "...") {
		return ""
	}
	return "; " + strings.TrimSuffix(filepath.ToSlash(arg), "/") + "/... includes the folders below it"
}

// toSpecs replaces each argument that is a folder with one spec by that spec.
func toSpecs(args []string) error {
	for i, arg := range args {
		info, err := os.Stat(arg)
		if arg == "-" || err != nil || !info.IsDir() {
			continue // what cannot be read is reported where it is read
		}
		specs, err := filesIn(arg, suffix)
		switch {
		case err != nil:
			return err
		case len(specs) == 0:
			return fmt.Errorf("no specs (*%s) in %s", suffix, filePath(arg))
		case len(specs) > 1:
			const most = 4
			names := ""
			for i, s := range specs[:min(most, len(specs))] {
				if i > 0 {
					names += ", "
				}
				names += filePath(s).String()
			}
			if len(specs) > most {
				names += ", ..."
			}
			return fmt.Errorf("%s has %d specs, and this command takes one: %s", filePath(arg), len(specs), names)
		}
		args[i] = specs[0]
	}
	return nil
}

func findIn(arg string) ([]string, error) {
	if arg == "-" {
		return []string{"-"}, nil
	}
	dir, below := strings.CutSuffix(filepath.ToSlash(arg), "...")
	if below && dir != "" && !strings.HasSuffix(dir, "/") {
		return nil, fmt.Errorf("%s is no pattern: write %s/... for the specs in a folder and below it", arg, dir)
	}
	if below {
		return findBelow(filepath.Clean(filepath.FromSlash(dir + ".")))
	}
	info, err := os.Stat(arg)
	if err != nil {
		return nil, err
	}
	if ext := filepath.Ext(arg); !info.IsDir() && ext != ".yaml" && ext != ".yml" {
		return nil, fmt.Errorf("%s is not a spec: specs are files named NAME%s", arg, suffix)
	}
	if !info.IsDir() {
		return []string{filepath.Clean(arg)}, nil
	}
	return filesIn(arg, suffix)
}

// leftOut reports whether folder/... leaves out the folders of a name.
func leftOut(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "vendor" || name == "testdata" || name == "node_modules"
}

// findBelow lists the specs in a folder and below it. It follows a link to the folder, and none below it.
func findBelow(root string) ([]string, error) {
	if info, err := os.Lstat(root); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		root += string(filepath.Separator)
	}
	var specs []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if e.IsDir() {
			if path != root && leftOut(name) {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, suffix) {
			specs = append(specs, path)
		}
		return nil
	})
	return specs, err
}
