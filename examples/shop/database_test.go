package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/postgres"
)

// server is the PostgreSQL server of the tests.
var server postgres.Server

// TestMain stops the server that tests have started. In a process that a test has started, it runs
// the program.
func TestMain(m *testing.M) {
	if os.Getenv(shopVariable) != "" {
		main()
	}
	os.Exit(server.Main(m))
}

// each runs a test with an empty database of each kind, as the flag -db names it.
func each(t *testing.T, test func(t *testing.T, source string)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "shop.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, server.Database(t)) })
}

// TestGuide wants the guide to have the function that opens the database.
func TestGuide(t *testing.T) {
	page, err := os.ReadFile("../../docs/database.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("database.go")
	if err != nil {
		t.Fatal(err)
	}
	_, function, _ := strings.Cut(string(source), "\n// open ")
	if !strings.Contains(string(page), "```go\n// open "+function+"```\n") {
		t.Errorf("docs/database.md does not have:\n// open %s", function)
	}
}
