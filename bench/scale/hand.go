package main

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/bench/random"
)

// hand returns three handwritten versions of the machine.
func hand(m random.Machine) string {
	var b strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	f("package %s\n\nimport \"errors\"\n\nvar errIllegal = errors.New(\"illegal transition\")\n", m.Name())

	f("type nested struct{ state uint8 }\n\n//go:noinline\nfunc (m *nested) fire(e uint8) error {\nswitch m.state {")
	for s := range m.Next {
		f("case %d:\nswitch e {", s)
		for e, to := range m.Next[s] {
			if to >= 0 {
				f("case %d:\nm.state = %d\nreturn nil", e, to)
			}
		}
		f("}")
	}
	f("}\nreturn errIllegal\n}\n")

	f("type dense struct{ state uint8 }\n\n//go:noinline\nfunc (m *dense) fire(e uint8) error {\nswitch int(m.state)*%d + int(e) {", m.Events())
	for s := range m.Next {
		for e, to := range m.Next[s] {
			if to >= 0 {
				f("case %d:\nm.state = %d\nreturn nil", s*m.Events()+e, to)
			}
		}
	}
	f("}\nreturn errIllegal\n}\n")

	f("type table struct{ state uint8 }\n\nvar next = [%d][%d]uint8{", len(m.Next), m.Events())
	for s := range m.Next {
		f("{%s},", cells(m.Next[s]))
	}
	f("}\n\n//go:noinline\nfunc (m *table) fire(e uint8) error {\nif int(m.state) < len(next) && int(e) < len(next[0]) {\nif to := next[m.state][e]; to != 255 {\nm.state = to\nreturn nil\n}\n}\nreturn errIllegal\n}\n")

	return b.String()
}

// cells writes states, with 255 for none.
func cells(states []int) string {
	words := make([]string, len(states))
	for i, s := range states {
		words[i] = fmt.Sprint(s)
		if s < 0 {
			words[i] = "255"
		}
	}
	return strings.Join(words, ", ")
}

// benchmarks returns the benchmarks, and a test that all versions behave the same. The generated
// machine receives an event by Send, or by the method of the event, which the caller selects.
func benchmarks(m random.Machine) string {
	var b strings.Builder
	f := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	f("package %s\n\nimport \"testing\"\n\nvar walk = []uint8{", m.Name())
	for i, e := range m.Walk(1 << 16) {
		fmt.Fprintf(&b, "%d,", e)
		if i%64 == 63 {
			f("")
		}
	}
	f("}\n\n//go:noinline\nfunc send(m *Machine, e uint8) error { return m.Send(Event(e)) }\n")
	f("//go:noinline\nfunc choose(m *Machine, e uint8) error {\nswitch e {")
	for e := range m.Events() {
		f("case %d:\nreturn m.E%d()", e, e)
	}
	f("}\nreturn errIllegal\n}\n")
	b.WriteString(measured)
	return b.String()
}

// measured is the test and the benchmarks, which are the same for all machines.
const measured = `func TestSame(t *testing.T) {
	var n nested
	var d dense
	var a table
	g, err := New(Params{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(Params{})
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range walk {
		for _, err := range []error{n.fire(e), d.fire(e), a.fire(e), send(g, e), choose(c, e)} {
			if err != nil {
				t.Fatal(i, err)
			}
		}
		if s := uint8(g.State()); n.state != s || d.state != s || a.state != s || c.State() != g.State() {
			t.Fatal(i, n, d, a, g, c)
		}
	}
}

func BenchmarkNestedSwitch(b *testing.B) {
	for b.Loop() {
		var m nested
		for _, e := range walk {
			if m.fire(e) != nil {
				b.Fatal("illegal")
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(walk)), "ns/event")
}

func BenchmarkDenseSwitch(b *testing.B) {
	for b.Loop() {
		var m dense
		for _, e := range walk {
			if m.fire(e) != nil {
				b.Fatal("illegal")
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(walk)), "ns/event")
}

func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		var m table
		for _, e := range walk {
			if m.fire(e) != nil {
				b.Fatal("illegal")
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(walk)), "ns/event")
}

func BenchmarkFsmgenSend(b *testing.B) {
	start, err := New(Params{})
	if err != nil {
		b.Fatal(err)
	}
	m := *start
	for b.Loop() {
		m = *start
		for _, e := range walk {
			if send(&m, e) != nil {
				b.Fatal("illegal")
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(walk)), "ns/event")
}

func BenchmarkFsmgenMethods(b *testing.B) {
	start, err := New(Params{})
	if err != nil {
		b.Fatal(err)
	}
	m := *start
	for b.Loop() {
		m = *start
		for _, e := range walk {
			if choose(&m, e) != nil {
				b.Fatal("illegal")
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(walk)), "ns/event")
}
`
