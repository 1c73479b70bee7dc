package proptest

import (
	"fmt"
	"math/rand"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLarge runs the tests of a table with many cells, and limits their processor time to twice what they take on a busy machine. They say
// what they leave out.
func TestLarge(t *testing.T) {
	turn(t)
	m, names := parse(t, "large.fsm.yaml", []byte(large(59, 76)), "")
	code, tests := emit(t, m, names, "large")
	s := newModule(t)
	s.typed(t, "large", m, names, "large")
	s.write(t, "large/machine.go", code)
	s.write(t, "large/machine_test.go", tests)
	if out, ok := s.run("", "test", "-vet=off", "-c", "-o", "large.test", "./large"); !ok {
		t.Fatal(out)
	}
	run := exec.Command(filepath.Join(s.dir, "large.test"), "-test.v")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out[max(0, len(out)-2000):])
	}
	if took := run.ProcessState.UserTime(); took > 10*time.Second {
		t.Errorf("the tests take %v of processor time", took)
	}
	for _, check := range []string{"typedruns.go", "runs.go", "subtest.go"} {
		if !strings.Contains(string(out), check+":") {
			t.Errorf("%s does not say what is left out", check)
		}
	}
}

// large returns a machine without variables in which each state lists each event.
func large(states, events int) string {
	random := rand.New(rand.NewSource(1))
	var b strings.Builder
	b.WriteString("machine: Large\nevents:\n")
	for e := range events {
		fmt.Fprintf(&b, "  E%d: {}\n", e)
	}
	fmt.Fprintf(&b, "initial: S0\nterminal: {success: [S%d]}\nstates:\n", states-1)
	for s := range states - 1 {
		fmt.Fprintf(&b, "  S%d:\n    on:\n      E0: S%d\n", s, s+1)
		for e := 1; e < events; e++ {
			fmt.Fprintf(&b, "      E%d: S%d\n", e, random.Intn(states))
		}
	}
	fmt.Fprintf(&b, "  S%d: {}\n", states-1)
	return b.String()
}
