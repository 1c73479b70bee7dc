package diff

import (
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/spectest"
)

// TestCarriedPayload wants no claim on stored machines, and no changed data, if only what regions carry of a payload changes.
func TestCarriedPayload(t *testing.T) {
	for name, edits := range map[string][]string{
		"less is carried":        {"{if: event.mode == High, to: Lit}", "{to: Lit}"},
		"a region reads another": {"event.mode == High", "event.quick"},
		"nothing is carried": {
			"if: event.degrees > 5, to: Lit, set: {warmth: \"min(event.degrees, 9)\"}", "if: warmth > 0, to: Lit",
			"{if: event.mode == High, to: Lit}", "{to: Lit}", "if: event.quick, to: Turning", "to: Turning",
			"mode: event.mode}, emit", "mode: High}, emit", "{mode: event.mode}", "{mode: Low}", "Set: {if: event.quick, to: Lit}", "Set: Lit",
		},
	} {
		t.Run(name, func(t *testing.T) {
			src := strings.TrimLeft(spectest.Payload, "\n")
			old, new := load(t, "oven.fsm.yaml", src, true), load(t, "oven.fsm.yaml", edit(t, src, edits), true)
			for _, d := range []*Diff{compared(t, old, new), compared(t, new, old)} {
				if len(lines(d)) == 0 {
					t.Error("nothing changes")
				}
				for _, b := range d.Breaking {
					if strings.HasPrefix(string(b.Code), "FSMB2") {
						t.Errorf("%+v", b)
					}
				}
				for _, line := range lines(d) {
					if strings.Contains(line, "bakingStart") || strings.Contains(line, "bakingSet") {
						t.Error(line)
					}
				}
			}
		})
	}
}
