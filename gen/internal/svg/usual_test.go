package svg

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// TestUsualMark draws machines in which most, and in which few events are environment events.
func TestUsualMark(t *testing.T) {
	const rest = "initial: A\nignore: [E, F, G, H, I, J]\nterminal: {end: [Z]}\nstates:\n  A: {on: {E: B, F: B, G: B, J: Z}}\n  B: {on: {H: A, I: A, J: Z}}\n  Z: {}\n"
	for name, test := range map[string]struct {
		marked string // the environment events
		want   string
		inside int // labels with the mark
	}{
		"most": {"E F G H I", "«env»: all events but J.", 0},
		"all":  {"E F G H I J", "«env»: all events.", 0},
		"few":  {"E F G", "", 3},
	} {
		var events []string
		for _, e := range strings.Fields("E F G H I J") {
			if strings.Contains(test.marked, e) {
				events = append(events, e+": {environment: true}")
			} else {
				events = append(events, e+": {}")
			}
		}
		m := load(t, "x.fsm.yaml", []byte("machine: X\nevents: {"+strings.Join(events, ", ")+"}\n"+rest))
		image, _, err := Next(t.Context(), Part{Title: m.Name, Picture: picture.New(m)}, nil, true)
		if err != nil {
			t.Fatal(err)
		}
		if test.want != "" && !bytes.Contains(image, []byte(">"+test.want+"<")) {
			t.Errorf("%s: the image does not say %q", name, test.want)
		}
		if n := bytes.Count(image, []byte(">«env» ")); n != test.inside {
			t.Errorf("%s: %d labels have the mark, want %d", name, n, test.inside)
		}
	}
}
