package difftest

// Version is a change of testdata/base.fsm.yaml of gen/diff.
type Version struct {
	Name string
	// Edits are pairs of texts to replace.
	Edits []string
}

// Versions returns versions of a spec that differ in what Restore has to know.
func Versions() []Version {
	return []Version{
		{"base", nil},
		{"terminal state added", []string{"bad: [Lost]", "bad: [Lost, Gone]", "          Close: {to: Done", "          Close: Gone\n          Open: {to: Done", "  Lost: {}\n", "  Lost: {}\n  Gone: {}\n"}},
		{"state renamed, was", []string{"Working", "Doing", "      Doing:\n", "      Doing:\n        was: Working\n"}},
		{"state merged", []string{
			"          Work:\n            - {if: canTry, to: Working, set: {left: left - 1, owner: last}}\n            - {to: Lost, emit: {Say: {text: last, count: left + 1}}}\n", "          Close: {to: Done, set: {result: last}}\n          Fail: [{if: event.level == Urgent || left <= spare, to: Lost}, {set: {last: '\"again\"'}}]\n",
			"      Working:\n        data: {owner: string}\n        entry: {Say: {text: owner, count: left}}\n        after: {later(left): Expire}\n        ignore: [Work]\n        on:\n          Expire: Ready\n          Close: {to: Done, set: {result: owner}}\n          Fail:\n            - {if: event.level == Urgent, to: Lost}\n            - {if: left > spare, to: Ready}\n            - {to: Lost}\n", "",
			"      Ready:\n", "      Ready:\n        was: Working\n        removed: owner\n", "  Working: 2*left + 3\n", "", "  later: {args: {count: int}}\n", "", "  Say: {text: string, count: int}\n", "", "  canTry: left > 0\n", "", "  Work: {}\n", "",
			"  Fail: {level: Level}\n", "  Fail: {level: Level, environment: true}\n",
		}},
		{"state became composite", []string{
			"  New:\n    invariants: left == tries\n    on:\n      Open:\n        - {if: free(event.level), to: Ready, set: {last: event.text}}\n        - {to: Ready, emit: Beep}\n      Stop: Lost\n",
			"  New:\n    initial: Made\n    on: {Stop: Lost}\n    states:\n      Made: {was: New, on: {Open: {to: Ready, set: {last: event.text}}}}\n", "  free: {args: {level: Level}}\n", "", "  Beep: {}\n", "",
		}},
		{"machine renamed", []string{"machine: Ticket", "machine: Task"}},
		{"machine renamed, was", []string{"machine: Ticket", "machine: Task\nwas: Ticket"}},
		{"param renamed", []string{"tries", "attempts"}},
		{"param renamed, was", []string{"tries", "attempts", "default: 3}", "default: 3, was: tries}"}},
		{"param added", []string{"  spare: {", "  more: {type: int, min: 0, max: 1}\n  spare: {", "left > spare", "left > spare + more"}},
		{"param added, default", []string{"  spare: {", "  more: {type: int, min: 1, max: tries, default: 2}\n  spare: {", "left > spare", "left > spare + more"}},
		{"param added, computed default", []string{"  spare: {type: int, min: 0, max: tries}\n", "  spare: {type: int, min: 0, max: tries}\n  more: {type: int, min: 1, max: 6, default: tries + spare - 2}\n", "left > spare", "left > spare + more"}},
		{"param removed", []string{"  spare: {type: int, min: 0, max: tries}\n", "", "left > spare", "left > 1"}},
		{"param removed, listed", []string{"  spare: {type: int, min: 0, max: tries}\n", "", "left > spare", "left > 1", "guards:", "removed: spare\nguards:"}},
		{"param narrower", []string{"max: 9, default: 3", "max: 2, default: 1"}},
		{"param wider", []string{"max: 9", "max: 12"}},
		{"param bool", []string{"spare: {type: int, min: 0, max: tries}", "spare: bool", "left > spare", "spare"}},
		{"var added", []string{"  last: string\n", "  last: string\n  seen: bool\n", "set: {last: event.text}", "set: {last: event.text, seen: true}"}},
		{"var added, invariant fails", []string{"  last: string\n", "  last: string\n  used: {type: int, min: 0, max: tries}\n", "left: left - 1", "left: left - 1, used: used + 1", "states:\n  New", "invariants: left + used == tries\nstates:\n  New"}},
		{"var added, init of params", []string{"  last: string\n", "  last: string\n  top: {type: int, min: 1, max: 9, init: 'max(1, tries - spare)'}\n", "left > spare", "left > spare + top - top"}},
		{"var renamed", []string{"last", "latest"}},
		{"var renamed, was", []string{"last", "latest", "  latest: string\n", "  latest: {type: string, was: last}\n"}},
		{"var removed", []string{"  last: string\n", "", "set: {last: event.text}", "doc: x", "owner: last", "owner: '\"me\"'", "text: last", "text: '\"me\"'"}},
		{"var removed, listed", []string{"  last: string\n", "", "set: {last: event.text}", "doc: x", "owner: last", "owner: '\"me\"'", "text: last", "text: '\"me\"'", "guards:", "removed: [last, other]\nguards:"}},
		{"var narrower, proved", []string{"left: {type: int, min: 0, max: tries,", "left: {type: int, min: 0, max: 9,"}},
		{"var narrower", []string{"left: {type: int, min: 0, max: tries, init: tries}", "left: {type: int, min: 0, max: tries - 1, init: tries - 1}", "left == tries", "left == tries - 1"}},
		{"var wider", []string{"left: {type: int, min: 0, max: tries, init: tries}", "left: {type: int, min: -1, max: tries + 1, init: tries}"}},
		{"var of an enum", []string{"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}"}},
		{"var of an int", []string{"  last: string\n", "  last: string\n  took: {type: int, min: 0, max: 9}\n"}},
		{"var of a Go type", []string{"  last: string\n", "  last: string\n  took: time.Duration\n"}},
		{"enum value renamed", []string{"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}", "High", "Tall"}},
		{"enum value renamed, was", []string{"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}", "[Low, High, Urgent]", "{values: [Low, Tall, Urgent], was: {Tall: High}}"}},
		{"enum values merged", []string{"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}", "[Low, High, Urgent]", "{values: [Low, Urgent], was: {Urgent: [High, Tall]}}", "invariants: left == tries", "invariants: [left == tries, worst == Low]"}},
		{"enum as string", []string{"  last: string\n", "  last: string\n  worst: {type: string, init: '\"Low\"'}\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: '\"Tall\"'}}", "invariants: left == tries", "invariants: ['left == tries && worst == \"Low\"']"}},
		{"string as enum", []string{"  last: string\n", "  last: Level\n", "set: {last: event.text}", "set: {last: event.level}", "owner: last", "owner: '\"me\"'", "text: last", "text: '\"me\"'"}},
		{"state text", []string{"      Working:\n", "      Working:\n        text: is.working\n"}},
		{"state text changed", []string{"      Working:\n", "      Working:\n        text: at work\n"}},
		{"state text changed, was", []string{"      Working:\n", "      Working:\n        text: at work\n        was: is.working\n"}},
		{"state renamed, text", []string{"Working", "Doing", "      Doing:\n", "      Doing:\n        text: Working\n"}},
		{"state renamed, text and was", []string{"Working", "Doing", "      Doing:\n", "      Doing:\n        text: is.working\n        was: [Working, at work]\n"}},
		{"enum value text", []string{"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}", "[Low, High, Urgent]", "{values: [Low, High, Urgent], text: {High: very high}}"}},
		{"enum value text changed", []string{"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}", "[Low, High, Urgent]", "{values: [Low, High, Urgent], text: {High: top, Low: bottom}}"}},
		{"enum value text changed, was", []string{"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}", "[Low, High, Urgent]", "{values: [Low, High, Urgent], text: {High: top}, was: {High: very high}}"}},
		{"enum value renamed, text", []string{"  last: string\n", "  last: string\n  worst: Level\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: event.level}}", "High", "Tall", "[Low, Tall, Urgent]", "{values: [Low, Tall, Urgent], text: {Tall: High}}"}},
		{"enum as string, text", []string{"  last: string\n", "  last: string\n  worst: {type: string, init: '\"Low\"'}\n", "- {if: left > spare, to: Ready}", "- {if: left > spare, to: Ready, set: {worst: '\"very high\"'}}", "invariants: left == tries", "invariants: ['left == tries && worst != \"very high\"']"}},
		{"invariant proved", []string{"      Working:\n", "      Working:\n        invariants: left < tries\n"}},
		{"invariant stricter", []string{"invariants: left == tries", "invariants: [left == tries, spare < tries]", "spare: {type: int, min: 0, max: tries}", "spare: {type: int, min: 0, max: tries - 1}"}},
		{"invariant removed", []string{"    invariants: left == tries\n", ""}},
		{"datum added at the end", []string{"bad: [Lost]", "bad: [Lost]", "  Lost: {}\n", "  Lost: {data: {why: string}}\n", "to: Lost", "to: Lost, set: {why: last}", ": Lost\n", ": {to: Lost, set: {why: last}}\n", "{Stop: Lost}", "{Stop: {to: Lost, set: {why: last}}}"}},
		{"datum renamed", []string{"owner", "holder"}},
		{"datum renamed, was", []string{"owner", "holder", "{holder: string}", "{holder: {type: string, was: owner}}"}},
		{"datum removed", []string{", set: {result: owner}", "", "Done: {data: {result: string}}", "Done: {}"}},
		{"datum removed, listed", []string{", set: {result: owner}", "", "Done: {data: {result: string}}", "Done: {removed: result}"}},
		{"datum became a variable", []string{"  last: string\n", "  last: string\n  result: string\n", "Done: {data: {result: string}}", "Done: {removed: result}"}},
		{"limit added", []string{"progress:\n", "limit: {transitions: 2*tries + 9, to: Lost}\nprogress:\n"}},
		{"limit removed, listed", []string{"guards:", "removed: transitions\nguards:"}},
		{"stall added", []string{"progress:\n", "stall: {limit: 4, to: Lost}\nprogress:\n", "New: 2*left + 3", "New: 20*left + 11", "Ready: 2*left + 2", "Ready: 20*left + 10", "Working: 2*left + 3", "Working: 20*left + 19 - stalls", "bound: 2*tries + 3", "bound: 20*tries + 11", "          Close: {to: Done", "          Nudge: {}\n          Close: {to: Done", "  Close: {}\n", "  Close: {}\n  Nudge: {}\n"}},
		{"bound lower", []string{"bound: 2*tries + 3", "bound: tries"}},
		{"smaller steps", []string{"left: left - 1", "left: left / 2"}},
		{"events renamed", []string{"Expire", "Timeout", "  Timeout: {}\n", "  Timeout: {was: Expire}\n"}},
		{"state removed", []string{"          Expire: Ready\n", "          Expire: Lost\n", "            - {if: left > spare, to: Ready}\n", "", "  spare: {type: int, min: 0, max: tries}\n", ""}},
	}
}
