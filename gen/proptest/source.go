package proptest

import (
	_ "embed"
	"go/scanner"
	"go/token"
	"strings"
	"text/template"

	"github.com/dave/jennifer/jen"
)

// harness is the part of a test file that depends on the machine in little
// more than its names.
//
//go:embed harness.go.tmpl
var harness string

// host is the part for machines that ask or tell their program something.
//
//go:embed host.go.tmpl
var host string

// tests is the part that checks lists: parameters and texts.
//
//go:embed tests.go.tmpl
var tests string

// subject is what a run of random or fuzzed events is made with.
//
//go:embed subject.go.tmpl
var subject string

// shrink is what makes a failing run smaller.
//
//go:embed shrink.go.tmpl
var shrink string

// property is the random runs, and all that needs gopter.
//
//go:embed property.go.tmpl
var property string

// snapshot is what saves machines and restores them.
//
//go:embed snapshot.go.tmpl
var snapshot string

// gotypes is the test of what snapshots do with Go types.
//
//go:embed gotypes.go.tmpl
var gotypes string

// observe is what watches machines.
//
//go:embed observe.go.tmpl
var observe string

// value is the tests of events as values.
//
//go:embed value.go.tmpl
var value string

// cover is what finds a run to all that a machine can do.
//
//go:embed cover.go.tmpl
var cover string

// reach is the runs that exploration has found.
//
//go:embed reach.go.tmpl
var reach string

// walk is the walk over small machines, with the count of what is covered.
//
//go:embed walk.go.tmpl
var walk string

// fuzz is the fuzz target.
//
//go:embed fuzz.go.tmpl
var fuzz string

// table is the test with a line for each transition.
//
//go:embed table.go.tmpl
var table string

// run is the tests of what runs typed states.
//
//go:embed run.go.tmpl
var run string

// typed is the tests of typed states.
//
//go:embed typed.go.tmpl
var typed string

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
	"cmp": "cmp", "context": "context", "encoding": "encoding", "json": "encoding/json", "errors": "errors", "flag": "flag", "fmt": "fmt", "math": "math", "netip": "net/netip", "rand": "math/rand", "os": "os", "reflect": "reflect",
	"slices": "slices", "sort": "sort", "strconv": "strconv", "strings": "strings", "testing": "testing", "time": "time", "utf8": "unicode/utf8",
	"gopter": "github.com/leanovate/gopter", "commands": "github.com/leanovate/gopter/commands",
}

// fill executes a template with the fields of a machine.
func fill(text string, data any) (string, error) {
	t, err := template.New("").Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, data)
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
