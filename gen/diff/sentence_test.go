package diff

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/verify"
)

// TestSentence checks the first sentence of a comment, for each kind of safe and unsafe change.
func TestSentence(t *testing.T) {
	const plain = "; still proved to end, at most 9 transitions with spare = 3 and the default parameters, as before"
	loop := []string{"          Expire: Ready\n", "          Expire: Working\n", "        data: {owner: string}\n", "", "owner: last", "last: last", "result: owner", "result: last", "text: owner", "text: last"}
	for _, test := range []struct {
		name     string
		old, new []string
		want     string
	}{
		{"default", nil, []string{"default: 3", "default: 4"},
			"✅ parameter `tries` changed: default `3` → `4`; nothing breaks; still proved to end, at most 9 → 11 transitions with spare = 3 and the default parameters"},
		{"guard", nil, []string{"if: left > spare", "if: left > spare + 1"},
			"⚠️ transition `Working --Fail[left > spare + 1]--> Ready` changed: if `left > spare` → `left > spare + 1`, proved stricter; 1 breaking consequence" + plain},
		{"state", nil, []string{"Ready:\n        after", "Idle:\n        after", "to: Ready", "to: Idle", "Expire: Ready", "Expire: Idle", "  Ready: 2", "  Idle: 2"},
			"⚠️ state `Ready → Idle` renamed; 11 breaking consequences" + plain},
		{"several", nil, []string{"  Beep: {}\n", "  Beep: {}\n  Ring: {}\n  Sing: {}\n", "emit: Beep", "emit: [Beep, Ring, Sing]"},
			"⚠️ 3 changes (2 outputs added; 1 transition changed); 3 breaking consequences" + plain},
		{"bound lost", nil, []string{"bound: 2*tries + 3", "bound: tries"},
			"❌ the bound has changed; 1 breaking consequence; still proved to end, the bound no longer holds"},
		{"endless", nil, loop,
			"❌ 5 changes (1 state datum removed; 1 state and 3 transitions changed); 12 breaking consequences; no longer ends: there is an endless run, the bound no longer holds, 1 other proof lost"},
		{"ends", loop, nil,
			"⚠️ 5 changes (1 state datum added; 1 state and 3 transitions changed); 6 breaking consequences; now proved to end, at most 9 transitions with spare = 3 and the default parameters, 1 other proof gained"},
		{"still endless", loop, slices.Concat(loop, []string{"default: 3", "default: 4"}),
			"✅ parameter `tries` changed: default `3` → `4`; nothing breaks; still has an endless run"},
	} {
		src := base(t, "")
		d := compared(t, load(t, "old.fsm.yaml", edit(t, src, test.old), true), load(t, "new.fsm.yaml", edit(t, src, test.new), true))
		if diff := cmp.Diff(test.want, d.sign()+d.sentence()); diff != "" {
			t.Errorf("%s: -want +got:\n%s", test.name, diff)
		}
	}
}

// TestProofs checks that a comment shows a run if a proof is lost, after what it means.
func TestProofs(t *testing.T) {
	src := base(t, "")
	d := compared(t, load(t, "old.fsm.yaml", src, true), load(t, "new.fsm.yaml", edit(t, src, []string{"bound: 2*tries + 3", "bound: tries"}), true))
	page := string(Markdown([]*Diff{d}))
	sentence, run, breaks := strings.Index(page, "the bound no longer holds"), strings.Index(page, "\nA run that exceeds the bound:\n\n```text\n"), strings.Index(page, "\n- a bound that is no longer proved: ")
	if sentence < 0 || breaks < sentence || run < breaks {
		t.Errorf("the parts are not in order: %d, %d, %d:\n%s", sentence, run, breaks, page)
	}
	gone := compared(t, load(t, "old.fsm.yaml", src, false), load(t, "new.fsm.yaml", src, false))
	if page := string(Markdown([]*Diff{gone})); page != "**No machine differs in meaning.**\n" {
		t.Errorf("two equal versions: %s", page)
	}
	if d.claims.old != verify.Proved || gone.safe() != "" {
		t.Errorf("%+v, %q", d.claims, gone.safe())
	}
}

// TestWaivedSentence checks that a comment counts and lists waived changes apart from the others.
func TestWaivedSentence(t *testing.T) {
	src := base(t, "")
	d := compared(t, load(t, "old.fsm.yaml", src, false), load(t, "new.fsm.yaml", edit(t, src, []string{"if: left > spare", "if: left > spare + 1"}), false))
	d.Breaking[0].Waived = "intended"
	page := string(Markdown([]*Diff{d}))
	if !strings.Contains(page, "✅ **Transition") || !strings.Contains(page, "; 1 breaking consequence, waived.**") || strings.Contains(page, "**Callers' behavior**") || !strings.Contains(page, "intended") {
		t.Errorf("a waived change is not apart:\n%s", page)
	}
}
