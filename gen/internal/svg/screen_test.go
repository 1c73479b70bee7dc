package svg

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/browser"
	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestScreenReader reads an image as a screen reader does, in the accessibility tree of Chromium.
func TestScreenReader(t *testing.T) {
	sample.Turn(t)
	loaded := make(chan struct{}, 4)
	b := browser.Start(t, func(method string, _ json.RawMessage) {
		if method == "Page.loadEventFired" {
			loaded <- struct{}{}
		}
	})
	b.Must(t, nil, "Page.enable", nil)
	b.Must(t, nil, "Accessibility.enable", nil)
	m := read(t, "../../../verify/testdata/phone.fsm.yaml")
	image := image(t, []Part{{Title: "Phone", Picture: picture.New(m), Link: func(name string) string { return "phone.fsm.yaml#" + name }}})
	b.Must(t, nil, "Page.navigate", map[string]any{"url": "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(image)})
	select {
	case <-loaded:
	case <-time.After(30 * time.Second):
		t.Fatal("the image is not loaded")
	}
	type value struct{ Value string }
	var tree struct {
		Nodes []struct {
			Ignored                 bool
			Role, Name, Description value
		}
	}
	answer, err := b.Call("Accessibility.getFullAXTree", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(answer, &tree); err != nil {
		t.Fatal(err)
	}
	found := make(map[string]string)
	for _, n := range tree.Nodes {
		if !n.Ignored {
			found[n.Role.Value] += n.Name.Value + "\n" + n.Description.Value + "\n"
		}
	}
	for role, want := range map[string][]string{
		"graphics-document": {"Phone\nStarts in OffHook. States: OffHook, Ringing, Talking, OnHold. Ends in PhoneDestroyed (broken).\n"},
		"link":              {"OffHook\n", "Ringing\n", "PhoneDestroyed\n"},
		"group":             {"Connected entry / CallTimerStarted", "Talking\n", "Ringing → Talking: CallConnected\n", "any state → OffHook: LeftMessage\n"},
	} {
		for _, text := range want {
			if !strings.Contains(found[role], text) {
				t.Errorf("there is no %s with %q", role, text)
			}
		}
	}
}
