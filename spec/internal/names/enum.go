package names

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// AddValue adds a value to an enum that the loader makes. Its name gets a number if another value has the same name in Go.
func AddValue(enum *expr.Enum, name string) int64 {
	taken := func(other string) bool { return ident.Export(other) == ident.Export(name) }
	for base, i := name, 2; slices.ContainsFunc(enum.Values, taken); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	enum.Values = append(enum.Values, name)
	return int64(len(enum.Values) - 1)
}
