package proptest

import (
	"fmt"
	"strings"
	"testing"
)

// TestCorners has a machine panic in corners only: its random runs go there.
func TestCorners(t *testing.T) {
	turn(t)
	s := newModule(t)
	machine, _ := generate(t, "reservation", "", "reservation")
	const turn = "func (m *Machine) Turn(time_ string, party int, name string, reply Reply) error {\n"
	if !strings.Contains(string(machine), turn) {
		t.Fatal("the machine has another method for its event")
	}
	for i, corner := range some(t, []string{
		"m.params.MaxTurns == 1000", "m.params.MaxNoProgress == 100 && m.params.MaxTurns == 1", "m.params == DefaultParams()",
		"party < 0 && 2*party == 0", "party > 0 && party+1 < 0", "party == 21", "time_ != \"\" && time_[0] == 0", "reply == ReplyNo",
	}, 1) {
		folder := fmt.Sprintf("corner%d", i)
		s.add(t, folder, "reservation", []byte(strings.Replace(string(machine), turn, turn+"if "+corner+" { panic(\"there\") }\n", 1)))
		if out, ok := s.run("FSMGEN_SEED=2", "test", "-vet=off", "-run", "Properties", "./"+folder); ok || !strings.Contains(out, "panic: there\n") {
			t.Errorf("%s: passes: %t:\n%s", corner, ok, out)
		}
	}
}
