package explorer

import (
	"os"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/screenshot"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// TestScreenshot holds the screenshot in the documents to the page in the middle of a run.
func TestScreenshot(t *testing.T) {
	sample.Turn(t)
	text, err := os.ReadFile("../../../machines/fallback/fallback.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.Load("fallback.fsm.yaml", text)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	o := open(t, page(t, Page{Report: verify.Machine(t.Context(), s.Machine)}), "")
	defer o.pure()
	for _, line := range []string{"RequestReceived", "Select", "Failure class=Transient", "RetryReady", "Failure class=Transient"} {
		o.command(line)
	}
	if got := o.text(`document.querySelector("#now strong").textContent`); got != "Retrying" {
		t.Fatalf("the run is in %s", got)
	}
	screenshot.Hold(t, o.Browser, "../../../docs/pictures/explorer.png", 1280, 1240)
}
