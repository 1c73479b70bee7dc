package decl

import "github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"

// Version writes the line that does not compile with another version of package fsm.
func Version(f *file.File) {
	f.Function([]string{
		"If this does not compile, run \"fsmgen generate\" with the fsmgen of this module.",
	}, "const _ = fsm.Version1")
}
