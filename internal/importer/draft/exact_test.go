package draft

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestExact fills a draft of a source that gives the order of alternatives and all ends: nothing is added or put elsewhere.
func TestExact(t *testing.T) {
	d := New("x.src", Source{Noun: "table", Exact: true})
	begin := d.AddState(d.Root, &State{Want: "Begin", At: at(1)})
	stay := d.AddState(d.Root, &State{Want: "Stay", At: at(2)})
	d.Initial = begin
	n, s := d.Variable("go", "int", "-1"), d.Variable("$s", "string", `"a  \"b\""`)
	e := d.Event("go", true)
	begin.Handle(e, Alternative{Guard: n + " > 0", To: stay, At: at(1)})
	begin.Handle(e, Alternative{Guard: n + " > 0", To: begin, Set: []Assignment{{n, n + " + 1"}, {s, `""`}}, At: at(1)})
	begin.Always(Alternative{Guard: s + ` == "\\"`, Set: []Assignment{{n, "3"}}, Emit: []string{d.Message("a = b")}, At: at(1)})
	stay.Always(Alternative{To: begin, At: at(2)})
	out, diags := d.Spec()
	const want = `# Imported from x.src.
machine: X

vars:
  go_: {type: int, init: -1, doc: go}
  s: {type: string, init: '"a  \"b\""', doc: $s}

events:
  go_2: {doc: go, environment: true}

outputs:
  a_eq_b: {doc: a = b}

initial: Begin

states:
  Begin:
    always:
      - {if: s == "\\", set: {go_: 3}, emit: [a_eq_b]}
    on:
      go_2:
        - {if: go_ > 0, to: Stay}
        - {if: go_ > 0, to: Begin, set: {go_: go_ + 1, s: '""'}}
  Stay:
    always: Begin
`
	if d := cmp.Diff(want, string(out)); d != "" || len(diags) > 0 {
		t.Errorf("%v\n%s", diags, d)
	}
}
