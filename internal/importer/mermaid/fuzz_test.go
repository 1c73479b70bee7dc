package mermaid

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fsmgen/fsmgen/internal/format"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// FuzzImport checks that whatever is imported loads and has the form of
// fsmgen fmt, that everything else is an error, and that positions are in the
// source.
func FuzzImport(f *testing.F) {
	files, err := filepath.Glob("testdata/*.m*")
	if err != nil || len(files) == 0 {
		f.Fatal("no seeds", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src, filepath.Ext(file) == ".md")
	}
	for _, s := range []string{
		"", "stateDiagram-v2", "stateDiagram-v2\n[*] --> A\nA --> [*]", "stateDiagram-v2\n[*] --> A\nA --> B : e [x and (y or not z)] / f(a, b), g\nB --> B\n}",
		"stateDiagram\nstate c <<choice>>\n[*] --> c\nc --> A : if n > 0\nc --> c : else", "stateDiagram-v2\nstate A {\nstate B {\n[*] --> C\nC --> [*] : x\n}\nB --> D\n}\nA --> A : after 5 seconds",
		"stateDiagram-v2\nstate \"\xff\u202e\" as x\nx:::k --> y : after 30s or a b in x: «env» E [otherwise]\nnote left of x\n\"\\\nend note", "---\ntitle: x\n---\n%%{init: {}}%%\nstateDiagram-v2;\nnil --> func;",
		"stateDiagram-v2\nA --> B\nA --> C\nB --> C : x\nC --> A", "stateDiagram-v2\nstate f <<fork>>\n[*] --> f\nf --> A\nf --> B\n--\n[H] --> A",
		"stateDiagram-v2\nstate A {\nA --> B\n}", "stateDiagram-v2\nA : entry / x, y\nA : exit / z\nA : ignores E, F\nA : E / ignored\nA : after 2s: G [a] / x ← 1",
	} {
		f.Add([]byte(s), false)
		f.Add([]byte("# x\n\n```mermaid\n"+s+"\n```\n"), true)
	}
	f.Fuzz(func(t *testing.T, src []byte, markdown bool) {
		name := "dir/some file.mmd"
		if markdown {
			name = "dir/some file.md"
		}
		out, diags := Import(name, src, 1)
		if (out == nil) != diags.HasErrors() {
			t.Fatalf("a spec is there: %v, and %v", out != nil, diags)
		}
		total := len(lines(string(src)))
		for _, d := range diags {
			if d.Span.Start.Line > max(total, 1) || d.Message == "" || d.Span.File != name {
				t.Errorf("%+v in %d lines", d, total)
			}
			if d.Span.Start.IsValid() && d.Span.Start.Column < 1 {
				t.Errorf("%+v", d)
			}
			if !d.Span.Start.IsValid() && d.Code != diag.CodeCollision && d.Code != diag.CodeTimer && d.Code != diag.CodeParallel {
				t.Errorf("the import makes a spec that does not load: %s\n%s", d.Message, src)
			}
		}
		if out == nil {
			return
		}
		if s, found := spec.Load("x.fsm.yaml", out); s.Machine == nil {
			t.Errorf("%v\n%s", found, out)
		}
		if pretty, _, err := format.Source("x.fsm.yaml", out); err != nil || string(pretty) != string(out) {
			t.Errorf("%v: not in the form of fsmgen fmt:\n%s", err, out)
		}
	})
}
