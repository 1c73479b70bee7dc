package picture_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec"
)

// TestOrder draws alternatives whose order matters, and others for which it need not be shown.
func TestOrder(t *testing.T) {
	const src = `
machine: Orders
enums: {Class: [Hard, Soft, Odd]}
params: {n: {type: int, min: 0, max: 3}}
guards: {ready: n > 1}
events: {Go: {class: Class, size: int}}
initial: Apart
terminal: {done: [Done], lost: [Lost]}
states:
  Apart:
    on:
      Go:
        - {if: event.size > 1, to: Same}
        - {if: event.size > 0, to: Done}
        - {if: event.size > n, to: Same}
        - {to: Lost}
  Same:
    on:
      Go:
        - {if: event.size > 1, to: Exclusive}
        - {if: event.size > 0, to: Exclusive}
        - {to: Lost}
  Exclusive:
    on:
      Go:
        - {if: event.class == Hard, to: Negated}
        - {if: event.class == Soft, to: Lost}
        - {to: Done}
  Negated:
    on:
      Go:
        - {if: ready, to: Twice}
        - {if: "!ready", to: Lost}
  Twice:
    on:
      Go:
        - {if: event.class == Hard, to: Done}
        - {if: event.size == 1, to: Lost}
        - {to: Ranges}
  Ranges:
    on:
      Go:
        - {if: event.size > 1, to: Overlap}
        - {if: event.size == 0 && event.class == Soft, to: Lost}
        - {if: event.size < 0, to: Done}
        - {to: Done}
  Overlap:
    on:
      Go:
        - {if: event.size >= 1, to: Done}
        - {if: event.size <= 1, to: Lost}
  Done: {}
  Lost: {}
`
	s, diags := spec.Load("orders.fsm.yaml", []byte(src))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	want := []string{
		"Apart -> Same: Go [1: size > 1]; Go [3: size > n]",
		"Apart -> Done: Go [2: size > 0]",
		"Apart -> Lost: Go [otherwise]",
		"Same -> Exclusive: Go [size > 1]; Go [size > 0]",
		"Same -> Lost: Go [otherwise]",
		"Exclusive -> Negated: Go [class = Hard]",
		"Exclusive -> Lost: Go [class = Soft]",
		"Exclusive -> Done: Go [otherwise]",
		"Negated -> Twice: Go [ready]",
		"Negated -> Lost: Go [¬ready]",
		"Twice -> Done: Go [1: class = Hard]",
		"Twice -> Lost: Go [2: size = 1]",
		"Twice -> Ranges: Go [otherwise]",
		"Ranges -> Overlap: Go [size > 1]",
		"Ranges -> Lost: Go [size = 0 ∧ class = Soft]",
		"Ranges -> Done: Go [size < 0]; Go [otherwise]",
		"Overlap -> Done: Go [1: size ≥ 1]",
		"Overlap -> Lost: Go [2: size ≤ 1]",
	}
	if d := cmp.Diff(want, edges(picture.New(s.Machine))); d != "" {
		t.Error(d)
	}
}
