package spec

import (
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Load loads the spec in src. It uses the file name only in positions, and never
// returns nil. The diagnostics are sorted; if they contain an error, the Machine of
// the result is nil. Two names that would become the same Go identifier are an
// error. A spec that uses child machines is an error: see [LoadWith].
func Load(file string, src []byte) (*Spec, diag.List) { return LoadWith(file, src, nil) }

// LoadWith is Load for a spec that may use child machines. Open returns the spec of a child: from
// is the name of the file that uses it, and path is the path in that spec, which is relative to
// the directory of that file and has slashes. The name that it returns is for positions, and the
// same for all paths to one file. [OpenFile] opens files.
func LoadWith(file string, src []byte, open func(from, path string) (name string, src []byte, err error)) (*Spec, diag.List) {
	return (&family{open: open, known: map[string]*loaded{}}).load(file, src)
}
