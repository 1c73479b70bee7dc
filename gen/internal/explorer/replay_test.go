package explorer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestReplaysReports replays each run of reports as the page does, and compares the state in which it ends, and its length.
func TestReplaysReports(t *testing.T) {
	files, err := filepath.Glob("../../../verify/testdata/*.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	type replayed struct {
		Machine *machineJSON `json:"machine"`
		Run     runJSON      `json:"run"`
	}
	type result struct {
		Error, State, Remarks string
		Steps                 int
		Endless, Faulty       bool
	}
	var in bytes.Buffer
	var names []string
	var want []result
	for _, file := range sample.Some(t, files, sample.Size(3, 6, len(files))) {
		r := report(t, file)
		m := encode(r.Machine, r.Ranked(), shownBound(r))
		for _, run := range runs(r) {
			line, err := json.Marshal(replayed{m, run})
			if err != nil {
				t.Fatal(err)
			}
			in.Write(append(line, '\n'))
			names = append(names, file+": "+run.Title)
			state := r.Machine.Initial
			if n := len(run.Steps); n > 0 {
				state = run.ends
			}
			want = append(want, result{State: r.Machine.States[state].Name, Steps: len(run.Steps)})
		}
	}
	more := `
function replayOne({machine, run}) {
  const m = prepare(machine);
  const {params, inputs, error} = readReported(m, run);
  if (error) return {error};
  const session = new Session(m, params);
  session.replay(params, inputs);
  // The link must lead to the same run.
  const link = readLink(m, linkOf(m, params, session.inputs(), ["A/B"]));
  const again = new Session(m, params);
  if (!link.error) again.replay(link.params, link.inputs);
  const end = session.now;
  const same = !link.error && link.closed.join() === "A/B" && JSON.stringify(again.now.config, (k, v) => typeof v === "bigint" ? String(v) : v) === JSON.stringify(end.config, (k, v) => typeof v === "bigint" ? String(v) : v);
  return {error: same ? "" : "the link leads elsewhere", state: m.states[end.config.state].name, remarks: session.entries.map((e) => e.remark).join(""),
    steps: session.taken().length, endless: end.endless, faulty: session.entries.some((e) => e.fault !== null)};
}
`
	out := node(t, append(append([]string{}, interpreterFiles...), "value", "session", "link"), more+fmt.Sprintf(each, "replayOne"), in.Bytes())
	got := bytes.Split(bytes.TrimSpace(out), []byte("\n"))
	if len(got) != len(want) {
		t.Fatalf("%d results for %d runs", len(got), len(want))
	}
	same := 0
	for i, line := range got {
		var have result
		if err := json.Unmarshal(line, &have); err != nil {
			t.Fatal(err)
		}
		switch {
		case have.Error != "" || have.Remarks != "" || have.Steps < want[i].Steps && !have.Faulty:
			t.Errorf("%s: %+v, want %+v", names[i], have, want[i])
		case !have.Endless && !have.Faulty && have.Steps == want[i].Steps && have.State != want[i].State:
			t.Errorf("%s: it ends in %s, not %s", names[i], have.State, want[i].State)
		case have.State == want[i].State:
			same++
		}
	}
	t.Logf("%d runs, %d of them end in the same state", len(want), same)
	if same*2 < len(want) {
		t.Errorf("only %d of %d runs end in the same state", same, len(want))
	}
}

// TestTrap wants the run into a trap among the runs of the page.
func TestTrap(t *testing.T) {
	r := report(t, "../../../verify/testdata/trap.fsm.yaml")
	if r.Trap == nil {
		t.Fatal("there is no trap")
	}
	for _, run := range runs(r) {
		if run.Title == "a run into a trap" && run.Bad && len(run.Steps) == len(r.Trap.Run.Steps) {
			return
		}
	}
	t.Errorf("the runs are %+v", runs(r))
}
