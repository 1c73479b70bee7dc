package file

import (
	"regexp"
	"strings"

	"github.com/dave/jennifer/jen"
)

// qualified matches uses of the packages in standard.
var qualified = regexp.MustCompile(`\b(bytes|context|driver|encoding|errors|fmt|json|reflect|runtime|slices|strconv|strings|sync|time|utf8)\.([A-Z]\w*)`)

var standard = strings.NewReplacer("driver", "database/sql/driver", "json", "encoding/json", "utf8", "unicode/utf8")

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
		out.Qual(standard.Replace(text[at[2]:at[3]]), text[at[4]:at[5]])
		last = at[1]
	}
	return out.Op(text[last:])
}
