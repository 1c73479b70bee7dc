package proptest

import (
	"go/scanner"
	"go/token"
	"strings"

	"github.com/dave/jennifer/jen"
)

// statement turns Go declarations into a statement of jennifer. Every "pkg.Name"
// of an imported package becomes a qualified name, so that jennifer keeps the
// account of the imports for text as it does for its own statements.
func statement(text string) *jen.Statement {
	s := &jen.Statement{}
	var scan scanner.Scanner
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	scan.Init(file, []byte(text), nil, 0)
	done := 0 // the text before this offset is in s
	var before token.Token
	for {
		pos, tok, name := scan.Scan()
		if tok == token.EOF {
			return s.Op(text[done:])
		}
		start := file.Offset(pos)
		path, known := imports[name]
		after := start + len(name)
		if tok == token.IDENT && known && before != token.PERIOD && strings.HasPrefix(text[after:], ".") {
			_, _, _ = scan.Scan()
			_, _, member := scan.Scan()
			s.Op(text[done:start]).Qual(path, member)
			done = after + 1 + len(member)
		}
		before = tok
	}
}

// imports are the packages that a test file may use, by name.
var imports = map[string]string{
	"context": "context", "fsmtest": fsmtestPath, "property": fsmtestPath + "/property", "testing": "testing", "time": "time",
}

// groupImports puts the imports from outside the standard library into a group
// of their own, which jennifer does not do.
func groupImports(file []byte) []byte {
	head, rest, _ := strings.Cut(string(file), "import (\n")
	list, rest, found := strings.Cut(rest, "\n)\n")
	if !found {
		return file
	}
	var std, other []string
	for line := range strings.SplitSeq(list, "\n") {
		path := line[strings.IndexByte(line, '"')+1:]
		if host, _, _ := strings.Cut(path, "/"); strings.Contains(host, ".") {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	if len(other) == 0 {
		return file
	}
	list = strings.Join(std, "\n") + "\n\n" + strings.Join(other, "\n")
	return []byte(head + "import (\n" + list + "\n)\n" + rest)
}
