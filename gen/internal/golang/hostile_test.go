package golang_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// hostile are documentation texts that would become code or a directive, or mislead
// readers, if they were copied to the output unchanged.
var hostile = []string{
	"*/ func init() { panic(1) } /*",
	"/* */ func init() {}",
	"\n//go:build ignore",
	"//go:build ignore\n",
	"go:build ignore",
	"//go:linkname x runtime.y",
	"first\n\n//go:linkname x y\n// +build ignore\n+build ignore\n//+build ignore",
	"//nolint:all",
	"nolint",
	"//lint:file-ignore SA1000 no",
	"revive:disable",
	"//line evil.go:1",
	"/*line evil.go:1*/",
	"//export x\n//extern y",
	"exhaustive:ignore #nosec G101",
	"`\" + evil() + `",
	"a\x00b\x1b[2Jc\ad",
	"a\r//go:build ignore\rb\r\n//go:build ignore\vc\f//go:build ignore",
	"a\u2028//go:build ignore\u2029func init() {}\u0085x",
	"level\u202e\u2066// admin\u2069\u2066 only",
	"\ufefffunc init() {}\ufeff\u200b\u00ad",
	"\xff\xfe not text \xc0\xaf",
	"%s %d %!",
	strings.Repeat("nolint go:build ", 40),
	strings.Repeat("x", 500),
	"- a list\n  * inside\n    code\n\t//go:build ignore",
	"# Heading\n\n[link]: javascript:alert(1)",
	"Deprecated: no.",
	"\t\n \n\n",
	"Machine Params State Event",
}

// TestHostileDocs puts each text in every place that allows one, and in the file name, and
// checks that only comments change.
func TestHostileDocs(t *testing.T) {
	sample.Turn(t)
	for _, name := range []string{"order", "call"} {
		t.Run(name, func(t *testing.T) { testHostileDocs(t, name) })
	}
}

func testHostileDocs(t *testing.T, name string) {
	plain, names := load(t, name)
	want := declarations(t, generate(t, plain, names, name))
	directive := regexp.MustCompile(`^//(go|nolint|line|export|extern|lint|revive|exhaustive)\b|^/[*]|^//\S|^//[/\s]*([+]build|nolint|[a-z0-9]+:[a-z])|#nosec`)
	for i, text := range hostile {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			m, names := load(t, name)
			m.Doc, m.File = text, "dir/"+text+".fsm.yaml"
			for i := range m.Params {
				m.Params[i].Doc = text
			}
			for i := range m.Vars {
				m.Vars[i].Doc = text
			}
			for i := range m.Events {
				m.Events[i].Doc = m.Events[i].Name + " " + text
			}
			for i := range m.States {
				m.States[i].Doc = text
			}
			for i := range m.Enums {
				m.Enums[i].Doc = m.Enums[i].Name + " " + text
			}
			for i := range m.Guards {
				m.Guards[i].Doc = text
			}
			for i := range m.Outputs {
				m.Outputs[i].Doc = m.Outputs[i].Name + " " + text
			}
			for i := range m.Delays {
				m.Delays[i].Doc = text
			}
			for i := range m.Transitions {
				m.Transitions[i].Doc = text
			}
			src := generate(t, m, names, name)
			if diff := cmp.Diff(want, declarations(t, src)); diff != "" {
				t.Errorf("%q changes the declarations (-plain +hostile):\n%s", text, diff)
			}
			for i, c := range comments(t, src) {
				if i > 0 && directive.MatchString(c) || !strings.HasPrefix(c, "//") {
					t.Errorf("%q becomes the comment %q", text, c)
				}
				for _, r := range c {
					if unicode.In(r, unicode.Cc, unicode.Cf) && r != '\t' || r == '\u2028' || r == '\u2029' {
						t.Errorf("%q leaves %q in the comment %q", text, r, c)
					}
				}
			}
			for _, doc := range docStrings(t, src) {
				if doc != "" && !strings.HasSuffix(doc, strings.TrimSpace(text)) {
					t.Errorf("Doc returns %q for %q", doc, text)
				}
				if quoted := strconv.Quote(doc); !strings.Contains(string(src), quoted) {
					t.Errorf("%s is not in the source", quoted)
				}
			}
			checkFormat(t, src)
			checkComments(t, src)
			if first, _, _ := strings.Cut(string(src), "\n"); !regexp.MustCompile(`^// Code generated .* DO NOT EDIT\.$`).MatchString(first) {
				t.Errorf("the first line is %q", first)
			}
			if !strings.Contains(string(src), "DO NOT EDIT.\n\npackage "+name+"\n") {
				t.Error("something stands between the header and the package clause")
			}
		})
	}
}

// docStrings lists the texts that the functions and fields named Doc have.
func docStrings(t *testing.T, src []byte) []string {
	t.Helper()
	var out []string
	visit := func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			text, err := strconv.Unquote(l.Value)
			if err != nil {
				t.Error(err)
			}
			out = append(out, text)
		}
		return true
	}
	ast.Inspect(parse(t, token.NewFileSet(), src), func(n ast.Node) bool {
		if isDoc(n) {
			ast.Inspect(n, visit)
		}
		return !isDoc(n)
	})
	return out
}

// isDoc reports whether a node returns or is what a spec says about a part.
func isDoc(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Name.Name == "Doc"
	case *ast.KeyValueExpr:
		key, ok := n.Key.(*ast.Ident)
		return ok && (key.Name == "Doc" || key.Name == "Docs")
	}
	return false
}

// declarations lists the declarations and imports of a file, with their code, except the
// documentation of the parts of the spec.
func declarations(t *testing.T, src []byte) []string {
	t.Helper()
	fset := token.NewFileSet()
	file := parse(t, fset, src)
	code := func(n ast.Node) string {
		var b strings.Builder
		ast.Inspect(n, func(n ast.Node) bool {
			if isDoc(n) {
				return false
			}
			switch n := n.(type) {
			case *ast.CommentGroup:
				return false
			case *ast.Ident:
				fmt.Fprintf(&b, "%s ", n.Name)
			case *ast.BasicLit:
				fmt.Fprintf(&b, "%s ", n.Value)
			default:
				fmt.Fprintf(&b, "%T ", n)
			}
			return true
		})
		return b.String()
	}
	var out []string
	for _, d := range file.Decls {
		if !isDoc(d) {
			out = append(out, code(d))
		}
	}
	return out
}

// comments lists the comments of a file, one per line.
func comments(t *testing.T, src []byte) []string {
	t.Helper()
	var out []string
	for _, g := range parse(t, token.NewFileSet(), src).Comments {
		for _, c := range g.List {
			out = append(out, c.Text)
		}
	}
	return out
}
