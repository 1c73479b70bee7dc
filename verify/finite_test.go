package verify_test

import (
	"context"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestFinite decides finite machines, whose bound is the longest run.
func TestFinite(t *testing.T) {
	for _, tt := range []struct{ name, text, bound string }{
		{"a trivia game", `machine: Trivia
vars:
  round: {type: int, min: 0, max: 12}
  points: {type: int, min: 0, max: 240}
  streak: {type: int, min: 0, max: 3}
events: {Ask: {}, Right: {}, Wrong: {}, Skip: {}}
initial: Lobby
terminal: {won: [Won], lost: [Lost]}
states:
  Lobby: {on: {Ask: {to: Asking, set: {round: round + 1}}}}
  Asking:
    on:
      Right:
        - {if: streak == 3, to: Between, set: {points: points + 20}}
        - {to: Between, set: {points: points + 10, streak: streak + 1}}
      Wrong: {to: Between, set: {streak: 0}}
      Skip: Between
  Between:
    on:
      Ask:
        - {if: round < 12, to: Asking, set: {round: round + 1}}
        - {if: points >= 100, to: Won}
        - Lost
  Won: {}
  Lost: {}
`, "25"},
		{"a multiple of ten", `machine: Tens
vars: {points: {type: int, min: 0, max: 100}}
events: {Score: {}, Miss: {}}
initial: Playing
terminal: {done: [Done]}
states:
  Playing:
    on:
      Score: [{if: points != 100, set: {points: points + 10}}, Done]
      Miss: Done
  Done: {}
`, "11"},
		{"values in no order", `machine: Cycle
vars: {x: {type: int, min: 0, max: 6, init: 1}}
events: {Step: {}}
initial: Run
terminal: {done: [End]}
states:
  Run:
    on:
      Step:
        - {if: x == 1, set: {x: 3}}
        - {if: x == 3, set: {x: 2}}
        - {if: x == 2, set: {x: 6}}
        - {if: x == 6, set: {x: 4}}
        - {if: x == 4, set: {x: 5}}
        - End
  End: {}
`, "6"},
		{"two states and a bool", `machine: Mixed
vars:
  x: {type: int, min: 0, max: 6, init: 1}
  y: {type: int, min: 0, max: 6}
  f: bool
events: {Step: {}, Skip: {b: bool}}
initial: Run
terminal: {done: [End]}
states:
  Run:
    on:
      Step:
        - {if: y == 3 && x > 2, to: Other, set: {x: x - 1, y: 4}}
        - {if: y < 6, set: {y: y + 1, x: (x * 3 + 1) % 7, f: "!f"}}
        - End
      Skip:
        - {if: event.b && x > 0 && y < 5, to: Other, set: {x: x - 1, y: y + 2}}
        - End
  Other:
    on:
      Step:
        - {if: x < 3, to: Run, set: {y: "min(6, y + 1)", x: (x * 2) % 7}}
        - End
      Skip: End
  End: {}
`, "6"},
		{"a parameter of few values", `machine: Quiz
params: {lives: {type: int, min: 1, max: 3}}
vars:
  points: {type: int, min: 0, max: 100}
  left: {type: int, min: 0, max: lives, init: lives}
events: {Answer: {right: bool}, Show: {}, Next: {}}
initial: Asking
terminal: {done: [Over]}
states:
  Asking:
    on:
      Answer:
        - {if: event.right, to: Judged, set: {points: points + 10}}
        - {to: Judged, set: {left: left - 1}}
  Judged: {on: {Show: Shown}}
  Shown: {on: {Next: [{if: points >= 100 || left == 0, to: Over}, Asking]}}
  Over: {}
`, "3 * lives + 27"},
		{"a parameter, and values in no order", `machine: Cycle
params: {from: {type: int, min: 1, max: 4}}
vars: {x: {type: int, min: 0, max: 6, init: from}}
events: {Step: {}}
initial: Run
terminal: {done: [Done]}
states:
  Run:
    on:
      Step:
        - {if: x == 1, set: {x: 3}}
        - {if: x == 3, set: {x: 2}}
        - {if: x == 2, set: {x: 6}}
        - {if: x == 6, set: {x: 4}}
        - {if: x == 4, set: {x: 5}}
        - {to: Done}
  Done: {}
`, "6 - 2 * (from - 1) + 3 * max(0, from - 2) - 4 * max(0, from - 3) + 2 * max(0, from - 4) + 3 * max(0, from - 5)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := verify.Machine(context.Background(), parse(t, tt.text))
			if !r.Proved() || !r.Bound.Tight || expr.Print(r.Bound.Expr, expr.Spec) != tt.bound {
				t.Errorf("not proved to take at most %s steps:\n%s%v", tt.bound, r.Summary(), r.Diagnostics)
			}
			for _, fault := range contradictions(r) {
				t.Error(fault)
			}
		})
	}
}

