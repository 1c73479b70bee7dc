package draft

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/diag"
)

func at(line int) diag.Span {
	return diag.Span{File: "x.src", Start: diag.Pos{Line: line, Column: 1}, End: diag.Pos{Line: line, Column: 2}}
}

func newDraft() *Draft {
	return New("some order.src", Source{Noun: "table", Arrow: "row", Begin: "mark in its first column", End: "an empty cell"})
}

// TestSpec fills a draft with a part of each kind.
func TestSpec(t *testing.T) {
	d := newDraft()
	d.Doc = "All parts."
	d.Comment("A comment.")
	d.Ignore(at(1), "left out", "this has no counterpart")
	open := d.AddState(d.Root, &State{Want: "Open?", Title: "an open order", At: at(2)})
	active := d.AddState(d.Root, &State{Want: "Active", At: at(3), Comments: []string{"a frame"}})
	work := d.AddState(active, &State{Want: "open_", At: at(4)})
	end := d.AddState(d.Root, &State{Want: "Done", At: at(5), End: "success"})
	d.AddState(d.Root, &State{Want: "Nowhere", At: at(6)})
	d.Initial = open
	open.Entry = []string{d.Output("log it", at(2))}
	open.Handle(d.Event("start", false), Alternative{To: active, Guard: d.Condition("ready and not (late)"), At: at(2)})
	open.Handle(d.Event("start", false), Alternative{Otherwise: "ignore", At: at(2)})
	work.Handle(d.Event("", false), Alternative{To: end, Emit: []string{d.Output("n = 1", at(4))}, At: at(4)})
	work.AddTimer(d.Delay("2 minutes"), d.Event("time out", true))
	work.AddTimer(d.Delay("nap(3)"), d.Event("wake", false))
	work.Handle(d.Event("time out", false), Alternative{To: end, At: at(4)})
	work.Handle(d.Event("time out", false), Alternative{To: open, At: at(4)})
	work.Handle(d.Event("wake", false), Alternative{To: end, At: at(4)})
	d.Guard("never asked")
	if d.Named("Open_2") != open || d.Named("open_") != work || d.Named("none") != nil {
		t.Error("states have other names")
	}
	out, diags := d.Spec()
	const want = `# Imported from some order.src.
# A comment.
# The state Nowhere cannot be reached.
# left out
machine: SomeOrder
doc: All parts.

guards:
  ready: {}
  late: {}
  to_Done: {}

delays:
  nap: {}

events:
  start: {}
  Next: {doc: The table does not name an event here.}
  time_out: {doc: time out, environment: true}
  wake: {}

outputs:
  log_it: {doc: log it}
  n_eq_1: {doc: n = 1}

initial: Open_2

terminal:
  success: [Done]

states:
  Open_2:
    doc: an open order
    entry: [log_it]
    on:
      start:
        - {if: ready && !(late), to: Active}
        - {otherwise: ignore}
  # a frame
  Active:
    initial: open_
    states:
      open_:
        after:
          2m: time_out
          nap: wake
        on:
          Next:
            - {to: Done, emit: [n_eq_1]}
          time_out:
            - {if: to_Done, to: Done}
            - {to: Open_2}
          wake: Done
  Done: {}
`
	if d := cmp.Diff(want, string(out)); d != "" {
		t.Errorf("%s\n%v", d, diags)
	}
	var said []string
	for _, d := range diags {
		said = append(said, d.Span.String()+": "+d.Message)
	}
	for _, want := range []string{
		"x.src:1:1: this has no counterpart", "x.src:4:1: the assignment `n = 1` is imported", "x.src:6:1: no arrow leaves `Nowhere`", "x.src:6:1: `Nowhere` cannot be reached",
		"x.src:4:1: the table does not distinguish this row", "x.src:3:1: the composite state `Active` has no mark in its first column",
	} {
		if !strings.Contains(strings.Join(said, "\n"), want) {
			t.Errorf("nothing says %q:\n%s", want, strings.Join(said, "\n"))
		}
	}
}

// TestNoSpec: errors of the importer, and of the spec, leave no spec.
func TestNoSpec(t *testing.T) {
	d := newDraft()
	d.Fail(diag.CodeSyntax, at(1), "this is no row")
	if out, diags := d.Spec(); out != nil || len(diags) != 1 || !d.Failed() {
		t.Errorf("%v\n%s", diags, out)
	}
	d = newDraft()
	a := d.AddState(d.Root, &State{Want: "A", At: at(1)})
	b := d.AddState(d.Root, &State{Want: "B", At: at(2), End: "done"})
	d.Initial = a
	a.Handle(d.Event("state", false), Alternative{To: b, At: at(1)})
	if out, diags := d.Spec(); out != nil || !diags.HasErrors() || !strings.HasPrefix(diags[0].Message, "the spec that the table means is wrong: ") {
		t.Errorf("%v\n%s", diags, out)
	}
}
