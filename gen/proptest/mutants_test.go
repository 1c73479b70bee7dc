package proptest

import (
	"flag"
	"fmt"
	"go/ast"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/fsmgen/fsmgen/gen/golang"
	"github.com/fsmgen/fsmgen/spec/ident"
)

var (
	every = flag.Int("mutants", 0, "test one in so many mutants; 0 for about eight of each machine")
	among = flag.String("mutants-of", "", "test only mutants with a name that matches, as in ^Run:")
)

// TestMutants breaks machines on purpose, one fault at a time, and wants their
// tests to fail.
func TestMutants(t *testing.T) {
	for _, machine := range machines {
		t.Run(machine.name, func(t *testing.T) { testMutants(t, machine.name) })
	}
}

func testMutants(t *testing.T, name string) {
	s := newSandbox(t)
	source, _ := generate(t, name, "", name)
	m, names := load(t, name, "")
	states, err := golang.Typed(m, names, name)
	if err != nil {
		t.Fatal(err)
	}
	run, err := golang.Run(m, names, name)
	if err != nil {
		t.Fatal(err)
	}
	of := tested(names)
	mutants, faults := mutate(t, names, [][]byte{source, states, run}, func(f *ast.FuncDecl) bool { return of[fullName(f)] || of[receiver(f)+".*"] })
	if len(faults) == 0 {
		t.Fatalf("found nothing to break in %s", name)
	}
	s.add(t, name, name, mutants[0])
	s.write(t, name+"/"+m.Name+"_typed.go", mutants[1])
	s.write(t, name+"/"+m.Name+"_run.go", mutants[2])
	s.write(t, name+"/chosen.go", []byte("package "+name+"\n"+chosen))
	if out, ok := s.run("", "test", "-c", "-vet=off", "-o", "mutants.test", "./"+name); !ok {
		t.Fatalf("the mutants of %s do not compile:\n%s", name, out)
	}
	dies := func(mutant int) bool {
		cmd := exec.Command(filepath.Join(s.dir, "mutants.test"), "-test.failfast", "-test.timeout=30s")
		cmd.Env = append(os.Environ(), fmt.Sprintf("FSMGEN_MUTANT=%d", mutant))
		return cmd.Run() != nil
	}
	if dies(0) {
		t.Fatalf("%s fails without a fault", name)
	}
	only := regexp.MustCompile(*among)
	step := *every
	if step == 0 {
		step = max(1, len(faults)/8)
	}
	tried, killed, excused := 0, 0, 0
	for i := 0; i < len(faults); i += step {
		if !only.MatchString(faults[i].what) {
			continue
		}
		tried++
		switch {
		case dies(i + 1):
			killed++
		case faults[i].why != "" || spared(name, m, faults[i].what) != "":
			excused++
		default:
			t.Errorf("%s survives: %s", name, faults[i].what)
		}
	}
	t.Logf("%s: %d of %d mutants killed, %d need not be; there are %d", name, killed, tried, excused, len(faults))
}

// tested are the functions that the generated tests test. What String and Error
// say is not tested.
func tested(n *ident.Names) map[string]bool {
	out := map[string]bool{
		n.New: true, n.Defaults: true, n.StateList: true, n.EventList: true, n.Record.TransitionList: true, n.Record.Restore: true,
	}
	add := func(typ string, methods ...string) {
		for _, m := range methods {
			out[typ+"."+m] = true
		}
	}
	add(n.Machine, "State", "Params", "Outcome", "Progress", "Can", "Fire", "rest",
		"MarshalJSON", "UnmarshalJSON", "writeValue", "readFields", "readValue", "checkClaims", "Timers", "Observe")
	add(n.Record.Observed, "Observe", "Fire", "step", "tell")
	add(n.Params, "Validate", "MaxTransitions")
	add(n.State, "Terminal", "Outcome", "MarshalText", "UnmarshalText")
	add(n.Event, "MarshalText", "UnmarshalText")
	add(n.Outcome, "MarshalText", "UnmarshalText")
	if n.Timer != "" {
		add(n.Timer, "MarshalText", "UnmarshalText")
	}
	for _, e := range n.Events {
		add(n.Machine, e.Method)
		add(n.Record.Observed, e.Method)
	}
	for _, v := range n.Vars {
		add(n.Machine, v.Getter)
	}
	for _, g := range n.Guards {
		add(n.Machine, g.Ask)
	}
	// Typed states and Run.
	add(n.Machine, "In", "here", "attend", "handle")
	out[n.Typed.Begin], out[n.Run.Run] = true, true
	for _, typ := range append([]string{n.Typed.Base, n.Run.Timers}, n.Typed.In...) {
		out[typ+".*"] = typ != ""
	}
	add(n.Run.Error, "Unwrap")
	for _, e := range n.Enums {
		add(e.Type, "Valid", "MarshalText", "UnmarshalText")
	}
	return out
}

// fullName is the name of a function, after that of its receiver's type.
func fullName(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	return receiver(f) + "." + f.Name.Name
}

// chosen reads which mutant to be.
const chosen = `
import (
	"os"
	"strconv"
)

var mutantChosen, _ = strconv.Atoi(os.Getenv("FSMGEN_MUTANT"))
`
