package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLineEnds works on files as git checks them out on Windows with core.autocrlf: what
// is generated from them has the same bytes, and they are neither stale nor unformatted.
func TestLineEnds(t *testing.T) {
	specs, err := filepath.Glob("../../machines/fallback/*.fsm.yaml")
	if err != nil || len(specs) != 1 {
		t.Fatalf("machines %q, %v", specs, err)
	}
	command := func(args ...string) (string, int) {
		var out bytes.Buffer
		code := run(t.Context(), args, stdio{strings.NewReader(""), &out, &out})
		return out.String(), code
	}
	for _, spec := range specs {
		dir := filepath.Join(t.TempDir(), filepath.Base(filepath.Dir(spec)))
		copied := filepath.Join(dir, filepath.Base(spec))
		text, err := os.ReadFile(spec)
		if err != nil {
			t.Fatal(err)
		}
		write(t, copied, crlf(text))
		if out, code := command("generate", dir); code != 0 {
			t.Fatalf("generate ends with %d: %s", code, out)
		}
		made, err := filepath.Glob(filepath.Join(dir, "*_fsm*.go"))
		if err != nil || len(made) < 2 {
			t.Fatalf("made %q, %v", made, err)
		}
		for _, file := range append(made, strings.TrimSuffix(copied, ".yaml")+".md", strings.TrimSuffix(copied, ".yaml")+".svg") {
			got, err1 := os.ReadFile(file)
			want, err2 := os.ReadFile(filepath.Join(filepath.Dir(spec), filepath.Base(file)))
			if d := cmp.Diff(string(want), string(got)); err1 != nil || err2 != nil || d != "" {
				t.Errorf("%s: %v, %v, -LF +CRLF:\n%s", file, err1, err2, d)
			}
			write(t, file, crlf(got))
		}
		document := filepath.Join(dir, "README.md")
		page := "# Title\n\n<!-- fsmgen:card " + filepath.Base(spec) + " -->\n<!-- fsmgen:end -->\n\nEnd.\n"
		write(t, document, page)
		if out, code := command("card", "--splice", document); code != 0 {
			t.Fatalf("card ends with %d: %s", code, out)
		}
		text, err = os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		write(t, document, crlf(text))
		for _, args := range [][]string{{"generate", "--check", dir}, {"fmt", "--check", dir}, {"fmt", dir}, {"card", "--splice", "--check", document}} {
			if out, code := command(args...); code != 0 || strings.Contains(out, "wrote") {
				t.Errorf("%s ends with %d:\n%.2000s", args, code, out)
			}
		}
		if out, code := command("generate", dir); code != 0 || strings.Count(out, "unchanged") != len(made)+2 {
			t.Errorf("generate ends with %d:\n%s", code, out)
		}
		// A document keeps its line ends when a card in it changes.
		write(t, document, crlf([]byte(page)))
		if out, code := command("card", "--splice", document); code != 0 {
			t.Errorf("card ends with %d: %s", code, out)
		}
		spliced, err := os.ReadFile(document)
		if err != nil || string(spliced) != crlf(text) {
			t.Errorf("%v: the document is\n%.600q", err, spliced)
		}
	}
}

// crlf returns a text with the line ends of Windows.
func crlf(text []byte) string { return strings.ReplaceAll(string(text), "\n", "\r\n") }
