package golang

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
)

// qualified matches what Go text uses of the standard library. The packages
// are those of standard.
var qualified = regexp.MustCompile(`\b(bytes|encoding|errors|fmt|json|reflect|slices|strings|time|utf8)\.([A-Z]\w*)`)

var standard = strings.NewReplacer("json", "encoding/json", "utf8", "unicode/utf8")

// source takes Go text that is the same in every machine but for the names in
// it, given as pairs of what stands for a name and the name.
func source(text string, names ...string) *jen.Statement {
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

// group puts the imports from outside the standard library, whose paths begin
// with a domain, behind the others, as gofumpt does.
func group(src []byte) []byte {
	const begin, end = "\nimport (\n", "\n)\n"
	from := bytes.Index(src, []byte(begin))
	if from < 0 {
		return src
	}
	from += len(begin)
	to := from + bytes.Index(src[from:], []byte(end))
	var standard, others []string
	for line := range strings.SplitSeq(string(src[from:to]), "\n") {
		first, _, _ := strings.Cut(line[strings.Index(line, `"`)+1:], "/")
		if strings.Contains(first, ".") {
			others = append(others, line)
		} else {
			standard = append(standard, line)
		}
	}
	if len(standard) == 0 || len(others) == 0 {
		return src
	}
	imports := strings.Join(standard, "\n") + "\n\n" + strings.Join(others, "\n")
	return slices.Concat(src[:from], []byte(imports), src[to:])
}

// function adds a function given as Go text, with its comment.
func (g *generator) function(doc []string, text string, names ...string) {
	g.doc(doc)
	g.file.Add(source(strings.TrimSpace(text), append([]string{"$Machine", g.names.Machine, "$pkg", g.pkg}, names...)...))
}
