package proptest

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestSend breaks what takes events as values, and wants the tests to fail: of
// machines with a table, with a host, and plain ones.
func TestSend(t *testing.T) {
	turn(t)
	s := newModule(t)
	broken := map[string]string{}
	for _, machine := range some(t, []struct {
		file   string
		breaks [][2]string
	}{
		{"../golang/testdata/grid/grid.fsm.yaml", [][2]string{
			{"", ""},
			{"m.enter(next - 1)", "m.state = next - 1"},
			{"m.enter(next - 1)", "m.steps++"},
			{"&illegalTransition[m.state][e]", "&illegalTransition[m.state][0]"},
			{"e > EventWest", "e > EventWest+1"},
		}},
		{"testdata/alarm/alarm.fsm.yaml", [][2]string{
			{"", ""},
			{"m.Off()", "nil"},
			{"Event: e}", "Event: 0}"},
		}},
		{"testdata/toggle/toggle.fsm.yaml", [][2]string{{"", ""}, {"m.Flip()", "m.Break()"}}},
	}, 1) {
		name := strings.TrimSuffix(filepath.Base(machine.file), ".fsm.yaml")
		m, names := parse(t, filepath.Base(machine.file), read(t, machine.file), "")
		code, tests := emit(t, m, names, name)
		for i, b := range append(machine.breaks[:1:1], some(t, machine.breaks[1:], 1)...) {
			folder, done := name+strconv.Itoa(i), 0
			changed := sendBody.ReplaceAllStringFunc(string(code), func(body string) string {
				done += strings.Count(body, b[0])
				return strings.Replace(body, b[0], b[1], 1)
			})
			if done == 0 {
				t.Errorf("%s has no %q to break", name, b[0])
				continue
			}
			s.typed(t, folder, m, names, name)
			s.write(t, folder+"/machine.go", []byte(changed))
			s.write(t, folder+"/machine_test.go", tests)
			broken[folder] = b[0]
		}
	}
	out, _ := s.run("", "test", "-vet=off", "./...")
	for folder, what := range broken {
		passes := strings.Contains(out, "ok  \tsandbox/"+folder+"\t")
		if strings.Contains(out, "sandbox/"+folder+" [build failed]") || !passes && !strings.Contains(out, "FAIL\tsandbox/"+folder+"\t") || passes != (what == "") {
			t.Errorf("%s without %q passes: %t\n%s", folder, what, passes, out)
		}
	}
}

// sendBody is a method that takes an event as a value.
var sendBody = regexp.MustCompile(`(?s)\) Send\(e .*?\n}\n`)
