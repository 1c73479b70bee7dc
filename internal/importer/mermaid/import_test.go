package mermaid

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Import makes a spec of a diagram.
func Import(file string, src []byte, number int) ([]byte, diag.List) {
	return Read(file, src, number).Spec()
}

// TestGolden imports the diagrams in testdata and compares the specs, with the
// warnings behind them.
func TestGolden(t *testing.T) {
	for _, test := range []struct {
		file   string
		number int
		golden string
	}{
		{"orchestration.mmd", 1, "orchestration"},
		{"order.mmd", 1, "order"},
		{"several.md", 1, "several_1"},
		{"several.md", 2, "several_2"},
		{"hostile.mmd", 1, "hostile"},
		{"always.mmd", 1, "always"},
	} {
		t.Run(test.golden, func(t *testing.T) {
			src, err := os.ReadFile(filepath.Join("testdata", test.file))
			if err != nil {
				t.Fatal(err)
			}
			out, diags := Import(test.file, src, test.number)
			var got bytes.Buffer
			got.Write(out)
			got.WriteString("---\n")
			for _, d := range diags {
				got.WriteString(d.Span.String() + ": " + d.Severity.String() + ": " + d.Message + "\n")
			}
			golden.File(t, filepath.Join("testdata", test.golden+".golden"), got.Bytes())
			if again, _ := Import(test.file, src, test.number); !bytes.Equal(out, again) {
				t.Error("two imports of one diagram differ")
			}
			windows := bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))
			if crlf, _ := Import(test.file, append([]byte("\ufeff"), windows...), test.number); !bytes.Equal(out, crlf) {
				t.Errorf("with CRLF and a BOM it is another spec:\n%s", crlf)
			}
		})
	}
}

// TestRefused gives each kind of diagram for which there is no spec, with the
// place and the words of the error.
func TestRefused(t *testing.T) {
	const head = "stateDiagram-v2\n"
	for _, test := range []struct{ file, src, place, message string }{
		{"x.mmd", "", "x.mmd:1:1", "not a Mermaid state diagram"},
		{"x.mmd", "graph TD\nA-->B", "x.mmd:1:1", "not a Mermaid state diagram"},
		{"x.md", "# no diagram\n", "x.md:1:1", "no Mermaid state diagram"},
		{"x.mmd", head, "x.mmd:1:1", "no states"},
		{"x.mmd", head + "  A -> B\n", "x.mmd:2:3", "not a statement"},
		{"x.mmd", head + "A --> B\n}\n", "x.mmd:3:1", "no composite state is open"},
		{"x.mmd", head + "  state C {\n A --> B\n", "x.mmd:2:9", "not closed"},
		{"x.mmd", head + "note right of A\nx\n", "x.mmd:2:1", "not closed"},
		{"x.mmd", head + "[*] --> A\nA --> B\n  --\nD --> E\n", "x.mmd:4:3", "regions outside"},
		{"x.mmd", head + "A --> [H]\n", "x.mmd:2:1", "history"},
		{"x.mmd", head + "state C {\n  A --> C : x\n}\n", "x.mmd:3:9", "inside itself"},
		{"x.mmd", head + "state f <<fork>>\n[*] --> f\nf --> A\nf --> B\n", "x.mmd:2:7", "do not all lead to one join"},
		{"x.mmd", head + "state f <<fork>>\nstate j <<join>>\n[*] --> f\nf --> A\nf --> B\nA --> B\nA --> j\nB --> j\nj --> C", "x.mmd:2:7", "share states"},
		{"x.mmd", head + "state j <<join>>\n[*] --> A\nA --> B\nA --> j : x\nB --> j\nj --> C", "x.mmd:2:7", "no fork"},
		{"x.mmd", head + "state f <<fork>>\n[*] --> f\nf --> [*]\nf --> B\n", "x.mmd:4:1", "a state of its own"},
		{"x.mmd", head + "state f <<fork>>\n[*] --> f\nf --> b\nf --> c\nstate P {\n[*] --> a\na --> b : x\n--\n[*] --> c\nc --> d : y\n}", "x.mmd:4:1", "elsewhere than at its initial arrow"},
		{"x.mmd", head + "[*] --> C\nstate C {\n[*] --> A\nA --> B\n--\n[*] --> D\nD --> E\n}\nstate C {\nG --> H\n}\n", "x.mmd:11:1", "in none of the regions"},
		{"x.mmd", head + "[*] --> A\nA : waits for something\n", "x.mmd:1:1", "no arrow leads from one of its states to another"},
		{"x.mmd", head + "A\nB\n", "x.mmd:1:1", "no arrow leads from one of its states to another"},
		{"x.mmd", head + "state P {\nA --> B\n}\nstate Q {\nE --> C\nD --> C\n}\n", "x.mmd:1:1", "does not say where the machine begins"},
		{"x.mmd", head + "[*] --> P\nstate P {\n[*] --> A\nA --> [*]\n}\nstate Q {\n[*] --> A\nA --> [*]\n}\n", "x.mmd:8:9", "`A` is in two composite states"},
		{"x.mmd", head + "state j <<join>>\n[*] --> A\nA --> j\nj --> B\nj --> C", "x.mmd:2:7", "several arrows leave the join `j`"},
		{"x.mmd", head + "Source --> Parser\nConfig --> Parser\nParser --> Sink", "x.mmd:1:1", "does not say where the machine begins"},
		{"x.mmd", head + "state c <<choice>>\nA --> c : e\nc --> c : [x]\n", "x.mmd:2:7", "cycle"},
		{"x.mmd", head + "state c <<choice>>\nA --> c : e\n", "x.mmd:2:7", "no arrow leaves `c`"},
		{"x.mmd", head + "state A <<odd>>\n", "x.mmd:2:9", "cannot be imported"},
		{"x.mmd", head + "[*] --> A\n  äöü A --> B\n", "x.mmd:3:3", "not a statement"},
		{"x.md", "```mermaid\n" + head + "[*] --> A\n  oh no\n```\n", "x.md:4:3", "not a statement"},
	} {
		out, diags := Import(test.file, []byte(test.src), 1)
		found := false
		for _, d := range diags {
			found = found || d.Severity == diag.Error && d.Span.String() == test.place && strings.Contains(d.Message, test.message)
		}
		if out != nil || !found {
			t.Errorf("%q: want %s: %s, got %v\n%s", test.src, test.place, test.message, diags, out)
		}
	}
	for _, number := range []int{-1, 0, 2} {
		if out, diags := Import("x.mmd", []byte(head+"[*] --> A\nA --> [*]"), number); out != nil || !diags.HasErrors() {
			t.Errorf("there is a diagram %d", number)
		}
	}
}

