package bench

import (
	"testing"

	"github.com/fsmgen/fsmgen/bench/regions/four"
	"github.com/fsmgen/fsmgen/bench/regions/two"
)

//go:noinline
func sendTwo(m *two.Machine, e regionEvent) error {
	switch e {
	case stepA:
		return m.StepA()
	case stepB:
		return m.StepB()
	}
	return m.All()
}

//go:noinline
func sendFour(m *four.Machine, e regionEvent) error {
	switch e {
	case stepA:
		return m.StepA()
	case stepB:
		return m.StepB()
	case stepC:
		return m.StepC()
	case stepD:
		return m.StepD()
	}
	return m.All()
}

func newRegions(t testing.TB) (*two.Machine, *four.Machine) {
	a, err := two.New(two.Params{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := four.New(four.Params{})
	if err != nil {
		t.Fatal(err)
	}
	return a, b
}

// TestRegions wants the handwritten and the generated machines to do the same.
func TestRegions(t *testing.T) {
	two, four := newRegions(t)
	var handTwo handTwo
	var handFour handFour
	for i := range 1000 {
		e := regionEvent(i * i % 7 % 5)
		if e != stepC && e != stepD {
			if err, other := handTwo.fire(e), sendTwo(two, e); err != nil || other != nil {
				t.Fatal(err, other)
			}
		}
		if err, other := handFour.fire(e), sendFour(four, e); err != nil || other != nil {
			t.Fatal(err, other)
		}
		a, _ := two.RegionA()
		b, _ := two.RegionB()
		if leaf(a) != handTwo.a || leaf(b) != handTwo.b {
			t.Fatalf("after %d events, %v, by hand %+v", i+1, two, handTwo)
		}
		a4, _ := four.RegionA()
		b4, _ := four.RegionB()
		c4, _ := four.RegionC()
		d4, _ := four.RegionD()
		if leaf(a4) != handFour.a || leaf(b4) != handFour.b || leaf(c4) != handFour.c || leaf(d4) != handFour.d {
			t.Fatalf("after %d events, %v, by hand %+v", i+1, four, handFour)
		}
	}
}

// BenchmarkRegions sends the events of regions in turn, and the one that is for all of them.
func BenchmarkRegions(b *testing.B) {
	two, four := newRegions(b)
	var handTwo handTwo
	var handFour handFour
	for _, test := range []struct {
		name string
		fire func(regionEvent) error
		own  regionEvent // events of one region, which are numbers from 0
	}{
		{"two regions/hand-written", handTwo.fire, 2},
		{"two regions/Machine", func(e regionEvent) error { return sendTwo(two, e) }, 2},
		{"four regions/hand-written", handFour.fire, 4},
		{"four regions/Machine", func(e regionEvent) error { return sendFour(four, e) }, 4},
	} {
		b.Run("own/"+test.name, func(b *testing.B) {
			b.ReportAllocs()
			e := regionEvent(0)
			for b.Loop() {
				if err := test.fire(e); err != nil {
					b.Fatal(err)
				}
				if e++; e == test.own {
					e = 0
				}
			}
		})
		b.Run("shared/"+test.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := test.fire(allRegions); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
