package diff

// eventEdits are edits of events and of what the program supplies or is told: guards, delays, outputs.
var eventEdits = []specEdit{
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
	{"external guard with a context", []string{"free: {args: {level: Level}}", "free: {args: {level: Level}, context: true}"}, []string{
		"~ guard free | takes a context: no → yes",
		"FSMB104",
		"FSMB106",
	}},
	{"output with a context", []string{"Beep: {}\n", "Beep: {context: true}\n"}, []string{
		"~ output Beep | takes a context: no → yes",
		"FSMB104",
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
		"= the constants of type Event have different numbers: EventStop 5 → 6",
	}},
	{"event with a range", []string{"  Close: {}\n", "  Close: {count: {type: int, min: 1, max: tries}}\n"}, []string{
		"~ event Close | payload: () → (count int)",
		"FSMB104",
	}},
	{"event removed", []string{"  Fail: {level: Level}\n", "", "          Fail:\n            - {if: event.level == Urgent, to: Lost}\n            - {if: left > spare, to: Ready}\n            - {to: Lost}\n", "", "  spare: {type: int, min: 0, max: tries}\n", ""}, []string{
		"- param spare | type: int",
		"- param spare | range: 0 to tries",
		"- event Fail | payload: level Level",
		"- transition Working --Fail[event.level == Urgent]--> Lost | order: tried as 1 of 3",
		"- transition Working --Fail[left > spare]--> Ready | order: tried as 2 of 3",
		"- transition Working --Fail[otherwise]--> Lost | order: tried as 3 of 3",
		"= the constants of type Event have different numbers: EventClose 4 → 3, EventExpire 3 → 2, EventStop 5 → 4",
		"FSMB101",
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
		"FSMB310",
	}},
	{"output added", []string{"  Beep: {}\n", "  Beep: {}\n  Ring: {}\n", "emit: Beep", "emit: [Beep, Ring]"}, []string{
		"+ output Ring",
		"~ transition New --Open[otherwise]--> Ready | emits: Beep → Beep, Ring",
		"FSMB106",
		"FSMB308",
	}},
	{"output payload", []string{"Say: {text: string, count: int}", "Say: {text: string}", ", count: left + 1", "", ", count: left}", "}"}, []string{
		"~ output Say | payload: (text string, count int) → (text string)",
		"~ state Working | emits on entry: Say{text: owner, count: left} → Say{text: owner}",
		"~ transition Ready --Work[otherwise]--> Lost | emits: Say{text: last, count: left + 1} → Say{text: last}",
		"FSMB106",
		"FSMB308",
	}},
	{"output order", []string{"emit: Beep", "emit: [Beep, {Say: {text: last, count: 1}}]"}, []string{
		"~ transition New --Open[otherwise]--> Ready | emits: Beep → Beep, Say{text: last, count: 1}",
		"FSMB308",
		"FSMB405",
	}},
	{"entry output", []string{"entry: {Say: {text: owner, count: left}}", "entry: {Say: {text: owner, count: left + 1}}"}, []string{
		"~ state Working | emits on entry: Say{text: owner, count: left} → Say{text: owner, count: left + 1}",
		"FSMB308",
	}},
	{"entry as emit", []string{"        entry: {Say: {text: owner, count: left}}\n", "", "owner: last}}", "owner: last}, emit: {Say: {text: last, count: left - 1}}}"}, []string{
		"= what state Working emits on entry is declared in a different place",
	}},
	{"event renamed, was", []string{"Expire", "Timeout", "  Timeout: {}\n", "  Timeout: {was: Expire}\n"}, []string{
		"~ event Expire → Timeout",
		"FSMB102",
		"FSMB103",
		"FSMB301",
	}},
	{"Go name", []string{"  Close: {}\n", "  Close: {go: Finish}\n"}, []string{
		"~ event Close | Go name: none → Finish",
		"FSMB102",
		"FSMB103",
	}},
}
