package draft

import (
	"strings"
	"testing"
)

func TestCondition(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"ok", "ok"},
		{"a and b", "a && b"},
		{"a AND not b or c", "a && !b || c"},
		{"¬(a ∨ b) ∧ c", "!(a || b) && c"},
		{"a && (b || !c)", "a && (b || !c)"},
		{"retries < max", "retries_lt_max"},
		{"fits(event.request, 1)", "fits_event_request_1"},
		{"a and", "a_and"},
		{"and", "and_"},
		{"(a", "a"},
		{"in stock", "in_stock"},
		{"true", "true_"},
		{"a b and c", "a_b && c"},
		{"in stock and not (sold out or n/a)", "in_stock_and_not_sold_out_or_n_over_a"},
		{"in stock and not sold out", "in_stock && !sold_out"},
		{"été", "été"},
		{"???", "guard"},
		{strings.Repeat("!", 100) + "a", strings.TrimRight(strings.Repeat("not_", 15), "_")},
	} {
		if got := New("x", Source{}).Condition(test.text); got != test.want {
			t.Errorf("%q becomes %q, want %q", test.text, got, test.want)
		}
	}
}
