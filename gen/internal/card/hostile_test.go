package card_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/internal/markdown/markdowntest"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// emphasis matches the emphasis that the card itself uses.
var emphasis = regexp.MustCompile(`\*(stays|ignored|rejected|otherwise|never|not reached|computed by the program|reset)\*|\*\*(refuted|unknown|[?]|✗|Not proved to settle|Termination is not proved|Bound|Proof obligations|Explored|[0-9]+( unknown| refuted)?)\*\*`)

// TestHostile puts hostile texts wherever a card has text, and in the path of the
// spec, and looks for markup. When the card is spliced into a document, they do
// not end the section.
func TestHostile(t *testing.T) {
	texts := append(picturetest.HostileTexts(), markdown.End(), "\n"+markdown.End()+"\n", markdown.Begin("x"))
	for list := range slices.Chunk(texts, 8) {
		m := picturetest.Torture(list)
		m.Doc = strings.Join(list, "\n\n")
		for i := range list {
			at := diag.Span{Start: diag.Pos{Line: i + 1, Column: 1}}
			m.States[i].Doc, m.States[i].Text, m.States[i].Requirements, m.States[i].Span = list[i], list[i], list[i:i+1], at
			m.Events[i].Doc, m.Outputs[i].Doc, m.Delays[i].Doc, m.Events[i].Span = list[i], list[i], list[i], at
		}
		for i := range m.Transitions {
			m.Transitions[i].Doc, m.Transitions[i].Span = list[i%len(list)], diag.Span{Start: diag.Pos{Line: i + 1, Column: 1}}
		}
		r := verify.Machine(done(), m)
		for _, text := range list {
			r.Diagnostics.Errorf(diag.CodeRange, diag.Span{}, "%s", text)
		}
		run := &trace.Run{Params: make([]int64, len(m.Params)), LoopFrom: -1}
		for i := range m.Transitions {
			values := make([]int64, len(m.Vars))
			run.Steps = append(run.Steps, trace.Step{Transition: i, Fields: make([]int64, 9), Externals: make([]int64, len(m.Asks)), Before: values, After: values})
		}
		r.Run, r.Bound.Worst = run, run
		page, err := card.Card(m, r, list[0], "")
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range markdowntest.Faults(string(page), emphasis) {
			t.Errorf("%q: %s", list, fault)
		}
		if !strings.Contains(string(page), "```mermaid\nsequenceDiagram\n") || !strings.Contains(string(page), "A run that exceeds") {
			t.Errorf("%q: there are no runs", list)
		}
		splice := func(document string) string {
			out, n, err := markdown.Splice([]byte(document), func(spec string, level int) ([]byte, error) { return card.Section(m, r, spec, "", level) })
			if err != nil || n != 1 {
				t.Fatalf("%q: %d sections, %v", list, n, err)
			}
			return string(out)
		}
		document := "# A\n\n" + markdown.Begin("x.fsm.yaml") + "\n" + markdown.End() + "\n\nthe rest\n"
		once := splice(document)
		if twice := splice(once); twice != once {
			t.Errorf("%q: splicing it again changes the document", list)
		}
		for _, fault := range markdowntest.Faults(once, emphasis) {
			t.Errorf("%q, spliced: %s", list, fault)
		}
	}
}
