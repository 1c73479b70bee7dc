package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
)

// TestImages holds the SVG images in the documents to what they show. -update draws them again.
func TestImages(t *testing.T) {
	dir := t.TempDir()
	draw := func(in string, args ...string) []byte {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, stdio{strings.NewReader(in), &out, &errs}); code > 1 {
			t.Fatalf("%s: %d %s", args, code, errs.String())
		}
		return out.Bytes()
	}
	golden.File(t, "../../docs/pictures/request.svg", draw(mended(t), "diagram", "--format", "svg", "--detail", "events", "-"))
	const fallback = "../../machines/fallback/fallback" + suffix
	text, err := os.ReadFile(fallback)
	if err != nil {
		t.Fatal(err)
	}
	harmless := strings.Replace(string(text), "if: retries < maxRetries,", "if: retries <= maxRetries,", 1)
	golden.File(t, "../../docs/pictures/diff.svg", draw(harmless, "diff", "--format", "svg", fallback, "-"))
	literal, err := os.ReadFile("../../verify/testdata/seed000" + suffix)
	if err != nil {
		t.Fatal(err)
	}
	report := filepath.Join(dir, "report.json")
	write(t, report, string(draw(string(literal), "verify", "--format", "json", "-")))
	golden.File(t, "../../docs/pictures/counterexample.svg", draw(string(literal), "diagram", "--format", "svg", "--trace", report, "-"))
}