// TestOrder looks at the order in which alternatives are tried, which is not
// always that of the arrows.
func TestOrder(t *testing.T) {
	const head = "stateDiagram-v2\n[*] --> A\nB --> [*]\nC --> [*]\nD --> [*]\nstate c <<choice>>\n"
	for _, test := range []struct{ arrows, want string }{
		{"A --> B : e\nA --> C : e [x]", "{if: x, to: C} {to: B}"},
		{"A --> B : e [else]\nA --> C : e [x]\nA --> D : e [y]", "{if: x, to: C} {if: y, to: D} {to: B}"},
		{"A --> c : e [g]\nc --> B : else\nc --> C : [x]", "{if: g && x, to: C} {if: g, to: B}"},
		{"A --> c : e [g or h]\nc --> B\nc --> C : [x or y]", "{if: (g || h) && (x || y), to: C} {if: g || h, to: B}"},
		{"A --> c : e [else]\nc --> B : [x]\nc --> C\nA --> D : e [y]", "{if: y, to: D} {if: x, to: B} {to: C}"},
		{"A --> B : e\nA --> C : e\nA --> D : e", "{if: to_B, to: B} {if: to_C, to: C} {to: D}"},
		{"A --> B : e [x]\nA --> C : e [x]\nA --> D : e", "{if: x && to_B, to: B} {if: x, to: C} {to: D}"},
		{"A --> B : e [x or y]\nA --> C : e [x or y]\nA --> D : e", "{if: (x || y) && to_B, to: B} {if: x || y, to: C} {to: D}"},
		{"A --> B : e [x] / f\nA --> B : e [x] / f\nA --> B : e", "{if: x, to: B, emit: [f]} {to: B}"},
	} {
		out, diags := Import("x.mmd", []byte(head+test.arrows), 1)
		var got []string
		for line := range strings.Lines(string(out)) {
			if alt, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
				got = append(got, strings.ReplaceAll(alt, `"`, ""))
			}
		}
		if d := cmp.Diff(test.want, strings.Join(got, " ")); d != "" {
			t.Errorf("%s\n%s%v\n%s", test.arrows, d, diags, out)
		}
	}
}

