package schema_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/schema"
)

var update = flag.Bool("update", false, "rewrite fsm.schema.json")

// TestFile compares the schema with the one that is checked in. What it means
// is tested in the module schematest, which has a validator.
func TestFile(t *testing.T) {
	const file = "fsm.schema.json"
	got := schema.JSON()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (run the test with -update)", err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s is stale (-want +got; rewrite with -update):\n%s", file, d)
	}
}
