package golang_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/sandbox"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// canonical are the methods whose signatures `go vet` knows, and whether a spec cannot use
// the name at all. The others are refused only with some arguments or in errors.
var canonical = map[string]bool{
	"As": false, "Format": false, "GobDecode": true, "GobEncode": true, "Is": false, "MarshalJSON": true, "MarshalXML": true,
	"ReadByte": true, "ReadFrom": false, "ReadRune": true, "Scan": false, "Seek": false, "UnmarshalJSON": true, "UnmarshalXML": true,
	"UnreadByte": true, "UnreadRune": true, "Unwrap": false, "WriteByte": true, "WriteTo": false,
}

// TestVetMethods gives these names to each part of a spec that becomes a method. `go vet`
// finds nothing in the code of the specs that load, of which it gets a sample.
func TestVetMethods(t *testing.T) {
	sample.Turn(t)
	parts := map[string]string{
		"event":         "events: {X: {go: NAME}, Go: {}}\nstates: {A: {on: {X: Z, Go: Z}}, Z: {}}\n",
		"event args":    "events: {X: {go: NAME, n: int, s: string}, Go: {}}\nstates: {A: {on: {X: Z, Go: Z}}, Z: {}}\n",
		"variable":      "vars: {x: {type: int, go: NAME}}\nevents: {Go: {}}\nstates: {A: {on: {Go: {to: Z, set: {x: x + 1}}}}, Z: {}}\n",
		"datum":         "events: {Go: {}}\nstates: {A: {on: {Go: {to: B, set: {x: 1}}}}, B: {data: {x: {type: int, go: NAME}}, on: {Go: Z}}, Z: {}}\n",
		"guard":         "guards: {x: {go: NAME, args: {n: int}}}\nevents: {Go: {}}\nstates: {A: {on: {Go: [{if: x(1), to: Z}, {to: A}]}}, Z: {}}\n",
		"output":        "outputs: {X: {go: NAME, n: int}}\nevents: {Go: {}}\nstates: {A: {on: {Go: {to: Z, emit: {X: {n: 1}}}}}, Z: {}}\n",
		"delay":         "delays: {x: {go: NAME}}\nevents: {Go: {}}\nstates: {A: {after: {x: Go}, on: {Go: Z}}, Z: {}}\n",
		"state":         "events: {Go: {}, On: {}}\nstates: {A: {go: NAME, on: {Go: Z, On: A}}, Z: {}}\n",
		"state, alone":  "events: {Go: {}, On: {}}\nstates: {A: {go: NAME, on: {Go: Z, On: A}}, Z: {}}\ngo: {faces: []}\n",
		"an error":      "vars: {error: string}\nevents: {Go: {go: NAME}}\nstates: {A: {on: {Go: {to: Z, set: {error: '\"x\"'}}}}, Z: {}}\n",
		"std argument":  "outputs: {X: {go: NAME, n: TYPE}}\nevents: {Go: {n: TYPE}}\nstates: {A: {on: {Go: {to: Z, emit: {X: {n: event.n}}}}}, Z: {}}\n",
		"std event":     "vars: {v: TYPE}\nevents: {Go: {go: NAME, n: TYPE}}\nstates: {A: {on: {Go: {to: Z, set: {v: event.n}}}}, Z: {}}\n",
		"other type":    "vars: {v: \"[]byte\"}\nevents: {Go: {go: NAME, n: \"[]byte\"}}\nstates: {A: {on: {Go: {to: Z, set: {v: event.n}}}}, Z: {}}\n",
		"error of Go":   "vars: {v: error}\nevents: {Go: {go: NAME, n: error}}\nstates: {A: {on: {Go: {to: Z, set: {v: event.n}}}}, Z: {}}\n",
		"outputs error": "outputs: {X: {go: NAME}, Error: {}}\nevents: {Go: {}}\nstates: {A: {on: {Go: {to: Z, emit: [X, Error]}}}, Z: {}}\n",
	}
	types := map[string]string{"Format": "fmt.State", "ReadFrom": "io.Reader", "Scan": "fmt.ScanState", "Seek": "int64", "WriteTo": "io.Writer"}
	type machine struct {
		title string
		core  *core.Machine
	}
	var loaded []machine
	tried := 0
	for _, name := range slices.Sorted(maps.Keys(canonical)) {
		for _, part := range slices.Sorted(maps.Keys(parts)) {
			text := parts[part]
			if strings.Contains(text, "TYPE") && types[name] == "" {
				continue
			}
			tried++
			text = "machine: M\ninitial: A\nterminal: {done: [Z]}\n" + strings.NewReplacer("NAME", name, "TYPE", types[name]).Replace(text)
			s, diags := spec.Load("m.fsm.yaml", []byte(text))
			switch {
			case s.Machine == nil && (len(diags) > 1 || diags[0].Code != diag.CodeName && diags[0].Code != diag.CodeCollision):
				t.Errorf("%s %s: %v", part, name, diags)
			case s.Machine == nil:
			case canonical[name] && part != "state, alone":
				t.Errorf("%s %s is not refused", part, name)
			default:
				loaded = append(loaded, machine{part + " " + name, s.Machine})
			}
		}
	}
	if len(loaded) < tried/4 || len(loaded) > tried*3/4 {
		t.Errorf("%d of %d specs load", len(loaded), tried)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), sandbox.Mod(t, "methods"))
	for i, m := range sample.Some(t, loaded, sample.Size(0, 8, len(loaded))) {
		for suffix, src := range chosen(t, m.core, "", "m", m.core.Faces) {
			write(t, filepath.Join(dir, fmt.Sprintf("m%d", i), "m"+suffix), []byte("// "+m.title+"\n\n"+string(src)))
		}
	}
	vet := exec.Command("go", "vet", "-stdmethods", "./...")
	vet.Dir, vet.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

// TestVetDiagnostic has the diagnostic for such a name.
func TestVetDiagnostic(t *testing.T) {
	_, diags := spec.Load("m.fsm.yaml", []byte("machine: M\ngo: {faces: []}\noutputs:\n  UnmarshalJSON: {}\nevents: {Go: {}}\ninitial: A\nterminal: {done: [Z]}\n"+
		"states: {A: {on: {Go: {to: Z, emit: UnmarshalJSON}}}, Z: {}}\n"))
	want := "`UnmarshalJSON` cannot be the Go name of output `UnmarshalJSON`: `go vet` requires another signature of a method with this name"
	if len(diags) != 1 || diags[0].Message != want || diags[0].Span.Start != (diag.Pos{Line: 4, Column: 3}) || diags[0].Help != "add `go: OtherName` to the output, or rename it" {
		t.Errorf("got %+v", diags)
	}
}
