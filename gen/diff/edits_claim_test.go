package diff

// claimEdits are edits of what is claimed and proved: invariants, progress, bounds, limits.
var claimEdits = []specEdit{
	{"invariant added", []string{"  New:\n", "  New:\n", "      Working:\n", "      Working:\n        invariants: left < tries\n"}, []string{
		"+ invariant Working left < tries",
		"unchecked: invariant Working: left < tries",
	}},
	{"invariant removed", []string{"    invariants: left == tries\n", ""}, []string{
		"- invariant New left == tries",
	}},
	{"invariant rewritten", []string{"left == tries", "tries == left"}, []string{
		"= invariant rewritten, proved equal: tries == left; it was left == tries",
	}},
	{"invariant weaker", []string{"left == tries", "left >= tries - 1"}, []string{
		"~ invariant New | holds: left == tries → left >= tries - 1 (proved weaker)",
	}},
	{"progress", []string{"New: 2*left + 3", "New: 2*left + 4", "bound: 2*tries + 3", "bound: 2*tries + 4"}, []string{
		"~ progress New | value: 2 * left + 3 → 2 * left + 4",
		"bound 2 * tries + 3 → 2 * tries + 4",
		"FSMB403",
	}},
	{"progress lexicographic", []string{"New: 2*left + 3", "New: [left, 3]", "Ready: 2*left + 2", "Ready: [left, 2]", "Working: 2*left + 3", "Working: [left, 3]", "bound: 2*tries + 3\n", ""}, []string{
		"~ progress components | number: 1 → 2",
		"~ progress New, Working | value: 2 * left + 3 → [left, 3]",
		"~ progress Ready | value: 2 * left + 2 → [left, 2]",
		"bound 2 * tries + 3 → 2 * tries + 2",
		"FSMB103",
		"FSMB104",
	}},
	{"bound lower", []string{"bound: 2*tries + 3", "bound: tries"}, []string{
		"verdict bound: proved → refuted",
		"bound 2 * tries + 3 → tries",
		"FSMB402",
	}},
	{"termination lost", []string{"left: left - 1, ", ""}, []string{
		"~ transition Ready --Work[canTry]--> Working | sets left: left - 1 → none",
		"verdict termination: proved → refuted",
		"verdict bound: proved → refuted",
		"verdict decrease: proved → refuted",
		"FSMB308",
		"FSMB401",
		"FSMB402",
		"FSMB404",
		"FSMB405",
	}},
	{"limit added", []string{"progress:\n", "limit: {transitions: 2*tries + 9, to: Lost}\nprogress:\n"}, []string{
		"+ var transitions | type: int",
		"+ var transitions | range: 0 to 2 * tries + 9",
		"+ var transitions | initial value: 0",
		"+ rule limit | at: 2 * tries + 9",
		"+ rule limit | leads to: Lost",
		"FSMB104",
	}},
	{"limit removed", []string{"limit: {transitions: 99, to: Lost}\n", ""}, []string{
		"- var transitions | type: int",
		"- var transitions | range: 0 to 99",
		"- var transitions | initial value: 0",
		"- rule limit | at: 99",
		"- rule limit | leads to: Lost",
		"FSMB101",
		"FSMB103",
		"FSMB104",
		"FSMB202",
	}},
	{"limit at another count", []string{"limit: {transitions: 99, to: Lost}", "limit: {transitions: 98, to: Lost}"}, []string{
		"~ rule limit | at: 99 → 98",
		"FSMB204",
	}},
	{"limit elsewhere", []string{"limit: {transitions: 99, to: Lost}", "limit: {transitions: 99, to: Done2}", "bad: [Lost]", "bad: [Lost, Done2]", "  Lost: {}\n", "  Lost: {}\n  Done2: {}\n"}, []string{
		"+ state Done2 | outcome: bad",
		"~ rule limit | leads to: Lost → Done2",
		"FSMB104",
		"FSMB109",
	}},
	{"stall at another count", []string{"stall: {limit: 4, to: Lost}", "stall: {limit: 5, to: Lost}"}, []string{
		"~ rule stall | at: 4 → 5",
	}},
	{"stall at a lower count", []string{"stall: {limit: 4, to: Lost}", "stall: {limit: 3, to: Lost}"}, []string{
		"~ rule stall | at: 4 → 3",
		"FSMB204",
	}},
}
