package golang_test

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestColumnsCompile type-checks the face columns of each machine of testdata and of those that are
// shipped, alone and with a prefix, as Go 1.22.
func TestColumnsCompile(t *testing.T) {
	sample.Turn(t)
	for _, name := range slices.Concat(shipped, typedMachines, callers) {
		var m *core.Machine
		if slices.Contains(shipped, name) {
			m, _ = loadShipped(t, name)
		} else {
			m, _ = load(t, name)
		}
		files := chosen(t, m, "Deep", name, core.Faces{Columns: true})
		fset := token.NewFileSet()
		parsed := []*ast.File{parse(t, fset, files["_fsm.go"]), parse(t, fset, files["_fsm_columns.go"])}
		if user, err := os.ReadFile(filepath.Join("testdata", name, "types.go")); err == nil {
			parsed = append(parsed, parse(t, fset, user))
		}
		config := types.Config{Importer: imports{importer.ForCompiler(fset, "gc", nil), map[string]*types.Package{}}, GoVersion: "go1.22"}
		if _, err := config.Check(name, fset, parsed, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		checkComments(t, files["_fsm_columns.go"])
		checkFormat(t, files["_fsm_columns.go"])
	}
}

// TestColumnsParts tests specs with single features, and checks the generated code.
func TestColumnsParts(t *testing.T) {
	for _, test := range []struct {
		name, sections, members, alternative string
		want, without                        []string
	}{
		{"nothing", "", "", "B",
			[]string{"\tState State\n}\n", "func FromValues(v Values) (*Machine, error) {", "\tm := &Machine{\n\t\tparams: v.Params,\n\t\tstate:  v.State,\n\t}\n\tif err := m.record().Check(); err != nil {\n\t\treturn nil, err\n\t}\n\treturn m, nil\n"},
			[]string{"Timer", "errors.New", "Data", "fmt", "host", "Valid()", "checkClaims"}},
		{"a host", "outputs: {Tell: {}}", "", "{to: B, emit: Tell}",
			[]string{"func FromValues(v Values, host Host) (*Machine, error) {\n\tif host == nil {\n\t\treturn nil, errors.New(\"small: FromValues: host is nil\")\n"}, []string{"Timer"}},
		{"timers", "", "after: {1s: Wait}", "B",
			[]string{"func (t *Timer) Scan(column any) error { return textsOfTimer.Scan(t, column) }", "[Machine.Timers]"}, nil},
		{"an enum and a range", "enums: {Side: [Left, Right]}\nvars: {side: Side, n: {type: int, min: 0}}", "", "B",
			[]string{"\t\tside:   v.Side,\n"}, []string{"switch v.State", "Valid()"}},
		{"other types", "vars: {a: '[3]bool', b: '[]int', c: any, d: 'map[string]int', e: error, f: time.Time, g: 'chan int', h: 'func() int'}", "", "B",
			[]string{"\t\ta:      v.A,\n"}, []string{"reflect"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := small(t, test.sections, test.members, test.alternative)
			m.Faces.Columns = true
			names := assign(t, m, "")
			if _, errs := checkFaces(t, m, names, "small", ""); len(errs) > 0 {
				t.Fatal(errs)
			}
			got, err := golang.Columns(m, names, "small")
			if err != nil {
				t.Fatal(err)
			}
			checkComments(t, got)
			checkFormat(t, got)
			for _, want := range test.want {
				if !bytes.Contains(got, []byte(want)) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
			for _, without := range test.without {
				if bytes.Contains(got, []byte(without)) {
					t.Errorf("%q in\n%s", without, got)
				}
			}
		})
	}
}
