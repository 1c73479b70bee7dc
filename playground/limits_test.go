package main

import (
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/browser"
)

// testLimits gives the playground texts that are too long, a long one, and too little time.
func testLimits(t *testing.T, b *browser.Browser, text func(string) string, until func(string)) {
	t.Helper()
	before := text(`document.querySelector("#source").value`)
	text(`(() => { const s = document.querySelector("#source"); s.focus(); s.setSelectionRange(0, 0); })()`)
	start := time.Now()
	b.Must(t, nil, "Input.insertText", map[string]any{"text": strings.Repeat("# five megabytes\n", 5_000_000/17)})
	if got := text(`document.querySelector("#work").textContent`); !strings.Contains(got, "the playground takes 200,000: use fsmgen verify") {
		t.Errorf("5 MB are pasted: %s", got)
	}
	if text(`document.querySelector("#source").value`) != before {
		t.Error("a text that is too long is in the editor")
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the page hangs for %s", took)
	}
	// A script can write what the editor refuses.
	text(`(() => { const s = document.querySelector("#source"); s.value = "a: b # c\n".repeat(30000); s.oninput(); })()`)
	until(`document.querySelector("#verdict").textContent === "error"`)
	text(`(() => { const s = document.querySelector("#source"); s.value = playground.samples[1].source + "# a: 1\n".repeat(20000); s.oninput(); s.scrollTop = 100000; })()`)
	until(`document.querySelector("#verdict").textContent === "proved"`)
	if got := text(`document.querySelectorAll("#colors span").length < 500 && document.querySelector("#colors").textContent.startsWith("# a: 1\n")`); got != "true" {
		t.Error("colors are for more than what can be seen, or for less")
	}
	const first = `(() => { const s = document.querySelector("#source"); s.value = playground.samples[0].source; s.oninput(); })()`
	text(`playground.engine.patience = 1`)
	text(first)
	until(`document.querySelector("#work").textContent === "given up after 0.001 seconds: fsmgen verify has more time"`)
	text(`playground.engine.patience = 60000`)
	text(first)
	until(`document.querySelector("#verdict").textContent === "refuted"`)
}