// TestFiniteReactive bounds finite machines with environment events: the bound is the longest run between these.
func TestFiniteReactive(t *testing.T) {
	sample.Turn(t)
	for _, tt := range []struct{ name, text, bound string }{
		{"values in no order", `machine: Cycle
vars: {x: {type: int, min: 0, max: 6, init: 1}}
events: {Step: {}, Poke: {environment: true}}
initial: Run
states:
  Run:
    on:
      Poke: {set: {x: 1}}
      Step:
        - {if: x == 1, set: {x: 3}}
        - {if: x == 3, set: {x: 2}}
        - {if: x == 2, set: {x: 6}}
        - {if: x == 6, set: {x: 4}}
        - {if: x == 4, set: {x: 5}}
        - {otherwise: ignore}
`, "5"},
		{"a progress function that begins too high", `machine: Kettle
vars: {level: {type: int, min: 0, max: 5}, hot: bool}
events: {Fill: {environment: true}, Heat: {}, Pour: {}, Cool: {}}
initial: Idle
states:
  Idle:
    on:
      Fill: [{if: level < 5, set: {level: level + 1}}, {otherwise: ignore}]
      Heat: [{if: level > 0 && !hot, to: Boiling, set: {hot: true}}, {otherwise: ignore}]
      Cool: [{if: hot, set: {hot: false}}, {otherwise: ignore}]
  Boiling:
    ignore: [Fill]
    on:
      Pour: [{if: level > 2, to: Idle, set: {level: level - 2}}, {to: Idle, set: {level: 0, hot: false}}]
`, "9"},
		{"a quiz", `machine: Quiz
vars:
  points: {type: int, min: 0, max: 100}
  lives: {type: int, min: 0, max: 3, init: 3}
events: {Begin: {environment: true}, Answer: {right: bool}, Show: {}, Next: {}}
initial: Lobby
states:
  Lobby: {on: {Begin: {to: Asking, set: {points: 0, lives: 3}}}}
  Asking:
    ignore: [Begin]
    on:
      Answer:
        - {if: event.right, to: Judged, set: {points: points + 10}}
        - {to: Judged, set: {lives: lives - 1}}
  Judged: {ignore: [Begin], on: {Show: Shown}}
  Shown: {ignore: [Begin], on: {Next: [{if: points >= 100 || lives == 0, to: Lobby}, Asking]}}
`, "36"},
		{"a quiz with a parameter", `machine: Quiz
params: {lives: {type: int, min: 1, max: 3}}
vars:
  points: {type: int, min: 0, max: 100}
  left: {type: int, min: 0, max: lives, init: lives}
events: {Begin: {environment: true}, Answer: {right: bool}, Show: {}, Next: {}}
initial: Lobby
states:
  Lobby: {on: {Begin: {to: Asking, set: {points: 0, left: lives}}}}
  Asking:
    ignore: [Begin]
    on:
      Answer:
        - {if: event.right, to: Judged, set: {points: points + 10}}
        - {to: Judged, set: {left: left - 1}}
  Judged: {ignore: [Begin], on: {Show: Shown}}
  Shown: {ignore: [Begin], on: {Next: [{if: points >= 100 || left == 0, to: Lobby}, Asking]}}
`, "3 * lives + 27"},
		{"a parameter that environment events read", `machine: Cycle
params: {from: {type: int, min: 1, max: 4}}
vars: {x: {type: int, min: 0, max: 6, init: from}}
events: {Step: {}, Poke: {environment: true}}
initial: Run
terminal: {done: [Done]}
states:
  Run:
    on:
      Poke: {set: {x: from}}
      Step:
        - {if: x == 1, set: {x: 3}}
        - {if: x == 3, set: {x: 2}}
        - {if: x == 2, set: {x: 6}}
        - {if: x == 6, set: {x: 4}}
        - {if: x == 4, set: {x: 5}}
        - {to: Done}
  Done: {}
`, "6 - 2 * (from - 1) + 3 * max(0, from - 2) - 4 * max(0, from - 3) + 2 * max(0, from - 4) + 3 * max(0, from - 5)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := verify.Machine(t.Context(), parse(t, tt.text))
			if r.Termination != verify.Proved || r.Bound.Found == nil || expr.Print(r.Bound.Found, expr.Spec) != tt.bound {
				t.Fatalf("want %s\n%s", tt.bound, r.Summary())
			}
			claimed := verify.Machine(t.Context(), parse(t, tt.text+"bound: "+tt.bound+"\n"))
			if claimed.Bound.Status != verify.Proved || !claimed.Bound.Tight {
				t.Errorf("claimed:\n%s", claimed.Summary())
			}
		})
	}
}
