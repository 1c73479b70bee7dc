package diff

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// family loads the checkout machine with the payment machine that it uses, after edits of both.
func family(t *testing.T, edits []string) *Side {
	t.Helper()
	var files []spectest.File
	for _, name := range []string{"payment.fsm.yaml", "checkout.fsm.yaml"} {
		src, err := os.ReadFile("../testdata/order/" + name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(src)
		for i := 0; i < len(edits); i += 2 {
			text = strings.ReplaceAll(text, edits[i], edits[i+1])
		}
		files = append(files, spectest.File{Name: name, Text: text})
	}
	s, diags := spec.LoadWith("checkout.fsm.yaml", []byte(files[1].Text), spectest.Among(files))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return &Side{Spec: s, Report: verify.Machine(t.Context(), s.Machine)}
}

// TestChildren changes a child machine, and checks what the diff of its parent says.
func TestChildren(t *testing.T) {
	sample.Turn(t)
	for _, test := range []struct {
		name  string
		edits []string
		want  []string
	}{
		{"nothing", nil, nil},
		{"a comment", []string{"bound: maxRetries + 1", "# Pays.\nbound: maxRetries + 1"}, nil},
		{"a state renamed inside", []string{"Failed", "Broken"}, []string{
			"~ call Payment | spec of the machine: payment.fsm.yaml (1 change inside)",
		}},
		{"a bound written differently", []string{"bound: maxRetries + 1", "bound: 1 + maxRetries"}, nil},
		{"a greater bound", []string{"bound: maxRetries + 1", "bound: maxRetries + 2"}, []string{
			"~ call Payment | bound: maxRetries + 1 → maxRetries + 2",
			"~ invocation Paying invokes Payment | counts in the bound: tries + 1 → tries + 2",
			"verdict termination: proved → unknown",
			"verdict bound: proved → refuted",
			"verdict decrease: proved → refuted",
			"FSMB401",
			"FSMB402",
			"FSMB404",
		}},
		{"a bound that is not proved", []string{"bound: maxRetries + 1", "bound: maxRetries"}, []string{
			"~ call Payment | bound: maxRetries + 1 → maxRetries",
			"~ invocation Paying invokes Payment | counts in the bound: tries + 1 → tries",
			"verdict termination: proved → unknown",
			"verdict bound: proved → unknown",
			"verdict child: proved → unknown",
			"FSMB401",
			"FSMB402",
			"FSMB404",
		}},
		{"a narrower range", []string{"max: 9", "max: 4"}, []string{
			"~ call Payment | spec of the machine: payment.fsm.yaml (1 change inside)",
			"verdict termination: proved → unknown",
			"verdict bound: proved → unknown",
			"verdict arguments: proved → refuted",
			"FSMB401",
			"FSMB402",
			"FSMB404",
		}},
		{"another parameter", []string{"default: 2}}", "default: 2}, more: {type: int, min: 0, max: 9, default: 1}}", "retries < maxRetries", "retries < maxRetries - more + more"}, []string{
			"~ call Payment | spec of the machine: payment.fsm.yaml (1 change inside)",
			"~ call Payment | arguments: (maxRetries int) → (maxRetries int, more int)",
			"~ invocation Paying invokes Payment | with more: none → 1",
			"FSMB308",
		}},
		{"another outcome", []string{"refused", "denied"}, []string{
			"~ event PaymentRefused → PaymentDenied",
			"~ call Payment | spec of the machine: payment.fsm.yaml (1 change inside)",
			"FSMB301",
		}},
		{"more data at the end", []string{"Done: {data: {receipt: string}}", "Done: {data: {receipt: string, at: string}}", "set: {receipt: event.receipt}}\n", "set: {receipt: event.receipt, at: event.receipt}}\n"}, []string{
			"~ event PaymentPaid | payload: (receipt string) → (receipt string, at string)",
			"~ call Payment | spec of the machine: payment.fsm.yaml (2 changes inside)",
		}},
		{"a call of the program instead", []string{"use: {Payment: payment.fsm.yaml}\n", "", "calls:\n", "calls:\n  Payment: {with: {maxRetries: int}, done: {receipt: string}}\n",
			"machine: Payment, with", "call: Payment, with", "paid: {to: Shipped", "done: {to: Shipped", "refused: Cancelled", "error: Cancelled"}, []string{
			"~ event PaymentPaid → PaymentDone",
			"~ event PaymentRefused → PaymentError | payload: () → (err error)",
			"~ call Payment | machine: Payment in payment.fsm.yaml → none",
			"~ invocation Paying invokes Payment | counts in the bound: tries + 1 → none",
			"= the constants of type Call have different numbers: CallPayment 1 → 0, CallStock 0 → 1",
			"= the constants of type Event have different numbers: EventStockDone 2 → 4, EventStockError 3 → 5",
			"FSMB301",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := compared(t, family(t, nil), family(t, test.edits))
			got := slices.DeleteFunc(lines(d), func(line string) bool { return strings.HasPrefix(line, "FSMB1") })
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
