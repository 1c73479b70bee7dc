package proptest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCorners has a machine panic in corners only: its random runs go there. The machine has all corners, of which one is chosen in the
// environment of its tests, so that it is compiled once.
func TestCorners(t *testing.T) {
	turn(t)
	s := newModule(t)
	machine, _ := generate(t, "reservation", "", "reservation")
	const turn = "func (m *Machine) Turn(time_ string, party int, name string, reply Reply) error {\n"
	if !strings.Contains(string(machine), turn) {
		t.Fatal("the machine has another method for its event")
	}
	corners := []string{
		"m.params.MaxTurns == 1000", "m.params.MaxNoProgress == 100 && m.params.MaxTurns == 1", "m.params == DefaultParams()",
		"party < 0 && 2*party == 0", "party > 0 && party+1 < 0", "party == 21", "time_ != \"\" && time_[0] == 0", "reply == ReplyNo",
	}
	broken := turn
	for i, corner := range corners {
		broken += fmt.Sprintf("if mutantChosen == %d && %s { panic(\"there\") }\n", i+1, corner)
	}
	s.add(t, "corners", "reservation", []byte(strings.Replace(string(machine), turn, broken, 1)))
	s.write(t, "corners/chosen.go", []byte("package reservation\n"+chooser))
	if out, ok := s.run("", "test", "-c", "-vet=off", "-o", "corners.test", "./corners"); !ok {
		t.Fatal(out)
	}
	properties := func(chosen int) (string, bool) {
		c := exec.Command(filepath.Join(s.dir, "corners.test"), "-test.run=Properties")
		c.Env = append(os.Environ(), "FSMGEN_SEED=2", fmt.Sprint("FSMGEN_MUTANT=", chosen))
		out, err := c.CombinedOutput()
		return string(out), err == nil
	}
	if out, ok := properties(0); !ok {
		t.Errorf("the machine fails without a corner:\n%s", out)
	}
	for _, corner := range some(t, corners, 1) {
		if out, ok := properties(slices.Index(corners, corner) + 1); ok || !strings.Contains(out, "panic: there\n") {
			t.Errorf("%s: passes: %t:\n%s", corner, ok, out)
		}
	}
}
