package mermaid

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// random writes a diagram with all that the import knows, in any combination.
func random(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("stateDiagram-v2\n")
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	names := []string{"A", "B", "C", "D", "E", "end", "func", "x-y", "s_1", "ÄÖ", "待机", "Δt", "नमस्ते", "Ｐay", "x待"}
	labels := []string{"", "", " : e", " : e [ok]", " : e [not ok and (a or b)]", " : when ok", " : f / act", " : f / x ← 1, emit Log", " : after 30s", " : after 2 minutes: e",
		" : after hold(x) or 3s in A: e", " : [else]", " : e [otherwise]", " : • e<br>• f [n #60; 3] / n += 1", " : «env» g", " : a b c", " : e/act", " : 支払い [足りる ∧ не_сейчас] / 発送", " : e\u0301te\u0301 \u202e\u200d", " : (1, 2↻) e", " : if ok"}
	var inside func(depth, block int)
	inside = func(depth, block int) {
		pool := names[r.IntN(3):]
		if depth > 0 {
			pool = []string{fmt.Sprintf("N%d", block), fmt.Sprintf("M%d", block), fmt.Sprintf("s_%d", block+20)}
		}
		if r.IntN(4) > 0 {
			fmt.Fprintf(&b, "[*] --> %s\n", pick(pool...))
		}
		for range 1 + r.IntN(6) {
			from, to := pick(pool...), pick(pool...)
			switch r.IntN(18) {
			case 0:
				fmt.Fprintf(&b, "%s --> [*]%s\n", from, pick(labels...))
			case 1:
				fmt.Fprintf(&b, "%s : %s\n", from, pick("entry / Log, act", "exit / act", "ignores e, g", "e [ok] / act", "g / ignored", "after 5s: g / rejected", "f [otherwise]", "f [ok]", "some text: with, all; sorts/kinds"))
			case 2:
				if depth < 3 {
					block = r.IntN(1000)
					fmt.Fprintf(&b, "state %s {\n", pick("P", "Q", "R")+fmt.Sprint(block))
					inside(depth+1, block)
					b.WriteString("}\n")
				}
			case 3:
				c := fmt.Sprintf("ch%d", r.IntN(3)+10*block)
				fmt.Fprintf(&b, "state %s %s\n%s --> %s%s\n%s --> %s : %s\n%s --> %s : else\n", c, pick("<<choice>>", "<<choice>>", "<<join>>"), from, c, pick(labels...), c, to, pick("[ok]", "n > 3", "if a"), c, pick(pool...))
			case 4:
				fmt.Fprintf(&b, "note right of %s : %s\n", from, pick("progress x", "# \"note\""))
			case 5:
				fmt.Fprintf(&b, "class %s %s\n", from, pick("success", "any", "visits", "default"))
			case 6:
				fmt.Fprintf(&b, "state \"%s\" as %s\n", pick("any state", "entry / Log", "A title", "Title"), from)
			case 7:
				fmt.Fprintf(&b, "P%d --> %s%s\n", block, to, pick(labels...))
			case 8:
				if depth > 0 {
					fmt.Fprintf(&b, "--\n[*] --> %[1]s_\n%[1]s_ --> %[2]s%[3]s\n", from, pick("[*]", from+"_", to), pick(labels...))
				}
			case 9:
				f := fmt.Sprintf("f%d", r.IntN(3)+10*block)
				fmt.Fprintf(&b, "state %[1]s <<fork>>\nstate %[1]sj <<join>>\n%[2]s --> %[1]s\n%[1]s --> %[1]sA\n%[1]s --> %[1]sB%[4]s\n%[1]sA --> %[1]sj%[5]s\n%[1]sB --> %[1]sj\n%[1]sj --> %[3]s%[6]s\n",
					f, from, to, pick("", "", "", " : [x]"), pick(labels...), pick(labels...))
			default:
				fmt.Fprintf(&b, "%s --> %s%s\n", from, to, pick(labels...))
			}
		}
	}
	inside(0, 0)
	return b.String()
}

// TestRandom imports random diagrams: each becomes a spec that loads, or is
// refused with a place in the diagram.
func TestRandom(t *testing.T) {
	imported, refused := 0, make(map[diag.Code]int)
	first := sample.Seed(t)
	for seed := first; seed < first+3000; seed++ {
		src := random(rand.New(rand.NewPCG(seed, 1)))
		out, diags := Import("random.mmd", []byte(src), 1)
		if out != nil {
			imported++
		}
		for _, d := range diags {
			if d.Severity != diag.Error {
				continue
			}
			refused[d.Code]++
			if !d.Span.Start.IsValid() && d.Code != diag.CodeTimer && d.Code != diag.CodeParallel {
				t.Fatalf("seed %d: %s: %s\n%s", seed, d.Code, d.Message, src)
			}
		}
	}
	t.Logf("%d imported, refused: %v", imported, refused)
	if imported < 1000 {
		t.Errorf("only %d of 3000 were imported", imported)
	}
}
