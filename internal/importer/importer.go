package importer

import (
	"path"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/internal/importer/mermaid"
	"github.com/fsmgen/fsmgen/internal/importer/scxml"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Importer reads one format.
type Importer struct {
	// Name is unique among importers.
	Name string
	// Help is a noun phrase of one line.
	Help string
	// Suffixes are the file name suffixes, in lower case and with the dot, the usual one
	// first.
	Suffixes []string
	// Is reports whether a text is in the format, if the file name does not determine the
	// format.
	Is func(src []byte) bool
	// Read returns a draft; see [Import].
	Read func(file string, src []byte, number int) *draft.Draft
	// Approximate is Read for what the format has and specs do not, which it reads as what comes next to it, with warnings; nil if Read
	// does.
	Approximate func(file string, src []byte, number int) *draft.Draft
}

// All returns the importers. The first one is the default for texts that no importer recognizes. The caller
// owns the slice.
func All() []Importer {
	return []Importer{
		{
			Name: "mermaid", Suffixes: []string{".mmd", ".mermaid", ".md", ".markdown"},
			Help: "a Mermaid state diagram, alone or in a Markdown document",
			Is:   mermaid.Is, Read: mermaid.Read,
		},
		{
			Name: "scxml", Suffixes: []string{".scxml"},
			Help: "a state machine in SCXML, the State Chart XML of the W3C",
			Is:   scxml.Is, Read: scxml.Read, Approximate: scxml.Approximate,
		},
	}
}

// maxSource is the maximum size of a file, in bytes.
const maxSource = 1 << 20

// Choose returns the importer with a name. If the name is "", it returns the one for a file: by its suffix, by
// its contents, or else the first one.
func Choose(name, file string, src []byte) (i Importer, ok bool) {
	all := All()
	ext := strings.ToLower(path.Ext(file))
	for _, is := range []func(Importer) bool{
		func(i Importer) bool { return i.Name == name },
		func(i Importer) bool { return name == "" && slices.Contains(i.Suffixes, ext) },
		func(i Importer) bool { return name == "" && i.Is(src) },
		func(Importer) bool { return name == "" },
	} {
		if at := slices.IndexFunc(all, is); at >= 0 {
			return all[at], true
		}
	}
	return Importer{}, false
}

// Import returns the spec for a file. The file name, with slashes, is used in positions and for the name of the
// machine. In a document with several machines, number selects one, counted from 1. The diagnostics are sorted; if
// they contain an error, there is no spec. Approximate allows the importer to read what a spec cannot say as what comes next to it, with warnings.
func (i Importer) Import(file string, src []byte, number int, approximate bool) ([]byte, diag.List) {
	if len(src) > maxSource {
		d := draft.New(file, draft.Source{})
		d.Fail(diag.CodeTooBig, d.Top(), "the file is larger than %d bytes", maxSource)
		return d.Spec()
	}
	if approximate && i.Approximate != nil {
		return i.Approximate(file, src, number).Spec()
	}
	return i.Read(file, src, number).Spec()
}
