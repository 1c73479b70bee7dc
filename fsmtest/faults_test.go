package fsmtest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest"
)

type doorConfig struct {
	Params params
	Pushes int
}

type doorEvent struct{ Cause error }

func doorSpec() *fsmtest.Spec[doorConfig, doorEvent] {
	type (
		c = doorConfig
		e = doorEvent
	)
	return &fsmtest.Spec[c, e]{
		Name: "Door", Package: "door", Initial: "Open",
		States:   []fsmtest.State[c]{{Value: stateOpen, Name: "Open"}, {Value: stateClosed, Name: "Closed"}, {Value: stateLocked, Name: "Locked", Outcome: "locked"}},
		Outcomes: []fsmtest.Value{{Value: outcomeNone, Name: "none"}, {Value: outcomeLocked, Name: "locked"}},
		Events: []fsmtest.Event[c, e]{
			{Value: eventClose, Name: "Close", Method: "Close"},
			{Value: eventPush, Name: "Push", Method: "Push"},
			{Value: eventLock, Name: "Lock", Method: "Lock", Cancellation: true, Fields: []fsmtest.Field[c, e]{{Name: "cause"}}},
		},
		Timers: []fsmtest.Timer[c]{{Value: timerOpenClose, Name: "Open.Close", States: []string{"Open"}, Event: "Close", Length: time.Hour}},
		Params: []fsmtest.Param[c]{{Name: "Pushes", Range: func(c) (int, int) { return 0, 3 }}},
		Vars:   []fsmtest.Var[c]{{Name: "pushes"}},
		Start:  nil,
		Rows: []fsmtest.Row[c, e]{
			{From: "Open", On: "Close", To: "Closed"},
			{From: "Open", On: "Lock", To: "Locked"},
			{From: "Closed", On: "Push", When: "pushes < Pushes", To: "Open", Starts: []string{"Open.Close"},
				Guard: func(m c, _ e) bool { return m.Pushes < m.Params.Pushes },
				Set:   func(m c, _ e, next *c) { next.Pushes = m.Pushes + 1 },
				Emits: func(m c, _ e) []fsmtest.Call { return []fsmtest.Call{{"Ring", m.Pushes + 1}} }},
			{From: "Closed", On: "Push", To: "Locked"},
			{From: "Closed", On: "Lock", To: "Locked"},
		},
	}
}

func doorMachine() *fsmtest.Machine[*door, step, doorConfig] {
	return &fsmtest.Machine[*door, step, doorConfig]{
		New:     newDoor,
		Host:    func(h *fsmtest.Host) any { return doorHost{h} },
		State:   func(m *door) int { return int(m.State()) },
		Outcome: func(m *door) int { return int(m.Outcome()) },
		Can:     func(m *door, e int) bool { return m.Can(event(e)) },
		Read:    func(m *door) doorConfig { return doorConfig{m.Params(), m.Pushes()} },
		Errors: fsmtest.Errors{
			Illegal: &illegalError{}, Reentrant: &reentrantError{}, StaleTimer: &staleTimerError{},
			StaleState: &staleStateError{}, Run: &runError{}, NoEvent: &noEventError{}, Fired: &firedError{},
		},
		Observe: (*door).Observe, ObserveRefusals: (*door).ObserveRefusals,
		In:    func(m *door) any { return m.In() },
		Typed: []any{inOpen{}, inClosed{}, inLocked{}},
		Begin: begin,
		Run:   run, Continue: continueDoor, WithObserver: withObserver, WithCheckpoint: withCheckpoint,
		Handler: func(h *fsmtest.Handler) any { return doorHandler{h} },
	}
}

// TestDoor is for [TestFaults], which runs it with one fault after another.
func TestDoor(t *testing.T) {
	if _, asked := os.LookupEnv("FSMTEST_FAULT"); !asked {
		t.Skip("TestFaults runs it")
	}
	fsmtest.Test(t, doorSpec(), doorMachine())
}

// TestLamp is for [TestFaults], too.
func TestLamp(t *testing.T) {
	if _, asked := os.LookupEnv("FSMTEST_FAULT"); !asked {
		t.Skip("TestFaults runs it")
	}
	fsmtest.Test(t, lampSpec(), lampMachine())
}

