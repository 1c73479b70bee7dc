package verify_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/verify"
)

// TestPossiblePayload has claims for which a payload must equal a variable. Exploration tries few payloads, so it finds no way on from
// some configurations. That says nothing.
func TestPossiblePayload(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       verify.Status
	}{
		{"a variable that is counted", `machine: Lock
vars: {code: {type: int, min: 0, max: 15}}
events: {Turn: {environment: true}, Shut: {environment: true}, Try: {fields: {pin: int}, environment: true}}
initial: Open
possible: [Open]
states:
  Open:
    on:
      Turn: [{if: code < 15, set: {code: code + 1}}, {set: {code: 0}}]
      Shut: Locked
  Locked: {on: {Try: [{if: event.pin == code, to: Open}, {otherwise: ignore}]}}
`, verify.Proved},
		{"a window of numbers", `machine: Window
vars: {lo: {type: int, min: 0, max: 15}, hi: {type: int, min: 0, max: 15}}
events: {Send: {environment: true}, Ack: {fields: {seq: int}, environment: true}}
initial: Idle
possible: [Idle]
states:
  Idle: {on: {Send: {to: Waiting, set: {lo: 0, hi: 0}}}}
  Waiting:
    on:
      Send: [{if: hi < 15, set: {hi: hi + 1}}, {otherwise: ignore}]
      Ack: [{if: event.seq == lo && lo < hi, set: {lo: lo + 1}}, {if: event.seq == lo && lo == hi, to: Idle}, {otherwise: ignore}]
`, verify.Proved},
		{"a number that no payload may have", `machine: Lock
vars: {code: {type: int, min: 0, max: 15}}
events: {Turn: {environment: true}, Shut: {environment: true}, Try: {fields: {pin: int}, environment: true}}
initial: Open
possible: [Open]
states:
  Open:
    on:
      Turn: [{if: code < 15, set: {code: code + 1}}, {set: {code: 0}}]
      Shut: Locked
  Locked: {on: {Try: [{if: event.pin == code && event.pin < 15, to: Open}, {otherwise: ignore}]}}
`, verify.Refuted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := verify.Machine(t.Context(), parse(t, tt.text))
			for i := range r.Obligations {
				if o := &r.Obligations[i]; o.Kind == verify.KindPossible && o.Status != tt.want {
					t.Errorf("the claim is %s, want %s\n%s", o.Status, tt.want, r.Summary())
				}
			}
		})
	}
}
