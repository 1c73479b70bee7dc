package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
)

// TestImages holds the SVG images in the documents to the machines that they show. -update draws them again.
func TestImages(t *testing.T) {
	retry := filepath.Join(t.TempDir(), "retry.fsm.yaml")
	for _, b := range blocks(t, "../../README.md") {
		if b.language == "yaml" {
			write(t, retry, b.text)
			break
		}
	}
	files := map[string]string{"retry": retry}
	for _, name := range []string{"fallback", "negotiation", "orchestration", "reservation"} {
		files[name] = filepath.Join("../../machines", name, name+suffix)
	}
	for name, file := range files {
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"diagram", "--format", "svg", file}, stdio{nil, &out, &errs}); code != 0 {
			t.Fatalf("%s: %d %s", name, code, errs.String())
		}
		golden.File(t, "../../docs/pictures/"+name+".svg", out.Bytes())
	}
}