func TestLabels(t *testing.T) {
	for _, test := range []struct {
		text string
		want label
	}{
		{"", label{}},
		{"go", label{event: "go"}},
		{"go [a[0] > 1] / x, f(y, \"a, b\")", label{event: "go", guard: "a[0] > 1", actions: []string{"x", `f(y, "a, b")`}}},
		{"go / act", label{event: "go", actions: []string{"act"}, plain: true}},
		{"[ok] / act", label{guard: "ok", actions: []string{"act"}}},
		{"turn/started", label{event: "turn/started"}},
		{"Response/task timeout exceeded", label{event: "Response/task timeout exceeded"}},
		{"24/7 timer", label{event: "24/7 timer"}},
		{"GET /status 200", label{event: "GET /status 200"}},
		{"/emergency received", label{event: "/emergency received"}},
		{"/ act", label{event: "/ act"}},
		{"Mode Off / [!Cablecheck]", label{event: "Mode Off", guard: "!Cablecheck"}},
		{"go (a / b) / act", label{event: "go (a / b)", actions: []string{"act"}, plain: true}},
		{"[received byte] store as x", label{event: "store as x", guard: "received byte"}},
		{"go [ok] now", label{event: "go now", guard: "ok"}},
		{"[a] and [b]", label{guard: "(a) and (b)"}},
		{"set a[0]", label{event: "set a[0]"}},
		{"[a] then [b]", label{event: "[a] then [b]"}},
		{"read and/or write", label{event: "read and/or write"}},
		{"when a and b", label{guard: "a and b"}},
		{"retry if allowed", label{event: "retry", guard: "allowed"}},
		{"else", label{otherwise: true}},
		{"go [otherwise]<br>/ x", label{event: "go", otherwise: true, actions: []string{"x"}}},
		{"after 30s", label{after: []string{"30s"}}},
		{"after 30s or hold in Busy#58; «env» go [a #60; b]", label{event: "go", environment: true, after: []string{"30s", "hold in Busy"}, guard: "a < b"}},
		{"(1, 12↻) go / emit Log", label{event: "go", actions: []string{"Log"}}},
		{"#ast; #amp; #nosuch;", label{event: "* & #nosuch;"}},
		{"a#quot;b#quot; #x; #9999999;", label{event: `a"b" #x; ` + "\ufffd"}},
	} {
		got := parse(text{test.text, 0, 0})
		got.at = text{}
		if d := cmp.Diff(test.want, got, cmp.AllowUnexported(label{}, text{})); d != "" {
			t.Errorf("%q: %s", test.text, d)
		}
	}
}

// TestReads imports small diagrams, and looks for lines in the specs. Lines that
// begin with ! must not be there.
func TestReads(t *testing.T) {
	for _, test := range []struct {
		name, src string
		want      []string
		warnings  int
	}{
		{"label of the start", "[*] --> A : wake up / ring\nA --> [*]", []string{"initial: Start", "wake_up:", "- {to: A, emit: [ring]}", "!Next:"}, 1},
		{"one of several ways on", "[*] --> C\nstate C {\n[*] --> A\nA --> [*] : x\n}\nC --> D\nC --> E\nD --> [*]\nE --> [*]", []string{"x:", "- {if: to_D, to: D}", "- {to: E}", "!Next:"}, 1},
		{"a state around it does not see the event", "[*] --> C\nstate C {\n[*] --> A\nA --> B\nB --> A\n}\nC --> D\nD --> [*]", []string{"# The state D cannot be reached.", "Next: B", "!D: {}", "!Next: D"}, 2},
		{"a state around it sees the rest", "[*] --> C\nstate C {\n[*] --> A\nA --> B : x [y]\nB --> [*] : x\n}\nC --> D : x\nD --> [*]", []string{"x: D", "- {if: y, to: B}", "D: {}"}, 0},
		{"comment behind an arrow", "[*] --> A %% here\nA --> B : go %% there\nB --> [*] %%", []string{"# %% here", "# %% there", "go_: B"}, 0},
		{"per cent in a label", "[*] --> A\nA --> B : at 5%%\nB --> [*]", []string{`at_5_mod_mod: {doc: at 5%%}`}, 0},
		{"description", "accDescr: Two\naccDescr {\n words, and\n more }\n[*] --> A\nA --> [*]", []string{"doc: Two words, and more"}, 0},
		{"title and description", "accTitle: T\naccDescr { D }\n[*] --> A\nA --> [*]", []string{`doc: "T: D"`}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, diags := Import("x.mmd", []byte("stateDiagram-v2\n"+test.src), 1)
			if out == nil || len(diags) != test.warnings {
				t.Fatalf("%v\n%s", diags, out)
			}
			var lines []string
			for line := range strings.Lines(string(out)) {
				lines = append(lines, strings.TrimSpace(line))
			}
			for _, want := range test.want {
				if line, not := strings.CutPrefix(want, "!"); slices.Contains(lines, line) == not {
					t.Errorf("%s in\n%s", want, out)
				}
			}
		})
	}
	if out, diags := Import("x.mmd", []byte("stateDiagram-v2\naccDescr {\nx\n"), 1); out != nil || !strings.Contains(diags[0].Message, "is not closed") {
		t.Errorf("%v", diags)
	}
}
