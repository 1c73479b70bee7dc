package diff

// transitionEdits are edits of transitions and timers.
var transitionEdits = []specEdit{
	{"transition added", []string{"          Expire: Lost\n", "          Expire: Lost\n          Close: Lost\n"}, []string{
		"+ transition Ready --Close--> Lost",
	}},
	{"transition removed", []string{"    on: {Stop: Lost}\n", ""}, []string{
		"- transition Ready, Working --Stop--> Lost",
		"FSMB103",
		"FSMB303",
	}},
	{"ignored instead of taken", []string{"            - {to: Lost}\n  Done", "            - {otherwise: ignore}\n  Done"}, []string{
		"~ transition Working --Fail[otherwise]--> (ignored) | leads to: Lost → (ignored)",
		"FSMB309",
	}},
	{"target", []string{"          Expire: Ready\n", "          Expire: Lost\n"}, []string{
		"~ transition Working --Expire--> Lost | leads to: Ready → Lost",
		"FSMB104",
		"FSMB307",
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
	{"event rejected first", []string{"            - {if: left > spare, to: Ready}\n", "            - {if: event.level == Low, otherwise: reject}\n            - {if: left > spare, to: Ready}\n"}, []string{
		"+ transition Working --Fail[event.level == Low]--> (rejected) | order: tried as 2 of 4",
		"FSMB304",
	}},
	{"the order of the alternatives has changed", []string{
		"            - {if: event.level == Urgent, to: Lost}\n            - {if: left > spare, to: Ready}\n",
		"            - {if: left > spare, to: Ready}\n            - {if: event.level == Urgent, to: Lost}\n",
	}, []string{
		"~ transition Working --Fail--> | order: 1: event.level == Urgent, 2: left > spare → 1: left > spare, 2: event.level == Urgent",
		"FSMB304",
	}},
	{"assignment", []string{"left: left - 1", "left: 0"}, []string{
		"~ transition Ready --Work[canTry]--> Working | sets left: left - 1 → 0",
		"FSMB308",
	}},
	{"stays instead of entering", []string{"          Close: {to: Done", "          Nudge: {to: Working, set: {owner: owner}}\n          Close: {to: Done", "  Close: {}\n", "  Close: {}\n  Nudge: {environment: true}\n"}, []string{
		"~ machine Ticket | reactive: no → yes",
		"+ event Nudge | environment event: yes",
		"+ transition Working --Nudge--> Working | sets: owner: owner",
		"= the constants of type Event have different numbers: EventStop 5 → 6",
		"FSMB405",
	}},
	{"internal", []string{"  Expire: {}\n", "  Expire: {internal: true}\n"}, []string{
		"~ event Expire | internal event: no → yes",
		"FSMB103", "FSMB311",
	}},
	{"ignored, then rejected", []string{"        ignore: [Work]\n", "", "          Expire: Ready\n", "          Expire: Ready\n          Work: {otherwise: reject}\n"}, []string{
		"~ transition Working --Work--> (rejected) | leads to: (ignored) → (rejected)",
		"FSMB103", "FSMB109", "FSMB303",
	}},
	{"timer time", []string{"later(left)", "later(spare)"}, []string{
		"~ timer Working raises Expire | after: later(left) → later(spare)",
	}},
	{"timer added", []string{"        ignore: [Work]\n", "        ignore: [Work]\n", "later(left): Expire", "later(left): Expire, 1h: Fail2", "  Close: {}\n", "  Close: {}\n  Fail2: {}\n", "          Expire: Ready\n", "          Expire: Ready\n          Fail2: Lost\n"}, []string{
		"+ event Fail2",
		"+ timer Working raises Fail2 | after: 1h",
		"+ transition Working --Fail2--> Lost",
		"= the constants of type Event have different numbers: EventStop 5 → 6",
	}},
	{"timer on the composite", []string{"        after: {soon: Expire}\n", "", "  Busy:\n", "  Busy:\n    after: {soon: Expire}\n"}, []string{
		"+ timer Busy raises Expire | after: soon",
		"- timer Ready raises Expire | after: soon",
		"FSMB102",
		"FSMB208",
	}},
	{"enters itself instead of staying", []string{"Nudge: {set: {last: owner}}", "Nudge: {to: Working, set: {last: owner, owner: owner}}"}, []string{
		"~ transition Working --Nudge--> Working | leads to: (stays) → Working",
		"~ transition Working --Nudge--> Working | sets owner: none → owner",
		"~ transition Working --Nudge--> Working | emits: none → Say{text: owner, count: left}",
		"FSMB307",
		"FSMB308",
		"FSMB405",
	}},
}