// faults are what can be wrong with a door, and the subtest that must notice each.
var faults = []struct{ name, noticed string }{
	{"too few pushes are accepted", "Params"},
	{"no pushes are refused", "Params"},
	{"too many pushes are accepted", "Params"},
	{"the most pushes are refused", "Params"},
	{"New takes any parameters", "Params"},
	{"New needs no host", "Params"},
	{"Can is too lax", "Table"},
	{"Can is too strict", "Table"},
	{"Can is true at the end", "Table"},
	{"another target", "Table"},
	{"a guard is too weak", "Table"},
	{"a guard is too strong", "Table"},
	{"nothing is set", "Table"},
	{"too much is set", "Table"},
	{"a call is missing", "Table"},
	{"a call too many", "Table"},
	{"another argument", "Table"},
	{"calls in another order", "Table"},
	{"no timer starts", "Table"},
	{"another timer", "Table"},
	{"another duration", "Table"},
	{"a timer runs on", "Table"},
	{"a stopped timer is listed", "Table"},
	{"any timer is due", "Table"},
	{"any timer has started", "Table"},
	{"starts are not counted", "Table"},
	{"another start stops", "Table"},
	{"an earlier start fires", "Table"},
	{"nobody asks for the time", "Table"},
	{"due a second late", "Table"},
	{"due in another form", "Table"},
	{"due after it stops", "Table"},
	{"due at no time", "Table"},
	{"nothing is illegal", "Table"},
	{"an illegal event counts", "Table"},
	{"another state is in the error", "Table"},
	{"a guard that was not tried is in the error", "Table"},
	{"told another state", "Observed"},
	{"told what is refused", "Walk"},
	{"only the first observer", "Walk"},
	{"no time", "Observed"},
	{"observers send events", "Walk"},
	{"busy after a panic", "Observed"},
	{"only typed states are observed", "Observed"},
	{"refusals are not told", "Walk"},
	{"told another event", "Walk"},
	{"reads another number", "Typed"},
	{"a state is made again", "Typed"},
	{"old states are read", "Typed"},
	{"nothing has no text", "Typed"},
	{"old states work", "Typed"},
	{"typed steps are not told", "Typed"},
	{"another state", "Typed"},
	{"another outcome", "Typed"},
	{"leads to the old state", "Typed"},
	{"Begin takes any parameters", "Typed"},
	{"the cause of a run is lost", "Run"},
	{"timers take longer", "Run"},
	{"timers run on", "Run"},
	{"Run needs no handler", "Run"},
	{"Run goes on when it is cancelled", "Run"},
	{"Run goes on with an old state", "Run"},
	{"no deadline", "Run"},
	{"Run ends with the error of its context", "Run"},
	{"Continue needs no machine", "Run"},
	{"Continue needs no host", "Run"},
	{"Continue needs no handler", "Run"},
	{"Continue during a step", "Run"},
	{"Continue forgets the timers", "Run"},
	{"the error of Continue has another name", "Run"},
	{"Continue starts the timers again", "Run"},
	{"observers of a run stay", "Run"},
	{"a run leaves a mode", "Run"},
	{"the checkpoint is repeated", "Run"},
	{"the error of a checkpoint is lost", "Run"},
	{"no checkpoint at the start", "Run"},
	{"no checkpoint at the end", "Run"},
	{"no checkpoint before an error", "Run"},
	{"a checkpoint gets a context that has ended", "Run"},
	{"a checkpoint gets steps again", "Run"},
	{"Again is missing", "Run"},
}

