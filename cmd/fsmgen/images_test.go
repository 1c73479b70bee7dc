package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
)

// TestImages holds the SVG image in the README to the machine that it shows. -update draws it again.
func TestImages(t *testing.T) {
	var text string
	for _, b := range blocks(t, "../../README.md") {
		if b.language == "yaml" {
			text = b.text
			break
		}
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"diagram", "--format", "svg", "-"}, stdio{strings.NewReader(text), &out, &errs}); code != 0 {
		t.Fatalf("%d %s", code, errs.String())
	}
	golden.File(t, "../../docs/pictures/retry.svg", out.Bytes())
}
