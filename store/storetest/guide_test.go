package storetest

import (
	"os"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// TestGuide runs the SQL of the guide to databases. Each statement finds something.
func TestGuide(t *testing.T) {
	page, err := os.ReadFile("../../docs/database.md")
	if err != nil {
		t.Fatal(err)
	}
	var statements []string
	for _, block := range strings.Split(string(page), "```sql\n")[1:] {
		text, _, _ := strings.Cut(block, "```")
		for statement := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(text), ";"), ";") {
			statements = append(statements, strings.TrimSpace(statement))
		}
	}
	if len(statements) < 2 {
		t.Fatalf("the guide has the statements %q", statements)
	}
	each(t, func(t *testing.T, db database) {
		pay(t, open(t, db, order.Kind{Questions: stock(always)}), "1")
		for _, statement := range statements {
			rows, err := db.Query(statement)
			if err != nil {
				t.Errorf("%s: %v", statement, err)
				continue
			}
			if !rows.Next() {
				t.Errorf("%s: no row: %v", statement, rows.Err())
			}
			rows.Close()
		}
	})
}

// TestFamilyPage wants the page on calls to have the specs and the program of package family.
func TestFamilyPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/stored-calls.md")
	if err != nil {
		t.Fatal(err)
	}
	for file, start := range map[string]string{"family.go": "// Shop has", "checkout/checkout.fsm.yaml": "machine:", "payment/payment.fsm.yaml": "machine:"} {
		text, err := os.ReadFile("family/" + file)
		if err != nil {
			t.Fatal(err)
		}
		if _, rest, found := strings.Cut(string(text), start); !found || !strings.Contains(string(page), start+rest) {
			t.Errorf("the page does not have %s", file)
		}
	}
}
