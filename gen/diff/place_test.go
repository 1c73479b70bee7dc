package diff

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestPlaces checks the lines at which breaking changes are reported.
func TestPlaces(t *testing.T) {
	sample.Turn(t)
	const stored = "machine: Ticket\ngo: {faces: [typed, run, snapshot]}\n"
	for _, test := range []struct {
		name  string
		edits []string
		want  []string
	}{
		{"transition", []string{"          Expire: Ready\n", "          Expire: Lost\n"}, []string{
			"FSMB104 InWorking.Expire ~ Lost",
			"FSMB307 transition Working --Expire--> Lost ~ Lost",
		}},
		{"guard", []string{"if: left > spare", "if: left > spare + 1"}, []string{
			"FSMB304 transition Working --Fail[left > spare + 1]--> Ready ~ {if: left > spare + 1, to: Ready}",
		}},
		{"state", []string{"New:", "Fresh:", "initial: New", "initial: Fresh"}, []string{
			"FSMB101 AfterNew ~ Fresh:",
			"FSMB101 InNew ~ Fresh:",
			"FSMB102 StateNew ~ Fresh:",
			"FSMB104 Begin ~ Ticket",
			"FSMB106 Handler.New ~ Fresh:",
			"FSMB106 Handler.Fresh ~ Fresh:",
			"FSMB201 state New ~ Fresh:",
			"FSMB302 state New → Fresh ~ Fresh:",
		}},
		{"event removed", []string{"  Close: {}\n", "", "          Close: {to: Done, set: {result: owner}}\n", "          Fail: {to: Done, set: {result: owner}}\n",
			"          Fail:\n            - {if: event.level == Urgent, to: Lost}\n            - {if: left > spare, to: Ready}\n            - {to: Lost}\n", ""}, []string{
			"FSMB101 AfterFailInWorking ~ {to: Done, set: {result: owner}}",
			"FSMB102 EventClose - Close: {}",
			"FSMB103 InWorking.Close - {to: Done, set: {result: owner}}",
			"FSMB103 Machine.Close - Close: {}",
			"FSMB104 InWorking.Fail ~ {to: Done, set: {result: owner}}",
			"FSMB301 event Close - Close: {}",
			"FSMB304 transition Working --Fail[event.level == Urgent]--> Lost - {if: event.level == Urgent, to: Lost}",
			"FSMB304 transition Working --Fail[left > spare]--> Ready - {if: left > spare, to: Ready}",
			"FSMB307 transition Working --Fail--> Done ~ {to: Done, set: {result: owner}}",
			"FSMB308 transition Working --Fail--> Done ~ {to: Done, set: {result: owner}}",
		}},
		{"range", []string{"max: 9, default: 3", "max: 8, default: 3"}, []string{
			"FSMB204 param tries ~ tries: {type: int, min: 1, max: 8, default: 3}",
			"FSMB305 param tries ~ tries: {type: int, min: 1, max: 8, default: 3}",
		}},
		{"invariant", []string{"bound: 2*tries + 3", "bound: 2*tries + 3\ninvariants: spare <= tries - 1"}, []string{
			"FSMB205 invariant spare <= tries - 1 ~ spare <= tries - 1",
			"FSMB404 invariant ~ spare <= tries - 1",
		}},
		{"bound", []string{"bound: 2*tries + 3", "bound: 2*tries + 2"}, []string{
			"FSMB402 bound ~ 2*tries + 2",
		}},
		{"delay", []string{"  soon: 30s\n", "", "after: {soon: Expire}\n        on:\n          Expire: Lost", "on:"}, []string{
			"FSMB102 DelaySoon - soon: 30s",
			"FSMB102 TimerReadyExpire - soon: Expire}",
			"FSMB103 InReady.Expire - Lost",
			"FSMB208 timer Ready.Expire - soon: Expire}",
			"FSMB303 transition Ready --Expire--> Lost - Lost",
		}},
		{"entry", []string{"        entry: {Say: {text: owner, count: left}}\n", "        entry: Beep\n"}, []string{
			"FSMB308 state Working ~ Beep",
			"FSMB405 Beep ~ Beep: {}",
		}},
		{"no entry", []string{"        entry: {Say: {text: owner, count: left}}\n", ""}, []string{
			"FSMB308 state Working - Say: {text: owner, count: left}}",
		}},
		{"rule", []string{"progress:\n", "limit: {transitions: 20, to: Lost}\nprogress:\n"}, []string{
			"FSMB104 InNew.Open ~ {if: free(event.level), to: Ready, set: {last: event.text}}",
			"FSMB104 InWorking.Close ~ {to: Done, set: {result: owner}}",
			"FSMB104 InWorking.Expire ~ Ready",
		}},
		{"enum", []string{"Low, High, Urgent", "High, Low, Urgent"}, []string{
			"FSMB107 Level ~ Level: [High, Low, Urgent]",
		}},
		{"package", []string{"go: {faces", "go: {package: other, faces"}, []string{
			"FSMB108 machine Ticket ~ Ticket",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := edit(t, base(t, ""), []string{"machine: Ticket\n", stored})
			texts := map[bool]string{true: src, false: edit(t, src, test.edits)}
			var got []string
			for _, b := range compared(t, load(t, "old.fsm.yaml", src, true), load(t, "new.fsm.yaml", texts[false], true)).Breaking {
				sign := "~"
				if b.Removed {
					sign = "-"
				}
				line := strings.Split(texts[b.Removed], "\n")[b.Span.Start.Line-1]
				got = append(got, string(b.Code)+" "+b.Subject+" "+sign+" "+line[b.Span.Start.Column-1:])
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}
