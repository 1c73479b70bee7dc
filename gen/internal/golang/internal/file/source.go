package file

import (
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"
)

// qualified matches uses of the packages that Go text names.
var qualified = regexp.MustCompile(`\b(bytes|codec|context|driver|encoding|errors|fmt|fsm|json|reflect|slices|strconv|strings|time|utf8)\.([A-Z]\w*)`)

var paths = strings.NewReplacer("codec", runtime+"/codec", "driver", "database/sql/driver", "fsm", runtime, "json", "encoding/json", "utf8", "unicode/utf8")

// runtime is the package of what all machines have in common.
const runtime = "github.com/fsmgen/fsmgen/fsm"

// Runtime is a name of package fsm.
func Runtime(name string) *jen.Statement { return jen.Qual(runtime, name) }

// Drive is a name of package drive.
func Drive(name string) *jen.Statement { return jen.Qual(runtime+"/drive", name) }

// Source adds Go text that is the same in every machine except for names. The names are
// pairs of a placeholder and its replacement.
func Source(text string, names ...string) *jen.Statement {
	text = strings.NewReplacer(names...).Replace(text)
	out := jen.Null()
	last := 0
	for _, at := range qualified.FindAllStringSubmatchIndex(text, -1) {
		if at[0] > last {
			out.Op(text[last:at[0]])
		}
		out.Qual(paths.Replace(text[at[2]:at[3]]), text[at[4]:at[5]])
		last = at[1]
	}
	return out.Op(text[last:])
}
