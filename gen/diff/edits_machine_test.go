package diff

// machineEdits are edits of the machine as a whole, and of what it depends on: parameters and enums.
var machineEdits = []specEdit{
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
		"FSMB101", "FSMB102", "FSMB103", // Composite, CompositeBusy, Within
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
	{"param added, default", []string{"  spare: {", "  more: {type: int, min: 0, max: 1, default: 1}\n  spare: {", "left > spare", "left > spare + more"}, []string{
		"+ param more | type: int",
		"+ param more | range: 0 to 1",
		"+ param more | default: 1",
		"~ transition Working --Fail[left > spare + more]--> Ready | if: left > spare → left > spare + more (neither implies the other)",
		"FSMB304",
	}},
}