// lampFaults are what can be wrong with a lamp.
var lampFaults = []struct{ name, noticed string }{
	{"a text is another", "Texts"},
	{"what is none has a text", "Texts"},
	{"any text is read", "Texts"},
	{"a text is not read", "Texts"},
	{"the name is stored", "Texts"},
	{"the name is stored", "Columns"},
	{"the name is not read", "Texts"},
	{"the name is not read", "Snapshots"},
	{"the name is not read", "Columns"},
	{"another state is terminal", "Texts"},
	{"a list is wrong", "Texts"},
	{"callers share a list", "Texts"},
	{"a guard is not listed", "Texts"},
	{"another target is listed", "Texts"},
	{"another state is in the text", "Messages"},
	{"the text names no guard", "Messages"},
	{"each machine has errors of its own", "Messages"},
	{"another default", "Params"},
	{"the bound is too small", "Params"},
	{"the bound is too great", "Params"},
	{"a snapshot has another state", "Snapshots"},
	{"a snapshot loses a value", "Snapshots"},
	{"UnmarshalJSON takes anything", "Snapshots"},
	{"the snapshot of another machine", "Snapshots"},
	{"an old name of the machine is unknown", "Snapshots"},
	{"an old name of a state is unknown", "Texts"},
	{"an old name of a state is unknown", "Snapshots"},
	{"an old name of a value is unknown", "Snapshots"},
	{"both names are accepted", "Snapshots"},
	{"a removed value is refused", "Snapshots"},
	{"a missing variable is refused", "Snapshots"},
	{"a missing variable is zero", "Snapshots"},
	{"a missing variable is right for few parameters", "Snapshots"},
	{"a missing parameter is zero", "Snapshots"},
	{"wrong parameters are restored", "Snapshots"},
	{"wrong values are restored", "Snapshots"},
	{"the least int is restored", "Snapshots"},
	{"timers of an earlier version are refused", "Snapshots"},
	{"a snapshot without uses left is refused", "Snapshots"},
	{"Restore forgets a value", "Snapshots"},
	{"letters do not matter", "Snapshots"},
	{"another spelling is refused", "Snapshots"},
	{"another field is accepted", "Snapshots"},
	{"a field may be repeated", "Snapshots"},
	{"a field may be missing", "Snapshots"},
	{"null is accepted", "Snapshots"},
	{"a forged lamp exceeds its bound", "Forged"},
	{"what is none has a column", "Columns"},
	{"a column is another", "Columns"},
	{"bytes are not scanned", "Columns"},
	{"NULL is scanned", "Columns"},
	{"the error of NULL is another", "Columns"},
	{"Values has another number", "Columns"},
	{"wrong parameters are taken", "Columns"},
	{"any state is taken", "Columns"},
	{"wrong values are taken", "Columns"},
	{"no uses are refused", "Columns"},
	{"FromValues forgets a value", "Columns"},
}

// TestFaults makes doors, lamps, kilns, and tanks that are wrong in one thing each, and wants the subtest about
// that thing to fail. Without a fault, both pass.
func TestFaults(t *testing.T) {
	if out, ok := runFaulty(t, "TestLamp", "", ".*"); !ok {
		t.Fatal(out)
	}
	if out, ok := runFaulty(t, "TestDoor", "", "(Params|Observed|Typed|Run|Table|Walk)"); !ok {
		t.Fatal(out)
	}
	if out, ok := runFaulty(t, "TestKiln", "", "(Params|Table|Observed|Unsettled|Walk)"); !ok {
		t.Fatal(out)
	}
	if out, ok := runFaulty(t, "TestTank", "", "(Params|Table|Walk)"); !ok {
		t.Fatal(out)
	}
	notices := func(t *testing.T, name, fault, subtest string) {
		t.Helper()
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			if out, ok := runFaulty(t, name, fault, subtest); ok || !strings.Contains(out, "--- FAIL: "+name+"/"+subtest) {
				t.Errorf("%s/%s passes: %t\n%s", name, subtest, ok, out)
			}
		})
	}
	for _, f := range faults {
		notices(t, "TestDoor", f.name, f.noticed)
	}
	for _, f := range lampFaults {
		notices(t, "TestLamp", f.name, f.noticed)
	}
	for _, f := range tankFaults {
		notices(t, "TestTank", f.name, f.noticed)
	}
	for _, f := range kilnFaults {
		notices(t, "TestKiln", f.name, f.noticed)
	}
}

// TestBrokenClaims reads which claim of a spec does not hold.
func TestBrokenClaims(t *testing.T) {
	for fault, want := range map[string]string{
		"the range is too narrow":     "left is 0, outside its declared range: ",
		"the invariant is too strong": "the invariant left < uses of state Lit does not hold: ",
	} {
		if out, ok := runFaulty(t, "TestLamp", fault, "(Table|Walk|Properties)"); ok || !strings.Contains(out, want) {
			t.Errorf("%s: passes: %t, want %q in\n%s", fault, ok, want, out)
		}
	}
}

// runFaulty runs a subtest of a machine that has a fault, and reports whether it passes.
func runFaulty(t *testing.T, name, fault, subtest string) (string, bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+name+"$/^"+subtest+"$", "-test.timeout=60s")
	cmd.Env = append(os.Environ(), "FSMTEST_FAULT="+fault)
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}
