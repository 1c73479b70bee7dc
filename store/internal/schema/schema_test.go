package schema

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/store/internal/dialect"
)

// TestScripts checks that both databases have the same tables and columns in each version.
func TestScripts(t *testing.T) {
	columns := func(d dialect.Dialect) (versions []string) {
		scripts, err := Scripts(dialect.Namespace{Dialect: d})
		if err != nil || len(scripts) == 0 {
			t.Fatal(scripts, err)
		}
		for _, script := range scripts {
			var names []string
			for _, line := range regexp.MustCompile(`(?m)^(?:CREATE (?:UNIQUE )?(?:TABLE|INDEX)|\t|ALTER TABLE \w+ ADD COLUMN) *\w+`).FindAllString(script, -1) {
				names = append(names, strings.TrimSpace(line))
			}
			versions = append(versions, strings.Join(names, "\n"))
		}
		return versions
	}
	one, other := columns(dialect.SQLite), columns(dialect.PostgreSQL)
	if len(one) != len(other) {
		t.Fatalf("%d versions, and %d", len(one), len(other))
	}
	for i := range one {
		if one[i] != other[i] || len(one[i]) < 20 {
			t.Errorf("version %d:\n%s\n\n%s", i+1, one[i], other[i])
		}
	}
	if _, err := Scripts(dialect.Namespace{Dialect: 7}); err == nil {
		t.Error("a dialect that does not exist")
	}
}
