package diff

// stateEdits are edits of states, composite states, and outcomes.
var stateEdits = []specEdit{
	{"state added", []string{"          Expire: Ready\n", "          Expire: Resting\n", "  Done: {data", "      Resting:\n        on: {Work: Ready}\n  Done: {data", "  Working: 2*left + 3", "  Working: 3*left + 4\n  Resting: 3*left + 3", "New: 2*left + 3", "New: 3*left + 3", "Ready: 2*left + 2", "Ready: 3*left + 2", "bound: 2*", "bound: 3*"}, []string{
		"+ state Resting | inside: Busy",
		"~ transition Working --Expire--> Resting | leads to: Ready → Resting",
		"+ transition Resting --Work--> Ready",
		"+ transition Resting --Stop--> Lost",
		"~ progress New | value: 2 * left + 3 → 3 * left + 3",
		"~ progress Ready | value: 2 * left + 2 → 3 * left + 2",
		"~ progress Working | value: 2 * left + 3 → 3 * left + 4",
		"bound 2 * tries + 3 → 3 * tries + 3",
		"= the constants of type State have different numbers: StateDone 3 → 4, StateLost 4 → 5",
		"unchecked: condition Working: 3 * left < 3 * tries",
		"FSMB104",
		"FSMB106",
		"FSMB307",
		"FSMB403",
	}},
	{"state renamed", []string{"Working", "Doing"}, []string{
		"~ state Working → Doing",
		"FSMB101",
		"FSMB102",
		"FSMB106",
		"FSMB201",
		"FSMB208",
		"FSMB302",
	}},
	{"composite renamed", []string{"Busy", "Active"}, []string{
		"= grouping: Ready, Working now in Active, before in Busy",
		"FSMB102", // CompositeBusy
	}},
	{"outcome renamed", []string{"bad: [Lost]", "failed: [Lost]"}, []string{
		"~ outcome bad → failed",
		"FSMB102",
	}},
	{"outcome kind", []string{"{good: [Done], bad: [Lost]}", "{good: {kind: success, states: [Done]}, bad: [Lost]}"}, []string{
		"~ outcome good | kind: none → success",
	}},
	{"outcome of no kind, in the long form", []string{"good: [Done]", "good: {states: Done}"}, nil},
	{"outcome renamed to that of a kind", []string{"bad: [Lost]", "failure: [Lost]"}, []string{
		"~ outcome bad → failure | kind: none → failure",
		"FSMB102",
	}},
	{"outcome moved", []string{"{good: [Done], bad: [Lost]}", "{good: [Done, Lost]}"}, []string{
		"~ state Lost | outcome: bad → good",
		"- outcome bad | states: Lost",
		"FSMB102",
		"FSMB306",
	}},
	{"initial state", []string{"initial: New", "initial: Ready", "  New:\n    invariants: left == tries\n    on:\n      Open:", "  New:\n    on:\n      Open:", "          Expire: Ready\n", "          Expire: Ready\n          Close: New\n", "          Close: {to: Done, set: {result: owner}}\n", "", "          Work:\n", "          Close: {to: Done, set: {result: last}}\n          Work:\n", "New: 2*left + 3", "New: 2*left + 3", "Ready: 2*left + 2", "Ready: 3*left + 2", "Working: 2*left + 3", "Working: 3*left + 4", "New: 2*left + 3", "New: 3*left + 3", "bound: 2*tries + 3", "bound: 3*tries + 2"}, []string{
		"~ machine Ticket | initial state: New → Ready",
		"+ transition Ready --Close--> Done | sets: result: last",
		"~ transition Working --Close--> New | leads to: Done → New",
		"~ transition Working --Close--> New | sets result: owner → none",
		"- invariant New left == tries",
		"~ progress New | value: 2 * left + 3 → 3 * left + 3",
		"~ progress Ready | value: 2 * left + 2 → 3 * left + 2",
		"~ progress Working | value: 2 * left + 3 → 3 * left + 4",
		"bound 2 * tries + 3 → 3 * tries + 2",
		"unchecked: condition Working: 3 * left + 2 <= 3 * tries",
		"FSMB104",
		"FSMB109",
		"FSMB205",
		"FSMB307",
		"FSMB308",
		"FSMB403",
		"FSMB405",
	}},
	{"state renamed, was", []string{"Working", "Doing", "      Doing:\n", "      Doing:\n        was: Working\n"}, []string{
		"~ state Working → Doing",
		"FSMB101",
		"FSMB102",
		"FSMB106",
		"FSMB302",
	}},
	{"terminal state added", []string{"bad: [Lost]", "bad: [Lost, Gone]", "          Expire: Lost\n", "          Expire: Lost\n          Close: Gone\n", "  Lost: {}\n", "  Lost: {}\n  Gone: {}\n"}, []string{
		"+ state Gone | outcome: bad",
		"+ transition Ready --Close--> Gone",
		"FSMB104",
	}},
	{"timed composite renamed", []string{"Busy", "Active"}, []string{
		"= grouping: Ready, Working now in Active, before in Busy",
		"= timer of Active that raises Stop was declared in Busy",
		"FSMB102",
		"FSMB208",
	}},
	{"timed composite renamed, was", []string{"Busy:\n", "Active:\n    was: Busy\n"}, []string{
		"= grouping: Ready, Working now in Active, before in Busy",
		"= timer of Active that raises Stop was declared in Busy",
		"FSMB102",
	}},
}
