package main

import (
	"path/filepath"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// filePath is the path of a file. With %s and %v it is printed with slashes, and without
// characters that a terminal or a CI system would act on; string(p) is the path itself.
type filePath string

// String returns the path as messages show it.
func (p filePath) String() string { return diag.Printable(filepath.ToSlash(string(p))) }
