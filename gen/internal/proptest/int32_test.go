package proptest

import (
	"runtime"
	"strings"
	"testing"
)

// area has ranges and a bound that fit in 32 bits for some parameters only.
const area = `
machine: Area
params:
  width:  {type: int, min: 1, max: 100000}
  height: {type: int, min: 1, max: 100000}
  most:   {type: int, min: 0, max: width * height}
vars:
  x:    {type: int, min: 1, max: width, init: width}
  y:    {type: int, min: 1, max: height, init: height}
  size: {type: int, min: 0, max: width * height}
invariants: [x * y <= width * height]
events: {Step: {}}
initial: Open
terminal: {done: [Closed]}
states:
  Open:
    on:
      Step:
        - {if: x > 1, set: {x: x - 1}}
        - {if: y > 1, set: {y: y - 1, size: y}}
        - {to: Closed}
  Closed: {}
progress: {Open: width * height - width - height + x + y}
bound: width * height
`

// wide are machines that need 64 bits: a constant does, which no code may mention, or the
// progress at the start, without any parameter.
var wide = map[string]string{
	"constant": strings.Replace(small, "max: 9", "max: 10000000000", 1),
	"folded":   strings.Replace(small, "max: 9", "max: 100000 * 100000", 1),
	"progress": strings.Replace(small, "progress: {Open: 10 - n}", "progress: {Open: 100000 * (100000 - n)}", 1),
}

const small = `
machine: Small
go: {faces: []}
vars: {n: {type: int, min: 0, max: 9}}
events: {Add: {}}
initial: Open
terminal: {done: [Closed]}
states:
  Open: {on: {Add: [{if: n < 9, set: {n: n + 1}}, {to: Closed}]}}
  Closed: {}
progress: {Open: 10 - n}
`

// TestInt32 runs generated tests where int has 32 bits, and wants the compiler to refuse the
// machines that need more.
func TestInt32(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "386" {
		t.Skip("runs programs for linux/386")
	}
	turn(t)
	s := newModule(t)
	add := func(name, src string) {
		m, names := parse(t, name+".fsm.yaml", []byte(src), "")
		code, tests := emit(t, m, names, name)
		s.typed(t, name, m, names, name)
		s.write(t, name+"/machine.go", code)
		s.write(t, name+"/machine_test.go", tests)
	}
	add("area", area)
	add("small", small)
	for _, name := range []string{"area", "small"} {
		if out, ok := s.run("GOARCH=386", "test", "./"+name); !ok {
			t.Errorf("the tests of %s fail:\n%s", name, out)
		}
	}
	for name, src := range wide {
		add(name, src)
		if out, ok := s.run("GOARCH=amd64", "vet", "./"+name); !ok {
			t.Errorf("%s does not compile for 64 bits:\n%s", name, out)
		}
		want := ":15: cannot use math.MaxInt64 (untyped int constant 9223372036854775807) as int value in constant declaration (overflows)"
		if out, ok := s.run("GOARCH=386", "build", "./"+name); ok || !strings.Contains(out, want) {
			t.Errorf("for 32 bits, the compiler says this about %s, want %q:\n%s", name, want, out)
		}
	}
}
