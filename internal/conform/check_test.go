package conform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// orderSpec is a machine with what records can leave open.
const orderSpec = `machine: Order
params: {tries: {type: int, min: 1, max: 9}, rush: {type: bool, was: [hurry]}}
enums: {Reason: {values: [NoMoney, Fraud], was: {Fraud: Theft}}}
vars: {left: {type: int, min: 0, max: tries, init: tries}, name: string}
guards: {inStock: {args: {amount: int}}}
events:
  Pay: {fields: {amount: int}, was: [Buy]}
  Charged: {}
  Declined: {reason: Reason}
  Note: {text: string}
  Reset: {fields: {}, environment: true}
initial: Open
terminal: {paid: [Paid], failed: [Failed]}
states:
  Open:
    was: Draft
    on:
      Pay:
        - {if: "left > 0 && inStock(event.amount)", to: Paying, set: {left: left - 1}}
        - {otherwise: reject}
      Note: {to: Open, set: {name: event.text}}
      Reset: Open
  Paying:
    on:
      Charged: [{if: 'name == "gift"', to: Failed}, {to: Paid}]
      Declined: [{if: event.reason == Fraud, to: Failed}, {to: Open}]
    ignore: Note
  Paid: {}
  Failed: {}
bound: 2*tries
`

func load(t testing.TB, text string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("order.fsm.yaml", []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

// TestCheck checks runs that are written by hand.
func TestCheck(t *testing.T) {
	m := load(t, orderSpec)
	for _, each := range []struct{ name, records, want string }{
		{"nothing recorded but names", `{"event":"Pay"} {"event":"Declined"} {"event":"Pay"} {"event":"Charged"}`, ""},
		{"an unknown event", `{"event":"Pay"} {"event":"Ship"}`, "2: the machine has no event Ship (Charged, Declined, Note)"},
		{"an illegal event", `{"event":"Charged"}`, "1: Open cannot take Charged (Pay, Note, Reset)"},
		{"after the end", `{"event":"Pay"} {"event":"Charged"} {"event":"Note"}`, "3: Paid cannot take Note ()"},
		{"the end is known", `{"event":"Pay"} {"event":"Charged","to":"Paid"} {"event":"Note"}`, "3: Paid cannot take Note ()"},
		{"another state before", `{"event":"Pay"} {"event":"Declined","from":"Open"}`, "2: the run is in Paying, and not in Open (Charged, Declined, Note)"},
		{"another state after", `{"event":"Pay","to":"Paid"}`, "1: Pay leads to Paying, and not to Paid (Pay, Note, Reset)"},
		{"an unknown state", `{"event":"Pay","to":"Packing"}`, "1: the machine has no state Packing (Pay, Note, Reset)"},
		{"begins elsewhere", `{"to":"Paying"}`, "0: the machine begins in Open, and not in Paying (Pay, Note, Reset)"},
		{"earlier names", `{"to":"Draft","params":{"tries":1,"hurry":true}} {"event":"Buy"} {"event":"Declined","payload":{"reason":"Theft"},"to":"Failed"}`, ""},
		{"a guard", `{"event":"Pay","guards":{"inStock( event.amount )":false}}`, "1: Open cannot take Pay with these values (Pay, Note, Reset)"},
		{"an unknown guard", `{"event":"Pay","guards":{"inStock(7)":false}}`, "1: the machine does not ask inStock(7) (Pay, Note, Reset)"},
		{"a payload decides", `{"event":"Pay"} {"event":"Declined","payload":{"reason":"Fraud"},"to":"Open"}`, "2: Declined leads to Failed, and not to Open (Charged, Declined, Note)"},
		{"an unknown value", `{"event":"Pay"} {"event":"Declined","payload":{"reason":"Rain"}}`, `2: the field reason of Declined: "Rain" is not one of NoMoney, Fraud (Charged, Declined, Note)`},
		{"a wrong value", `{"event":"Pay","payload":{"amount":"seven"}}`, `1: the field amount of Pay: "seven" is not a value of type int (Pay, Note, Reset)`},
		{"an unknown field", `{"event":"Pay","payload":{"cents":7}}`, "1: Pay has no field cents (Pay, Note, Reset)"},
		{"a string decides", `{"event":"Note","payload":{"text":"gift"}} {"event":"Pay"} {"event":"Charged","to":"Paid"}`, "3: Charged leads to Failed, and not to Paid (Charged, Declined, Note)"},
		{"a string may decide", `{"event":"Note"} {"event":"Pay"} {"event":"Charged","to":"Paid"}`, ""},
		{"ignored", `{"event":"Pay"} {"event":"Note","ignored":true}`, ""},
		{"not ignored", `{"event":"Note","ignored":true}`, "1: Open cannot ignore Note with these values (Pay, Note, Reset)"},
		{"taken, not ignored", `{"event":"Pay"} {"event":"Note"}`, "2: Paying cannot take Note with these values (Charged, Declined, Note)"},
		{"the variable runs out", `{"params":{"tries":1}} {"event":"Pay"} {"event":"Declined","payload":{"reason":"NoMoney"}} {"event":"Pay"}`, "3: Open cannot take Pay with these values (Note, Reset)"},
		{"parameters of a snapshot", `{"revision":1,"payload":{"params":{"tries":1}}} {"event":"Pay"} {"event":"Declined","to":"Open"} {"event":"Pay"}`, "3: Open cannot take Pay with these values (Note, Reset)"},
		{"a parameter out of its range", `{"params":{"tries":10}}`, "0: the parameter tries is 10, above the maximum of 9 ()"},
		{"an unknown parameter", `{"params":{"trys":1}}`, "0: the machine has no parameter trys ()"},
		{"a history without its begin", `{"revision":7,"event":"Charged","from":"Paying","to":"Paid"}`, ""},
		{"a history without its begin, illegal", `{"revision":7,"event":"Charged","from":"Open"}`, "1: Open cannot take Charged (Pay, Note, Reset)"},
		{"a second event without its begin", `{"revision":2,"event":"Charged"}`, "1: Open cannot take Charged (Pay, Note, Reset)"},
		{"a refresh", `{"params":{"tries":1}} {"event":"Pay"} {"event":"","to":"Open"} {"event":"Pay"}`, ""},
		{"a refresh of the first line", `{"revision":5,"event":"","to":"Paying"} {"event":"Pay"}`, "1: Paying cannot take Pay (Charged, Declined, Note)"},
		{"beyond the bound", `{"params":{"tries":1}} {"event":"Note"} {"event":"Note"} {"event":"Note"} {"event":"Note"}`, "beyond 3: 3 > 2"},
		{"an environment event", `{"params":{"tries":1}} {"event":"Note"} {"event":"Note"} {"event":"Reset"} {"event":"Note"} {"event":"Note"}`, ""},
		{"beyond it after an environment event", `{"revision":9,"event":"Reset","params":{"tries":1}} {"event":"Note"} {"event":"Note"} {"event":"Note"}`, ""},
	} {
		report := checkText(t, m, strings.ReplaceAll(each.records, "} {", "}\n{"))
		got := ""
		for _, r := range report.Refused {
			got += fmt.Sprintf("%d: %s (%s)", r.Step, r.Reason, strings.Join(r.Legal, ", "))
		}
		for _, b := range report.Beyond {
			got += fmt.Sprintf("beyond %d: %d > %d", b.Step, b.Count, b.Bound)
		}
		if got != each.want {
			t.Errorf("%s:\ngot  %s\nwant %s", each.name, got, each.want)
		}
	}
}

// checkText checks the records of a file.
func checkText(t testing.TB, m *core.Machine, text string) Report {
	t.Helper()
	records, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	report, err := Check(m, records)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return report
}

// TestRuns mixes runs, of which one is refused, and counts what was taken.
func TestRuns(t *testing.T) {
	m := load(t, orderSpec)
	records, err := Read(strings.NewReader(`{"id":"a","event":"Pay"}
{"id":"b","event":"Charged"}

{"id":"a","event":"Charged","to":"Paid"}
{"id":"b","event":"Pay"}`))
	if err != nil {
		t.Fatal(err)
	}
	report, err := Check(m, records)
	if err != nil || report.Runs != 2 || report.Steps != 3 || len(report.Refused) != 1 || report.Refused[0].Record.Line != 2 || report.Refused[0].Record.ID != "b" {
		t.Errorf("%+v, %v", report, err)
	}
	taken := ""
	for i := range m.Transitions {
		if report.Taken[i] {
			taken += m.Label(i) + "; "
		}
	}
	if taken != "Open --Pay[left > 0 && inStock(event.amount)]--> Paying; Paying --Charged[otherwise]--> Paid; " {
		t.Errorf("taken: %s", taken)
	}
}

// TestRead reads what is no record.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "there are no recorded steps",
		"\n \n":                              "there are no recorded steps",
		"{\"event\":\"Pay\"}\n{":             "line 2: unexpected EOF",
		"[]":                                 "line 1: json: cannot unmarshal array into Go value of type conform.Record",
		`{"form":"Open"}`:                    `line 1: json: unknown field "form"`,
		`{"event":"Pay"} {"event":"Pay"}`:    "line 1: more than one JSON value",
		"\n{\"event\":\"Pay\",\"at\":\"x\"}": `line 2: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"`,
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	m := load(t, orderSpec)
	for _, r := range []Record{{Event: "Pay", Payload: []byte("7"), Line: 3}, {Payload: []byte("7"), Line: 3}} {
		if _, err := Check(m, []Record{r}); err == nil || !strings.HasPrefix(err.Error(), "line 3: the payload") {
			t.Errorf("%+v: %v", r, err)
		}
	}
}
