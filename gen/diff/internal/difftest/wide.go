package difftest

// Wide returns changes of testdata/wide.fsm.yaml of gen/diff, which has what that of [Versions] lacks: history, raised events, regions
// that share an event, and calls. In particular, they add and remove the first and the last part of each kind.
func Wide() []Version {
	const (
		fetch = "        invoke:\n          call: fetch\n          on:\n            done: [{if: event.ok, to: Second}, {if: n < retries, to: First, set: {n: n + 1}}, {to: Lost}]\n            error: Lost\n"
		right = "      Right:\n        initial: R1\n        states:\n          R1: {on: {Both: [{if: event.amount > 0, to: R2}, {to: R3}]}}\n          R2: {final: true}\n          R3: {invoke: {call: ship, on: {done: R2, error: Lost}}}\n"
		third = "      Third: {initial: T1, states: {T1: {on: {Both: T2}}, T2: {final: true}}}\n"
	)
	noShip := []string{"invoke: {call: ship, on: {done: R2, error: Lost}}", "on: {Both: R2}", "  ship: {}\n", ""}
	noFetch := []string{fetch, "        on: {Go: [{if: n < retries, to: Second, set: {n: n + 1}}, {to: Lost}]}\n", "  fetch: {done: {ok: bool}}\n", ""}
	both := func(edits ...[]string) (all []string) {
		for _, e := range edits {
			all = append(all, e...)
		}
		return all
	}
	return []Version{
		{"wide", nil},
		{"call removed", noShip},
		{"other call removed", noFetch},
		{"last call removed", both(noShip, noFetch, []string{"calls:\n", ""})},
		{"call renamed", []string{"fetch", "load"}},
		{"call renamed, was", []string{"fetch", "load", "  load: {done", "  load: {was: [fetch, get], done"}},
		{"call added", []string{"  Paused: {on", "  Paused: {invoke: {call: ring, on: {done: Lost, error: Lost}}, on", "  ship: {}\n", "  ship: {}\n  ring: {}\n"}},
		{"last timer removed", []string{"        after: {5s: Late}\n        on: {Late: Split}\n", "        on: {Go: Split}\n", "  Late: {internal: true}\n", ""}},
		{"last param and var removed, listed", []string{"params:\n  retries: {type: int, min: 0, max: 2, default: 1}\n", "", "  n: {type: int, min: 0, max: retries}\n", "", "vars:\n", "removed: [retries, n]\n", "if: n < retries, to: First, set: {n: n + 1}", "if: event.ok, to: First", "set: {result: n}", "set: {result: 0}", "max: retries}", "max: 2}"}},
		{"last datum removed, listed", []string{"{to: Done, set: {result: n}}", "Done", "Done: {data: {result: {type: int, min: 0, max: retries}}}", "Done: {removed: result}"}},
		{"last datum removed", []string{"{to: Done, set: {result: n}}", "Done", "Done: {data: {result: {type: int, min: 0, max: retries}}}", "Done: {}"}},
		{"raise removed", []string{"done: {to: Ringing, raise: Step}", "done: Ringing", "  Step: {internal: true}\n", "  Step: {}\n"}},
		{"raised twice", []string{"raise: Step}", "raise: [Step, Step]}", "{to: Done, set: {result: n}}", "[{if: n < retries, set: {n: n + 1}}, {to: Done, set: {result: n}}]"}},
		{"history removed", []string{", history: shallow", ""}},
		{"history removed, listed", []string{", history: shallow", "", "calls:\n", "removed: workHistory\ncalls:\n"}},
		{"deep history", []string{"history: shallow", "history: deep"}},
		{"history of another state", []string{"  Idle: {on: {Go: Work}}\n", "  Rest:\n    initial: Idle\n    states:\n      Idle: {on: {Go: Work}}\n", "Stop: Lost}}\n  Split", "Go: {to: Rest, history: shallow}, Stop: Lost}}\n  Split"}},
		{"remembered state renamed", []string{"First", "Early"}},
		{"remembered state renamed, was", []string{"First", "Early", "      Early:\n", "      Early:\n        was: First\n"}},
		{"composite renamed", []string{"Work", "Labor"}},
		{"composite renamed, was", []string{"Work", "Labor", "  Labor:\n", "  Labor:\n    was: Work\n"}},
		{"remembered state removed", []string{"      Second:\n        after: {5s: Late}\n        on: {Late: Split}\n", "", "to: Second", "to: Split", "  Late: {internal: true}\n", ""}},
		{"region added", []string{right, right + third}},
		{"region in a region", []string{"L1: {on: {Both: L2}}", "L1: {on: {Both: L2}, parallel: {X: {initial: X1, states: {X1: {on: {Go: X2}}, X2: {}}}, Y: {}}}"}},
		{"region removed", []string{right, "", "  ship: {}\n", ""}},
		{"region removed, listed", []string{right, "", "  ship: {}\n", "", "  Split:\n", "  Split:\n    removed: right\n"}},
		{"regions removed, listed", []string{"    parallel:\n      Left: {initial: L1, states: {L1: {on: {Both: L2}}, L2: {final: true}}}\n" + right, "", "  ship: {}\n", "", "  Split:\n    done: {to: Ringing, raise: Step}\n    on: {Stop: Lost}\n", "  Split:\n    removed: [left, right]\n    on: {Stop: Lost, Both: {to: Ringing, raise: Step}}\n"}},
		{"regions removed", []string{"    parallel:\n      Left: {initial: L1, states: {L1: {on: {Both: L2}}, L2: {final: true}}}\n" + right, "", "  ship: {}\n", "", "  Split:\n    done: {to: Ringing, raise: Step}\n    on: {Stop: Lost}\n", "  Split:\n    on: {Stop: Lost, Both: {to: Ringing, raise: Step}}\n"}},
		{"region renamed", []string{"Right", "Bank"}},
		{"leaf renamed", []string{"R3", "Late3"}},
		{"leaf removed", []string{"          R3: {invoke: {call: ship, on: {done: R2, error: Lost}}}\n", "", "  ship: {}\n", "", "[{if: event.amount > 0, to: R2}, {to: R3}]", "R2"}},
		{"leaf added", []string{"R2: {final: true}", "R2: {final: true}\n          R4: {}", "{to: R3}]", "{if: event.amount < 0, to: R4}, {to: R3}]"}},
		{"another initial leaf", []string{"initial: R1", "initial: R3", "          R3: {invoke", "          R3: {on: {Go: R1}, invoke"}},
		{"no shared event", []string{"L1: {on: {Both: L2}}", "L1: {on: {Go: L2}}"}},
		{"range of a payload", []string{"{amount: int}", "{amount: {type: int, min: 0, max: 5}}"}},
		{"other range of a payload", []string{"{amount: int}", "{amount: {type: int, min: 1}}"}},
		{"regions in another order", []string{"      Left: {initial: L1, states: {L1: {on: {Both: L2}}, L2: {final: true}}}\n" + right, right + "      Left: {initial: L1, states: {L1: {on: {Both: L2}}, L2: {final: true}}}\n"}},
		{"invariant on a region", []string{"    done: {to: Ringing", "    invariants: n <= 1 || !in(R3)\n    done: {to: Ringing"}},
		{"invariant in a leaf", []string{"R2: {final: true}", "R2: {final: true, invariants: n <= retries}"}},
	}
}
