//go:build unix

package fallback

import "testing"

// BenchmarkTyped takes the run of BenchmarkGenerated with typed states. Half of
// its events lead to several states.
func BenchmarkTyped(b *testing.B) {
	m, err := New(Params{Providers: 3, MaxRetries: 2})
	if err != nil {
		b.Fatal(err)
	}
	in := m.In()
	b.ReportAllocs()
	start := processorTime()
	for range b.N {
		switch s := in.(type) {
		case InIdle:
			in, err = s.RequestReceived(nil)
		case InSelecting:
			in, err = s.Select()
		case InAttempting:
			in, err = s.Failure(FailureClassTransient, nil)
		case InRetrying:
			in, err = s.RetryReady()
		default:
			m.state, m.remaining = StateIdle, m.params.Providers
			in = m.In()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(processorTime()-start)/float64(b.N), "cpu-ns/op")
}

// BenchmarkTypedConcrete takes events that lead to one state each.
func BenchmarkTypedConcrete(b *testing.B) {
	m, err := New(Params{Providers: 3, MaxRetries: 2})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	start := processorTime()
	for range b.N {
		s := InIdle{m.here()}
		if _, err := s.RequestReceived(nil); err != nil {
			b.Fatal(err)
		}
		m.state = StateIdle
	}
	b.ReportMetric(float64(processorTime()-start)/float64(b.N), "cpu-ns/op")
}

// TestTypedAllocations sends events that lead to one state or to several, and
// sees hardly any allocation: one in sixteen transitions.
func TestTypedAllocations(t *testing.T) {
	m, err := New(Params{Providers: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	one := testing.AllocsPerRun(1600, func() {
		s, err := InIdle{m.here()}.RequestReceived(nil)
		if err != nil || s.Remaining() != m.Remaining() {
			t.Error(err)
		}
		m.state = StateIdle
	})
	several := testing.AllocsPerRun(1600, func() {
		m.state = StateSelecting
		next, err := InSelecting{m.here()}.Select()
		if err != nil || next.State() != StateAttempting {
			t.Error(err)
		}
	})
	if one != 0 || several != 0 {
		t.Errorf("%v allocations of an event that leads to one state, %v of one that leads to several", one, several)
	}
}
