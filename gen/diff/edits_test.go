package diff

// edits are pairs of texts to replace in testdata/base.fsm.yaml, with the expected
// differences.
var edits = []struct {
	name  string
	edits []string
	want  []string
}{
	{"named guard written out", []string{"if: canTry", "if: left > 0", "  canTry: left > 0\n", ""}, []string{
		"= guard canTry no longer names a condition: left > 0",
	}},
	{"repeated instead of composite", []string{
		"    on: {Stop: Lost}\n    states:", "    states:", "          Expire: Lost\n", "          Expire: Lost\n          Stop: Lost\n", "          Expire: Ready\n", "          Expire: Ready\n          Stop: Lost\n",
	}, nil},
	{"no composite", []string{
		"  Busy:\n    on: {Stop: Lost}\n    states:\n", "", "          Expire: Lost\n", "          Expire: Lost\n          Stop: Lost\n", "          Expire: Ready\n", "          Expire: Ready\n          Stop: Lost\n",
		"\n      Ready:", "\n  Ready:", "\n      Working:", "\n  Working:",
	}, []string{
		"= grouping: Ready, Working now in no composite state, before in Busy",
	}},
	{"condition rewritten", []string{"canTry: left > 0", "canTry: left != 0"}, []string{
		"= guard canTry is written left != 0; it was left > 0",
		"= condition rewritten, proved equal: Ready --Work[canTry]--> Working; it was canTry",
	}},
	{"neutral operands", []string{"left: left - 1", "left: left - 1 + 0", "if: left > spare", "if: left > spare && true"}, nil},
	{"value rewritten", []string{"left: left - 1", "left: -1 + left", "Ready: 2*left + 2", "Ready: 2*(left + 1)", "bound: 2*tries + 3", "bound: 3 + tries*2"}, nil},
	{"doc and comments", []string{"machine: Ticket", "# A comment.\nmachine: Ticket\ndoc: Says more.", "  New:\n", "  New:\n    doc: The first.\n    req: [A-1]\n"}, nil},
	{"machine renamed", []string{"machine: Ticket", "machine: Task"}, []string{
		"~ machine Ticket → Task",
		"FSMB207",
	}},
	{"machine renamed, was", []string{"machine: Ticket", "machine: Task\nwas: Ticket"}, []string{
		"~ machine Ticket → Task",
	}},
	{"package and prefix", []string{"machine: Ticket", "machine: Ticket\ngo: {package: other, prefix: Tick}"}, []string{
		"~ machine Ticket | Go package: none → other",
		"~ machine Ticket | Go prefix: none → Tick",
		"FSMB108",
	}},
	{"faces dropped", []string{"machine: Ticket", "machine: Ticket\ngo: {faces: []}"}, []string{
		"~ machine Ticket | faces of the Go code: typed, run, snapshot, observe → none",
		"FSMB101",
		"FSMB103",
	}},
	{"param added", []string{"  spare: {", "  more: {type: int, min: 0, max: 1}\n  spare: {", "left > spare", "left > spare + more"}, []string{
		"+ param more | type: int",
		"+ param more | range: 0 to 1",
		"~ transition Working --Fail[left > spare + more]--> Ready | if: left > spare → left > spare + more (neither implies the other)",
		"FSMB203",
		"FSMB304",
	}},
	{"param added that must be set", []string{"  spare: {", "  more: {type: int, min: 1, max: 2}\n  spare: {", "left > spare", "left > spare + more - more"}, []string{
		"+ param more | type: int",
		"+ param more | range: 1 to 2",
		"= condition rewritten, proved equal: Working --Fail[left > spare + more - more]--> Ready; it was left > spare",
		"FSMB203",
		"FSMB305",
	}},
	{"param removed", []string{"  spare: {type: int, min: 0, max: tries}\n", "", "left > spare", "left > 1"}, []string{
		"- param spare | type: int",
		"- param spare | range: 0 to tries",
		"~ transition Working --Fail[left > 1]--> Ready | if: left > spare → left > 1 (neither implies the other)",
		"FSMB105",
		"FSMB203",
		"FSMB304",
	}},
	{"param renamed", []string{"tries", "attempts"}, []string{
		"~ param tries → attempts",
		"FSMB105",
		"FSMB203",
	}},
	{"param range narrower", []string{"max: 9", "max: 7"}, []string{
		"~ param tries | range: 1 to 9 → 1 to 7 (proved narrower)",
		"FSMB204",
		"FSMB305",
	}},
	{"param range wider", []string{"max: 9", "max: 12"}, []string{
		"~ param tries | range: 1 to 9 → 1 to 12 (proved wider)",
	}},
	{"param default", []string{"default: 3", "default: 4"}, []string{
		"~ param tries | default: 3 → 4",
	}},
	{"param retyped", []string{"spare: {type: int, min: 0, max: tries}", "spare: bool", "left > spare", "spare"}, []string{
		"~ param spare | type: int → bool",
		"~ param spare | range: 0 to tries → none",
		"~ transition Working --Fail[spare]--> Ready | if: left > spare → spare",
		"FSMB105",
		"FSMB203",
		"FSMB304",
	}},
	{"enum value added", []string{"[Low, High, Urgent]", "[Low, Middle, High, Urgent]"}, []string{
		"~ enum Level | values: Low, High, Urgent → Low, Middle, High, Urgent",
		"FSMB107",
	}},
	{"enum value renamed", []string{"Urgent", "Severe"}, []string{
		"~ enum Level | renamed value: Urgent → Severe",
		"FSMB102",
	}},
	{"enum value removed", []string{"[Low, High, Urgent]", "[Low, Urgent]"}, []string{
		"~ enum Level | values: Low, High, Urgent → Low, Urgent",
		"FSMB102",
		"FSMB107",
	}},
	{"enum reordered", []string{"[Low, High, Urgent]", "[High, Low, Urgent]"}, []string{
		"~ enum Level | values: Low, High, Urgent → High, Low, Urgent",
		"FSMB107",
	}},
	{"enum renamed", []string{"Level", "Grade"}, []string{
		"~ enum Level → Grade",
		"FSMB101",
		"FSMB102",
		"FSMB104",
		"FSMB106",
	}},
	{"var added", []string{"  last: string\n", "  last: string\n  seen: bool\n", "set: {last: event.text}", "set: {last: event.text, seen: true}"}, []string{
		"+ var seen | type: bool",
		"+ var seen | initial value: false",
		"~ transition New --Open[free(event.level)]--> Ready | sets seen: none → true",
	}},
	{"var renamed", []string{"last", "latest"}, []string{
		"~ var last → latest",
		"FSMB103",
		"FSMB202",
	}},
	{"var retyped", []string{"  last: string\n", "  last: bool\n", "{last: event.text}", "{last: true}", "owner: last", "owner: '\"me\"'", "text: last", "text: '\"x\"'"}, []string{
		"~ var last | type: string → bool",
		"~ var last | initial value: \"\" → false",
		"~ transition New --Open[free(event.level)]--> Ready | sets last: event.text → true",
		"~ transition Ready --Work[canTry]--> Working | sets owner: last → \"me\"",
		"~ transition Ready --Work[otherwise]--> Lost | emits: Say{text: last, count: left + 1} → Say{text: \"x\", count: left + 1}",
		"FSMB104",
		"FSMB202",
	}},
	{"var range and initial value", []string{"left: {type: int, min: 0, max: tries, init: tries}", "left: {type: int, min: 0, max: tries - 1, init: tries - 1}", "left == tries", "left == tries - 1"}, []string{
		"~ var left | range: 0 to tries → 0 to tries - 1 (proved narrower)",
		"~ var left | initial value: tries → tries - 1",
		"~ invariant New | holds: left == tries → left == tries - 1",
		"FSMB204",
		"FSMB205",
	}},
	{"datum removed", []string{", set: {result: owner}", "", "Done: {data: {result: string}}", "Done: {}"}, []string{
		"- datum Done.result | type: string",
		"~ transition Working --Close--> Done | sets result: owner → none",
		"FSMB103",
		"FSMB202",
	}},
	{"datum retyped", []string{"owner: string", "owner: int", "owner: last", "owner: left", "Say: {text: owner, count: left}", "Say: {text: last, count: owner}", "result: owner", "result: last"}, []string{
		"~ datum Working.owner | type: string → int",
		"~ state Working | emits on entry: Say{text: owner, count: left} → Say{text: last, count: owner}",
		"~ transition Ready --Work[canTry]--> Working | sets owner: last → left",
		"~ transition Working --Close--> Done | sets result: owner → last",
		"FSMB104",
		"FSMB202",
	}},
	{"external guard arguments", []string{"free: {args: {level: Level}}", "free: {args: {level: Level, count: int}}", "if: free(event.level)", "if: 'free(event.level, left)'"}, []string{
		"~ guard free | arguments: (level Level) → (level Level, count int)",
		"~ transition New --Open[free(event.level, left)]--> Ready | if: free(event.level) → free(event.level, left) (neither implies the other)",
		"FSMB106",
		"FSMB304",
	}},
	{"external guard removed", []string{"  free: {args: {level: Level}}\n", "", "free(event.level)", "event.level == Low"}, []string{
		"- guard free | arguments: level Level",
		"- guard free | answered by: the program",
		"~ transition New --Open[event.level == Low]--> Ready | if: free(event.level) → event.level == Low (neither implies the other)",
		"FSMB101",
		"FSMB106",
		"FSMB304",
	}},
	{"external guard renamed", []string{"free", "idle"}, []string{
		"~ guard free → idle",
		"FSMB106",
	}},
	{"delay length", []string{"soon: 30s", "soon: 60s"}, []string{
		"~ delay soon | length: 30s → 1m",
	}},
	{"delay written out", []string{"  soon: 30s\n", "", "after: {soon: Expire}", "after: {30s: Expire}"}, []string{
		"- delay soon | length: 30s",
		"FSMB102",
	}},
	{"delay renamed", []string{"later", "backoff"}, []string{
		"~ delay later → backoff",
		"FSMB106",
	}},
	{"event added", []string{"  Close: {}\n", "  Close: {}\n  Drop: {}\n", "          Expire: Lost\n", "          Expire: Lost\n          Drop: Lost\n"}, []string{
		"+ event Drop",
		"+ transition Ready --Drop--> Lost",
	}},
	{"event removed", []string{"  Fail: {level: Level}\n", "", "          Fail:\n            - {if: event.level == Urgent, to: Lost}\n            - {if: left > spare, to: Ready}\n            - {to: Lost}\n", "", "  spare: {type: int, min: 0, max: tries}\n", ""}, []string{
		"- param spare | type: int",
		"- param spare | range: 0 to tries",
		"- event Fail | payload: level Level",
		"- transition Working --Fail[event.level == Urgent]--> Lost | order: tried as 1 of 3",
		"- transition Working --Fail[left > spare]--> Ready | order: tried as 2 of 3",
		"- transition Working --Fail[otherwise]--> Lost | order: tried as 3 of 3",
		"FSMB102",
		"FSMB103",
		"FSMB105",
		"FSMB203",
		"FSMB301",
	}},
	{"event renamed", []string{"Close", "Finish"}, []string{
		"~ event Close → Finish",
		"FSMB102",
		"FSMB103",
		"FSMB301",
	}},
	{"payload changed", []string{"Open: {level: Level, text: string}", "Open: {level: Level, text: string, more: bool}"}, []string{
		"~ event Open | payload: (level Level, text string) → (level Level, text string, more bool)",
		"FSMB104",
	}},
	{"payload reordered", []string{"Open: {level: Level, text: string}", "Open: {text: string, level: Level}"}, []string{
		"~ event Open | payload: (level Level, text string) → (text string, level Level)",
		"FSMB104",
	}},
	{"field renamed", []string{"Fail: {level: Level}", "Fail: {class: Level}", "event.level == Urgent", "event.class == Urgent"}, []string{
		"~ event Fail | payload: (level Level) → (class Level)",
	}},
	{"environment", []string{"Fail: {level: Level}", "Fail: {environment: true, level: Level}"}, []string{
		"~ machine Ticket | reactive: no → yes",
		"~ event Fail | environment event: no → yes",
	}},
	{"cancellation", []string{"Stop: {cancellation: true}", "Stop: {}"}, []string{
		"~ event Stop | cancellation event: yes → no",
	}},
	{"output added", []string{"  Beep: {}\n", "  Beep: {}\n  Ring: {}\n", "emit: Beep", "emit: [Beep, Ring]"}, []string{
		"+ output Ring",
		"~ transition New --Open[otherwise]--> Ready | emits: Beep → Beep, Ring",
		"FSMB106",
	}},
	{"output payload", []string{"Say: {text: string, count: int}", "Say: {text: string}", ", count: left + 1", "", ", count: left}", "}"}, []string{
		"~ output Say | payload: (text string, count int) → (text string)",
		"~ state Working | emits on entry: Say{text: owner, count: left} → Say{text: owner}",
		"~ transition Ready --Work[otherwise]--> Lost | emits: Say{text: last, count: left + 1} → Say{text: last}",
		"FSMB106",
	}},
	{"output order", []string{"emit: Beep", "emit: [Beep, {Say: {text: last, count: 1}}]"}, []string{
		"~ transition New --Open[otherwise]--> Ready | emits: Beep → Beep, Say{text: last, count: 1}",
	}},
	{"entry output", []string{"entry: {Say: {text: owner, count: left}}", "entry: {Say: {text: owner, count: left + 1}}"}, []string{
		"~ state Working | emits on entry: Say{text: owner, count: left} → Say{text: owner, count: left + 1}",
	}},
	{"entry as emit", []string{"        entry: {Say: {text: owner, count: left}}\n", "", "owner: last}}", "owner: last}, emit: {Say: {text: last, count: left - 1}}}"}, []string{
		"= what state Working emits on entry is declared in a different place",
	}},
	{"state added", []string{"          Expire: Ready\n", "          Expire: Resting\n", "  Done: {data", "      Resting:\n        on: {Work: Ready}\n  Done: {data", "  Working: 2*left + 3", "  Working: 3*left + 4\n  Resting: 3*left + 3", "New: 2*left + 3", "New: 3*left + 3", "Ready: 2*left + 2", "Ready: 3*left + 2", "bound: 2*", "bound: 3*"}, []string{
		"+ state Resting | inside: Busy",
		"~ transition Working --Expire--> Resting | leads to: Ready → Resting",
		"+ transition Resting --Work--> Ready",
		"+ transition Resting --Stop--> Lost",
		"~ progress New | value: 2 * left + 3 → 3 * left + 3",
		"~ progress Ready | value: 2 * left + 2 → 3 * left + 2",
		"~ progress Working | value: 2 * left + 3 → 3 * left + 4",
		"bound 2 * tries + 3 → 3 * tries + 3",
		"unchecked: condition Working: 3 * left < 3 * tries",
		"FSMB106",
		"FSMB403",
	}},
	{"state renamed", []string{"Working", "Doing"}, []string{
		"~ state Working → Doing",
		"FSMB102",
		"FSMB106",
		"FSMB201",
		"FSMB208",
		"FSMB302",
	}},
	{"composite renamed", []string{"Busy", "Active"}, []string{
		"= grouping: Ready, Working now in Active, before in Busy",
	}},
	{"outcome renamed", []string{"bad: [Lost]", "failed: [Lost]"}, []string{
		"~ outcome bad → failed",
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
		"FSMB205",
		"FSMB403",
	}},
	{"transition added", []string{"          Expire: Lost\n", "          Expire: Lost\n          Close: Lost\n"}, []string{
		"+ transition Ready --Close--> Lost",
	}},
	{"transition removed", []string{"    on: {Stop: Lost}\n", ""}, []string{
		"- transition Ready, Working --Stop--> Lost",
		"FSMB303",
	}},
	{"target", []string{"          Expire: Ready\n", "          Expire: Lost\n"}, []string{
		"~ transition Working --Expire--> Lost | leads to: Ready → Lost",
	}},
	{"condition stricter", []string{"if: left > spare", "if: left > spare + 1"}, []string{
		"~ transition Working --Fail[left > spare + 1]--> Ready | if: left > spare → left > spare + 1 (proved stricter)",
		"FSMB304",
	}},
	{"condition wider", []string{"if: left > spare", "if: left >= spare"}, []string{
		"~ transition Working --Fail[left >= spare]--> Ready | if: left > spare → left >= spare (proved wider)",
	}},
	{"condition other", []string{"if: left > spare", "if: left < spare"}, []string{
		"~ transition Working --Fail[left < spare]--> Ready | if: left > spare → left < spare (neither implies the other)",
		"FSMB304",
	}},
	{"alternative removed", []string{"            - {if: event.level == Urgent, to: Lost}\n", ""}, []string{
		"- transition Working --Fail[event.level == Urgent]--> Lost | order: tried as 1 of 3",
		"FSMB304",
	}},
	{"alternative added", []string{"            - {if: left > spare, to: Ready}\n", "            - {if: left > spare, to: Ready}\n            - {if: event.level == Low, to: Ready}\n"}, []string{
		"+ transition Working --Fail[event.level == Low]--> Ready | order: tried as 3 of 4",
	}},
	{"the order of the alternatives has changed", []string{
		"            - {if: event.level == Urgent, to: Lost}\n            - {if: left > spare, to: Ready}\n",
		"            - {if: left > spare, to: Ready}\n            - {if: event.level == Urgent, to: Lost}\n",
	}, []string{
		"~ transition Working --Fail--> | order: event.level == Urgent, then left > spare, then otherwise → left > spare, then event.level == Urgent, then otherwise",
		"FSMB304",
	}},
	{"assignment", []string{"left: left - 1", "left: 0"}, []string{
		"~ transition Ready --Work[canTry]--> Working | sets left: left - 1 → 0",
	}},
	{"stays instead of entering", []string{"          Close: {to: Done", "          Nudge: {to: Working, set: {owner: owner}}\n          Close: {to: Done", "  Close: {}\n", "  Close: {}\n  Nudge: {environment: true}\n"}, []string{
		"~ machine Ticket | reactive: no → yes",
		"+ event Nudge | environment event: yes",
		"+ transition Working --Nudge--> Working | sets: owner: owner",
	}},
	{"ignored, then rejected", []string{"        ignore: [Work]\n", "", "          Expire: Ready\n", "          Expire: Ready\n          Work: {otherwise: reject}\n"}, []string{
		"~ transition Working --Work--> (rejected) | leads to: (ignored) → (rejected)",
		"FSMB303",
	}},
	{"timer time", []string{"later(left)", "later(spare)"}, []string{
		"~ timer Working raises Expire | after: later(left) → later(spare)",
	}},
	{"timer added", []string{"        ignore: [Work]\n", "        ignore: [Work]\n", "later(left): Expire", "later(left): Expire, 1h: Fail2", "  Close: {}\n", "  Close: {}\n  Fail2: {}\n", "          Expire: Ready\n", "          Expire: Ready\n          Fail2: Lost\n"}, []string{
		"+ event Fail2",
		"+ timer Working raises Fail2 | after: 1h",
		"+ transition Working --Fail2--> Lost",
	}},
	{"timer on the composite", []string{"        after: {soon: Expire}\n", "", "  Busy:\n", "  Busy:\n    after: {soon: Expire}\n"}, []string{
		"+ timer Busy raises Expire | after: soon",
		"- timer Ready raises Expire | after: soon",
		"FSMB102",
		"FSMB208",
	}},
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
		"bound 2 * tries + 3 → 4 * tries + 4",
		"FSMB104",
		"FSMB403",
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
		"FSMB401",
		"FSMB402",
		"FSMB404",
	}},
	{"limit added", []string{"progress:\n", "limit: {transitions: 2*tries + 9, to: Lost}\nprogress:\n"}, []string{
		"+ var transitions | type: int",
		"+ var transitions | range: 0 to 2 * tries + 9",
		"+ var transitions | initial value: 0",
		"+ rule limit | at: 2 * tries + 9",
		"+ rule limit | leads to: Lost",
	}},
	{"enters itself instead of staying", []string{"Nudge: {set: {last: owner}}", "Nudge: {to: Working, set: {last: owner, owner: owner}}"}, []string{
		"~ transition Working --Nudge--> Working | leads to: (stays) → Working",
		"~ transition Working --Nudge--> Working | sets owner: none → owner",
		"~ transition Working --Nudge--> Working | emits: none → Say{text: owner, count: left}",
	}},
	{"limit removed", []string{"limit: {transitions: 99, to: Lost}\n", ""}, []string{
		"- var transitions | type: int",
		"- var transitions | range: 0 to 99",
		"- var transitions | initial value: 0",
		"- rule limit | at: 99",
		"- rule limit | leads to: Lost",
		"FSMB103",
		"FSMB202",
	}},
	{"limit at another count", []string{"limit: {transitions: 99, to: Lost}", "limit: {transitions: 98, to: Lost}"}, []string{
		"~ rule limit | at: 99 → 98",
		"FSMB204",
	}},
	{"limit elsewhere", []string{"limit: {transitions: 99, to: Lost}", "limit: {transitions: 99, to: Done2}", "bad: [Lost]", "bad: [Lost, Done2]", "  Lost: {}\n", "  Lost: {}\n  Done2: {}\n"}, []string{
		"+ state Done2 | outcome: bad",
		"~ rule limit | leads to: Lost → Done2",
	}},
	{"stall at another count", []string{"stall: {limit: 4, to: Lost}", "stall: {limit: 5, to: Lost}"}, []string{
		"~ rule stall | at: 4 → 5",
	}},
	{"stall at a lower count", []string{"stall: {limit: 4, to: Lost}", "stall: {limit: 3, to: Lost}"}, []string{
		"~ rule stall | at: 4 → 3",
		"FSMB204",
	}},
	{"state renamed, was", []string{"Working", "Doing", "      Doing:\n", "      Doing:\n        was: Working\n"}, []string{
		"~ state Working → Doing",
		"FSMB102",
		"FSMB106",
		"FSMB302",
	}},
	{"param renamed, was", []string{"tries", "attempts", "default: 3}", "default: 3, was: tries}"}, []string{
		"~ param tries → attempts",
		"FSMB105",
	}},
	{"var renamed, was", []string{"last", "latest", "  latest: string\n", "  latest: {type: string, was: last}\n"}, []string{
		"~ var last → latest",
		"FSMB103",
	}},
	{"datum renamed", []string{"owner", "holder"}, []string{
		"~ datum Working.owner → Working.holder",
		"FSMB103",
		"FSMB202",
	}},
	{"datum renamed, was", []string{"owner", "holder", "{holder: string}", "{holder: {type: string, was: owner}}"}, []string{
		"~ datum Working.owner → Working.holder",
		"FSMB103",
	}},
	{"datum removed, listed", []string{", set: {result: owner}", "", "Done: {data: {result: string}}", "Done: {removed: result}"}, []string{
		"- datum Done.result | type: string",
		"~ transition Working --Close--> Done | sets result: owner → none",
		"FSMB103",
	}},
	{"datum added to a terminal state", []string{"  Lost: {}\n", "  Lost: {data: {why: string}}\n", "to: Lost", "to: Lost, set: {why: last}", ": Lost\n", ": {to: Lost, set: {why: last}}\n", "{Stop: Lost}", "{Stop: {to: Lost, set: {why: last}}}"}, []string{
		"+ datum Lost.why | type: string",
		"~ transition New, Ready, Working --Stop--> Lost | sets why: none → last",
		"~ transition Ready --Work[otherwise]--> Lost | sets why: none → last",
		"~ transition Ready --Expire--> Lost | sets why: none → last",
		"~ transition Working --Fail[event.level == Urgent]--> Lost | sets why: none → last",
		"~ transition Working --Fail[otherwise]--> Lost | sets why: none → last",
		"FSMB202",
	}},
	{"event renamed, was", []string{"Expire", "Timeout", "  Timeout: {}\n", "  Timeout: {was: Expire}\n"}, []string{
		"~ event Expire → Timeout",
		"FSMB102",
		"FSMB103",
		"FSMB301",
	}},
	{"var removed, listed", []string{"  last: string\n", "", "set: {last: event.text}", "doc: x", "owner: last", "owner: '\"me\"'", "text: last", "text: '\"me\"'", "guards:", "removed: last\nguards:"}, []string{
		"- var last | type: string",
		`- var last | initial value: ""`,
		"~ transition New --Open[free(event.level)]--> Ready | sets last: event.text → none",
		`~ transition Ready --Work[canTry]--> Working | sets owner: last → "me"`,
		`~ transition Ready --Work[otherwise]--> Lost | emits: Say{text: last, count: left + 1} → Say{text: "me", count: left + 1}`,
		"FSMB103",
	}},
	{"stores an enum value that is renamed", []string{"High", "Tall"}, []string{
		"~ enum Level | values: Low, High, Urgent → Low, Tall, Urgent",
		"FSMB102",
		"FSMB206",
	}},
	{"stores an enum value that is renamed, was", []string{"[Low, High, Urgent]", "{values: [Low, Tall, Urgent], was: {Tall: High}}"}, []string{
		"~ enum Level | renamed value: High → Tall",
		"FSMB102",
	}},
	{"lists old names no longer", []string{"was: Job\n", "", "removed: cost\n", "", "        was: Idle\n", "", "        removed: url\n", "", "{was: Timeout}", "{}", "default: 3, was: n}", "default: 3}", "last: {type: string, was: [final, end]}", "last: {type: string, was: end}", "{owner: {type: string, was: user}}", "{owner: string}"}, []string{
		"~ machine Ticket | old names: Job → none",
		"~ machine Ticket | dropped values: cost → none",
		"~ param tries | old names: n → none",
		"~ var last | old names: final → none",
		"~ datum Working.owner | old names: user → none",
		"~ event Expire | old names: Timeout → none",
		"~ state Ready | old names: Idle → none",
		"~ state Working | dropped data: url → none",
		"FSMB201",
		"FSMB202",
		"FSMB203",
		"FSMB207",
		"FSMB208",
	}},
	{"terminal state added", []string{"bad: [Lost]", "bad: [Lost, Gone]", "          Expire: Lost\n", "          Expire: Lost\n          Close: Gone\n", "  Lost: {}\n", "  Lost: {}\n  Gone: {}\n"}, []string{
		"+ state Gone | outcome: bad",
		"+ transition Ready --Close--> Gone",
	}},
	{"param added, default", []string{"  spare: {", "  more: {type: int, min: 0, max: 1, default: 1}\n  spare: {", "left > spare", "left > spare + more"}, []string{
		"+ param more | type: int",
		"+ param more | range: 0 to 1",
		"+ param more | default: 1",
		"~ transition Working --Fail[left > spare + more]--> Ready | if: left > spare → left > spare + more (neither implies the other)",
		"FSMB304",
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
	{"Go name", []string{"  Close: {}\n", "  Close: {go: Finish}\n"}, []string{
		"~ event Close | Go name: none → Finish",
		"FSMB102",
		"FSMB103",
	}},
}
