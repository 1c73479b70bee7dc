package fallback

import "testing"

// TestRefusalAllocations keeps the errors of illegal events, each of which is
// made once.
func TestRefusalAllocations(t *testing.T) {
	m, err := New(Params{Providers: 3})
	if err != nil {
		t.Fatal(err)
	}
	var kept [2]error
	if n := testing.AllocsPerRun(100, func() { kept[0], kept[1] = m.Select(), m.RetryReady() }); n != 0 {
		t.Errorf("two refusals allocate %v times", n)
	}
	for i, want := range []IllegalTransitionError{{State: StateIdle, Event: EventSelect}, {State: StateIdle, Event: EventRetryReady}} {
		if got, ok := kept[i].(*IllegalTransitionError); !ok || got.State != want.State || got.Event != want.Event || got.Guards != nil {
			t.Errorf("the error is %v, want %v", kept[i], want)
		}
	}
}
