package schema_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/schema"
)

// TestFile compares the schema with the one that is checked in. What it means
// is tested in the module schematest, which has a validator.
func TestFile(t *testing.T) {
	const file = "fsm.schema.json"
	got := schema.JSON()
	golden.File(t, file, got)
}
