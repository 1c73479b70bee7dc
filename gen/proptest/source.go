package proptest

import (
	"embed"
	"go/scanner"
	"go/token"
	"strings"
	"text/template"

	"github.com/dave/jennifer/jen"
)

// templates are the parts of a test file that depend on the machine in little
// more than its names.
//
//go:embed *.go.tmpl
var templates embed.FS

// parts lists the templates for the machine, in the order of the file.
func (p *printer) parts() []string {
	var parts []string
	if p.names.Host != "" {
		parts = append(parts, "calls", "host")
	}
	parts = append(parts, "harness", "equal", "configuration", "observe", "send", "forge", "snapshot", "elsewhere", "gotypes", "reach", "cover", "typed", "handler", "timer", "run")
	if p.m.Tests.Property || p.m.Tests.Fuzz {
		parts = append(parts, "subject")
	}
	if p.m.Tests.Property {
		parts = append(parts, "shrink", "property")
	}
	if p.m.Tests.Table {
		parts = append(parts, "table")
	}
	if p.m.Tests.Fuzz {
		parts = append(parts, "fuzz")
	}
	return append(parts, "tests", "message", "walk")
}

// source turns Go declarations into a statement of jennifer. Every "pkg.Name"
// of an imported package becomes a qualified name, so that jennifer keeps the
// account of the imports for text as it does for its own statements.
func source(text string) *jen.Statement {
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
	"cmp": "cmp", "context": "context", "encoding": "encoding", "json": "encoding/json", "errors": "errors", "flag": "flag", "fmt": "fmt", "maps": "maps", "math": "math", "netip": "net/netip", "rand": "math/rand", "os": "os", "reflect": "reflect",
	"slices": "slices", "sort": "sort", "strconv": "strconv", "strings": "strings", "testing": "testing", "time": "time", "utf8": "unicode/utf8",
	"gopter": "github.com/leanovate/gopter", "commands": "github.com/leanovate/gopter/commands",
}

// fill executes a template with the features of the machine.
func fill(part string, f features) (string, error) {
	t, err := template.ParseFS(templates, part+".go.tmpl")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, f)
	return b.String(), err
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
