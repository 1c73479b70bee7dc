package migrate

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// generator writes the file of a plan.
type generator struct {
	plan     *Plan
	file     *file
	past     ancestry
	old, new *ident.Names
	// typeDecisions and typeStored are the names of the types.
	typeDecisions, typeStored string
}

// newType writes a type of the new version.
func (g *generator) newType(t expr.Type) string {
	switch t.Kind {
	case expr.Enumerated:
		return g.new.Enums[slices.Index(g.plan.b.Enums, t.Enum)].Type
	case expr.Opaque:
		text := ""
		for _, part := range t.Go.Parts {
			if part.Path != "" {
				text += g.file.use(part.Path) + "."
			}
			text += part.Token + part.Name
		}
		return text
	}
	if t.Duration {
		return "int" // of nanoseconds
	}
	return t.String()
}

// oldType writes the type in which the program reads an old value. Enums are strings, and values of Go types JSON, because the code of
// the old version is gone.
func (g *generator) oldType(t expr.Type) string {
	switch t.Kind {
	case expr.Enumerated:
		return "string"
	case expr.Opaque:
		return g.file.use("encoding/json") + ".RawMessage"
	}
	if t.Duration {
		return "int" // of nanoseconds
	}
	return t.String()
}
