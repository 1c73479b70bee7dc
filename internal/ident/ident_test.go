package ident

import (
	"go/token"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	names "github.com/fsmgen/fsmgen/internal/name"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func TestCase(t *testing.T) {
	for _, c := range []struct{ name, exported, unexported string }{
		{"maxRetries", "MaxRetries", "maxRetries"},
		{"Idle", "Idle", "idle"},
		{"user_id", "UserID", "userID"},
		{"userId", "UserID", "userID"},
		{"id", "ID", "id"},
		{"URL", "URL", "url"},
		{"httpStatus", "HTTPStatus", "httpStatus"},
		{"HTTPStatus", "HTTPStatus", "httpStatus"},
		{"parseJSONBody", "ParseJSONBody", "parseJSONBody"},
		{"Type", "Type", "type_"},
		{"x", "X", "x"},
		{"a1B2", "A1B2", "a1B2"},
		{"Active_2", "Active2", "active2"},
		{"identity", "Identity", "identity"},
		{"überfällig_ab", "ÜberfälligAb", "überfälligAb"},
		{"Größe", "Größe", "größe"},
		{"支払い", "X支払い", "支払い"},
		{"注文_id", "X注文ID", "注文ID"},
		{"ß", "Xß", "ß"},
	} {
		if got := Export(c.name); got != c.exported {
			t.Errorf("Export(%q) = %q, want %q", c.name, got, c.exported)
		}
		if got := Unexport(c.name); got != c.unexported {
			t.Errorf("Unexport(%q) = %q, want %q", c.name, got, c.unexported)
		}
	}
}

// TestLetters checks the identifiers of names that begin with each letter, and that are one.
func TestLetters(t *testing.T) {
	count := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		name := string(r)
		if !names.Is(name) {
			continue
		}
		count++
		for _, name := range []string{name, name + "a", "a" + name, name + name} {
			if got := Export(name); !token.IsIdentifier(got) || !token.IsExported(got) {
				t.Errorf("Export(%q) = %q", name, got)
			}
			if got := Unexport(name); !token.IsIdentifier(got) || token.IsExported(got) {
				t.Errorf("Unexport(%q) = %q", name, got)
			}
		}
	}
	if count < 100_000 {
		t.Errorf("only %d letters", count)
	}
}

// FuzzCase checks that every name of a spec becomes a Go identifier.
func FuzzCase(f *testing.F) {
	for _, s := range []string{"a", "Z9", "user_id", "a__b", "func", "HTTPServer", "a_"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if !names.Is(name) {
			return
		}
		if got := Export(name); !token.IsIdentifier(got) || !token.IsExported(got) {
			t.Errorf("Export(%q) = %q", name, got)
		}
		if got := Unexport(name); !token.IsIdentifier(got) || token.IsExported(got) {
			t.Errorf("Unexport(%q) = %q", name, got)
		}
	})
}

// machine has the given names of everything.
func machine(params, events, states, vars []string) *core.Machine {
	m := &core.Machine{Name: "M", Faces: core.DefaultFaces()}
	number := expr.Type{Kind: expr.Int}
	for _, n := range params {
		m.Params = append(m.Params, core.Param{Name: n, Type: number})
	}
	for _, n := range events {
		m.Events = append(m.Events, core.Event{Name: n, Fields: []core.Field{{Name: "type"}, {Name: "len"}, {Name: "m"}, {Name: "fmt"}}})
	}
	for _, n := range states {
		m.States = append(m.States, core.State{Name: n, Outcome: -1})
	}
	for _, n := range vars {
		m.Vars = append(m.Vars, core.Var{Name: n, Type: number, State: -1})
	}
	return m
}

func TestCollisions(t *testing.T) {
	for _, c := range []struct {
		name string
		m    *core.Machine
		want string // in the message; "" for no collision
	}{
		{"none", machine([]string{"n"}, []string{"Go"}, []string{"A"}, []string{"v"}), ""},
		{"states that differ in case", machine(nil, nil, []string{"Done", "done"}, nil), "state `done` and state `Done`"},
		{"initialisms", machine(nil, []string{"userId", "user_id"}, nil, nil), "event `user_id` and event `userId` have the same Go name, `EventUserID`"},
		{"event and method", machine(nil, []string{"State"}, nil, nil), "event `State` and method State"},
		{"event and getter", machine(nil, []string{"Left"}, nil, []string{"left"}), "variable `left` and event `Left`"},
		{"parameter and method", machine([]string{"validate"}, nil, nil, nil), "parameter `validate` and method Validate have the same Go name, `Validate`"},
		{"parameters", machine([]string{"n_1", "n1"}, nil, nil, nil), "parameter `n1` and parameter `n_1` have the same Go name, `N1`"},
	} {
		_, diags := Assign(c.m, "")
		var got strings.Builder
		for _, d := range diags {
			got.WriteString(d.Message + "\n")
		}
		if c.want == "" && len(diags) > 0 || !strings.Contains(got.String(), c.want) {
			t.Errorf("%s: %q, want %q", c.name, got.String(), c.want)
		}
	}
}

func TestAssign(t *testing.T) {
	n, diags := Assign(machine([]string{"maxId"}, []string{"go_on"}, []string{"Idle"}, []string{"state", "left"}), "Deep")
	if len(diags) > 1 {
		t.Fatal(diags)
	}
	got := []string{n.Machine, n.Params, n.New, n.Illegal, n.Running, n.States[0], n.Events[0].Const, n.Events[0].Method, n.Fields[0], n.Vars[0].Field, n.Vars[1].Getter}
	want := []string{"DeepMachine", "DeepParams", "NewDeep", "DeepIllegalTransitionError", "DeepOutcomeNone", "DeepStateIdle", "DeepEventGoOn", "GoOn", "MaxID", "state_", "Left"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	m := machine(nil, nil, []string{"Idle"}, nil)
	m.Faces = core.Faces{Columns: true}
	if n, _ := Assign(m, "Deep"); n.Columns != (Columns{Values: "DeepValues", FromValues: "FromDeepValues"}) {
		t.Errorf("the names of columns are %+v", n.Columns)
	}
	// Arguments hide neither keywords nor what the method needs.
	if d := cmp.Diff([]string{"type_", "len_", "m_"}, n.Events[0].Args[:3]); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
