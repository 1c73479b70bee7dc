package proptest

import (
	"strconv"
	"strings"
	"testing"
)

// divisors divides in ranges and in an invariant by what may be 0 where no machine
// can be.
const divisors = `
machine: Share
params:
  parts: {type: int, min: 0, max: 3}
  most:  {type: int, min: -9, max: 12 / parts}
vars:
  left: {type: int, min: 0, max: parts, init: parts}
  each: {type: int, min: 0, max: 6 / (parts + 1), init: 1}
invariants: ["left == 0 || 12 / left >= 4", each + left / each >= 1]
events: {Take: {}}
initial: Open
terminal: {done: [Closed]}
states:
  Open:
    on:
      Take:
        - {if: left > 0, set: {left: left - 1}}
        - {to: Closed}
  Closed: {}
`

// TestDivisors wants the tests of a machine that divides to pass, and to fail
// where a divisor is not looked at: parameters and snapshots may have 0 there.
func TestDivisors(t *testing.T) {
	turn(t)
	s := newModule(t)
	m, names := parse(t, "share.fsm.yaml", []byte(divisors), "")
	code, tests := emit(t, m, names, "share")
	breaks := [][2]string{
		{"", ""},
		{"if _ = quo(12, p.Parts); !ok {", "if _ = quo(12, p.Parts); ok && !ok {"},
		{"if !(y != 0 && ", "if !("},
		{"m.each > 6/(m.params.Parts+1)", "m.each > 6"},
		{"num(m.left)).Cmp(num(4)) >= 0", "num(m.left)).Cmp(num(5)) >= 0"},
	}
	breaks = append(breaks[:1], some(t, breaks[1:], 1)...)
	for i, b := range breaks {
		if strings.Count(string(code), b[0]) == 0 {
			t.Errorf("the machine has no %q to break", b[0])
		}
		folder := "share" + strconv.Itoa(i)
		s.typed(t, folder, m, names, "share")
		s.write(t, folder+"/machine.go", []byte(strings.ReplaceAll(string(code), b[0], b[1])))
		s.write(t, folder+"/machine_test.go", tests)
	}
	out, _ := s.run("", "test", "-vet=off", "./...")
	for i, b := range breaks {
		folder := "share" + strconv.Itoa(i)
		if strings.Contains(out, "sandbox/"+folder+" [build failed]") || strings.Contains(out, "ok  \tsandbox/"+folder+"\t") != (b[0] == "") {
			t.Errorf("%s without %q:\n%s", folder, b[0], out)
		}
	}
}
