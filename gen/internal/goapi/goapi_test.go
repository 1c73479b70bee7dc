package goapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/goapi"
)

// old is the package that the tests change. Package p has more files, which declare Request.
const old = `package p

import (
	"context"
	clock "time"
)

type Level uint8

const (
	LevelLow Level = iota
	LevelHigh
)

type Params struct {
	Tries int
	Wait  clock.Duration
	limit int
}

type Outputs interface{ Beep(times int) }

type Host interface{ Outputs }

type Any interface {
	State() string
	isAny()
}

type base struct{}

func (*base) Left() int { return 1 }

type InOpen struct{ *base }

func (InOpen) State() string { return "" }
func (InOpen) isAny()        {}

type InShut struct{ *base }

func (InShut) State() string { return "" }
func (InShut) isAny()        {}

type Machine struct{ left int }

func (m *Machine) Left() int                               { return m.left }
func (m Machine) Copy() Machine                            { return m }
func (m *Machine) Take(ctx context.Context, r *Request) error { return nil }
func (m *Machine) hidden()                                 {}

func New(p Params, host Host) (*Machine, error) { return nil, nil }
`

func TestCompare(t *testing.T) {
	for _, test := range []struct {
		name  string
		edits []string
		want  []string
	}{
		{"nothing", nil, nil},
		{"bodies, names of parameters, and what is not exported", []string{
			"return m.left", "return 7", "times int", "n int", "hidden()", "other()", "limit int", "most string",
		}, nil},
		{"alias of an import", []string{`clock "time"`, `when "time"`, "clock.", "when."}, nil},
		{"additions", []string{
			"type base", "type More struct{}\n\ntype base", "Tries int", "Tries int\n\tName string", "LevelHigh\n", "LevelHigh\n\tLevelTop\n",
		}, nil},
		{"another imported type", []string{`clock "time"`, `clock "example.com/time"`}, []string{
			"field Params.Wait: time.Duration → example.com/time.Duration",
		}},
		{"renumbered", []string{"LevelLow Level = iota\n\tLevelHigh", "LevelHigh Level = iota\n\tLevelLow"}, []string{
			"constant LevelHigh: 1 → 0", "constant LevelLow: 0 → 1",
		}},
		{"removed constant", []string{"\tLevelHigh\n", ""}, []string{"constant LevelHigh removed"}},
		{"removed type with its methods and membership", []string{
			"type InShut struct{ *base }", "", "func (InShut) State() string { return \"\" }\nfunc (InShut) isAny()        {}\n", "",
		}, []string{"type InShut removed"}},
		{"removed member", []string{"func (InShut) isAny()        {}\n", ""}, []string{"member Any.InShut removed"}},
		{"removed field", []string{"\tTries int\n", ""}, []string{"field Params.Tries removed"}},
		{"required method", []string{"Beep(times int)", "Beep(times int); Ring()"}, []string{"method of an interface Outputs.Ring added"}},
		{"changed method that is required", []string{"Beep(times int)", "Beep(times string)"}, []string{
			"method of an interface Outputs.Beep: (int) → (string)",
		}},
		{"required interface", []string{"type Host interface{ Outputs }", "type More interface{ Ask() bool }\n\ntype Host interface{ Outputs; More }"}, []string{
			"method of an interface Host.Ask added",
		}},
		{"method of an interface that nobody else implements", []string{"State() string\n\tisAny()", "State() string\n\tName() string\n\tisAny()"}, []string{
			"member Any.InOpen removed", "member Any.InShut removed",
		}},
		{"promoted method", []string{"func (*base) Left() int { return 1 }\n", ""}, []string{
			"method InOpen.Left removed", "method InShut.Left removed",
		}},
		{"promoted method with the machine's", []string{
			"func (*base) Left() int { return 1 }\n", "", "func (m *Machine) Left() int                               { return m.left }\n", "",
		}, []string{"method Machine.Left removed"}},
		{"results", []string{"Left() int { return 1 }", "Left() uint { return 1 }"}, []string{
			"method InOpen.Left: () int → () uint", "method InShut.Left: () int → () uint",
		}},
		{"receiver", []string{"func (m Machine) Copy", "func (m *Machine) Copy"}, []string{
			"method Machine.Copy: method of a value → method of a pointer",
		}},
		{"type of another file", []string{"r *Request", "r Request"}, []string{
			"method Machine.Take: (context.Context, *Request) error → (context.Context, Request) error",
		}},
		{"type of another file, no longer mentioned", []string{"r *Request", "r any"}, []string{
			"method Machine.Take: (context.Context, *Request) error → (context.Context, any) error",
		}},
		{"kind of type", []string{"type Level uint8", "type Level int"}, []string{"type Level: uint8 → int"}},
		{"function", []string{"func New(p Params, host Host)", "func New(p Params)"}, []string{
			"function New: (Params, Host) (*Machine, error) → (Params) (*Machine, error)",
		}},
		{"a function turned into a variable", []string{"func New(p Params, host Host) (*Machine, error) { return nil, nil }", "var New = func() {}"}, []string{
			"function New: function → variable",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			changes := goapi.Compare(read(t, old), read(t, edit(t, old, test.edits)))
			var got []string
			for i := range changes {
				got = append(got, describe(&changes[i]))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func describe(c *goapi.Change) string {
	switch {
	case c.OldValue != "":
		return fmt.Sprintf("%s %s: %s → %s", c.Kind, c.Name, c.OldValue, c.NewValue)
	case c.Removed():
		return fmt.Sprintf("%s %s removed", c.Kind, c.Name)
	case c.Old == "":
		return fmt.Sprintf("%s %s added", c.Kind, c.Name)
	}
	return fmt.Sprintf("%s %s: %s → %s", c.Kind, c.Name, c.Old, c.New)
}

func read(t *testing.T, source string) *goapi.API {
	t.Helper()
	api, err := goapi.Read([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return api
}

func TestSyntaxError(t *testing.T) {
	if _, err := goapi.Read([]byte("package p\nfunc {")); err == nil {
		t.Error("no error")
	}
}

// edit replaces texts, each of which must exist.
func edit(t *testing.T, source string, edits []string) string {
	t.Helper()
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(source, edits[i]) {
			t.Fatalf("the source has no %q", edits[i])
		}
		source = strings.ReplaceAll(source, edits[i], edits[i+1])
	}
	return source
}
