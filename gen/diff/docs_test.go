package diff

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestCodes checks that the codes are unique and in order, and that docs/diff.md lists
// all of them with their explanations.
func TestCodes(t *testing.T) {
	page, err := os.ReadFile("../../docs/diff.md")
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	last := Code("")
	for _, r := range Codes() {
		if r.Code <= last {
			t.Errorf("%s follows %s", r.Code, last)
		}
		last = r.Code
		fmt.Fprintf(&table, "| %s | %s | %s |\n", r.Code, r.Title, r.Text)
		if again, ok := Explain(r.Code); !ok || again != r {
			t.Errorf("Explain does not return %s", r.Code)
		}
	}
	if !strings.Contains(string(page), table.String()) {
		t.Errorf("docs/diff.md should have this table:\n%s", table.String())
	}
	if _, ok := Explain("FSM101"); ok {
		t.Error("FSM101 is not a code of a breaking change")
	}
}
