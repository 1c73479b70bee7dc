package spec_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec"
)

// TestMadeValues loads machines whose enums that the loader makes have values which are easily the same in Go.
func TestMadeValues(t *testing.T) {
	for name, text := range map[string]string{
		"digits": `
events: {E: {}, E1: {}, X: {}}
initial: P
terminal: {done: [Z]}
states:
  Z: {}
  P:
    on: {X: Z}
    parallel:
      R00: {initial: A00, states: {A00: {on: {E: B00, E1: B00}}, B00: {}}}
      R01: {initial: A01, states: {A01: {on: {E: B01, E1: B01}}, B01: {}}}
      R02: {initial: A02, states: {A02: {on: {E: B02, E1: B02}}, B02: {}}}
      R03: {initial: A03, states: {A03: {on: {E: B03, E1: B03}}, B03: {}}}
      R04: {initial: A04, states: {A04: {on: {E: B04, E1: B04}}, B04: {}}}
      R05: {initial: A05, states: {A05: {on: {E: B05, E1: B05}}, B05: {}}}
      R06: {initial: A06, states: {A06: {on: {E: B06, E1: B06}}, B06: {}}}
      R07: {initial: A07, states: {A07: {on: {E: B07, E1: B07}}, B07: {}}}
      R08: {initial: A08, states: {A08: {on: {E: B08, E1: B08}}, B08: {}}}
      R09: {initial: A09, states: {A09: {on: {E: B09, E1: B09}}, B09: {}}}
      R10: {initial: A10, states: {A10: {on: {E: B10, E1: B10}}, B10: {}}}
      R11: {initial: A11, states: {A11: {on: {E: B11, E1: B11}}, B11: {}}}
`,
		"none": `
events: {Go: {}, none: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {on: {Go: {to: B, raise: none}}}
  B: {on: {none: Z}}
  Z: {}
`,
		"parts": `
events: {Go: {}, Hop: {}, A: {}, BC: {}, AB: {}, C: {}}
initial: S
terminal: {done: [Z]}
states:
  S: {on: {Go: {to: B, raise: [A, BC]}, Hop: {to: B, raise: [AB, C]}}}
  B: {on: {A: D, AB: D}}
  D: {on: {BC: Z, C: Z}}
  Z: {}
`,
	} {
		if s, diags := spec.Load("made.fsm.yaml", []byte("machine: Made"+text)); s.Machine == nil || len(diags) > 0 {
			t.Errorf("%s: %v", name, diags)
		}
	}
}
