package dialect

import (
	"fmt"
	"strings"
)

// Namespace is a database with a prefix that the names of all tables and indexes have. Several tenants can so have tables of their own in one
// database.
type Namespace struct {
	Dialect
	// Prefix may be empty. Check says whether it is one.
	Prefix string
}

// maxPrefix is the longest prefix in bytes. PostgreSQL cuts names after 63 bytes, and those without a prefix have up to 30.
const maxPrefix = 30

// Check returns what is wrong with the database or the prefix. Statements contain the prefix as it is, so it is a plain name.
func (n Namespace) Check() error {
	if !n.Valid() {
		return fmt.Errorf("the dialect is %d, want SQLite or PostgreSQL", n.Dialect)
	}
	for i, c := range n.Prefix {
		letter := 'a' <= c && c <= 'z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '_') {
			return fmt.Errorf("the prefix is %.40q: want lower-case letters of ASCII, digits, and _, with a letter first", n.Prefix)
		}
	}
	switch {
	case len(n.Prefix) > maxPrefix:
		return fmt.Errorf("the prefix %.40q has %d bytes, and at most %d are possible", n.Prefix, len(n.Prefix), maxPrefix)
	case strings.HasPrefix(n.Prefix, "sqlite_"):
		return fmt.Errorf("the prefix is %q: SQLite has names that begin with sqlite_ for itself", n.Prefix)
	}
	return nil
}

// Text returns a statement in the form that the database takes: with its placeholders for $1, $2, and so on, and with the prefix in
// front of all names that begin with fsm_. Only names of tables, indexes, and channels may. The result must not be an argument again.
func (n Namespace) Text(statement string) string {
	if n.Prefix != "" {
		statement = strings.ReplaceAll(statement, "fsm_", n.Prefix+"fsm_")
	}
	if n.Dialect == SQLite {
		return strings.ReplaceAll(statement, "$", "?")
	}
	return statement
}
