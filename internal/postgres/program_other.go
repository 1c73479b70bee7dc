//go:build !unix

package postgres

import "fmt"

// account is unused: tests start the server on Unix only.
type account struct{}

func owner(string) (account, error) { return account{}, nil }

func (s *Server) run(string, ...string) error { return errMissing }

func find() (string, error) {
	return "", fmt.Errorf("tests start PostgreSQL on Unix only: %w", errMissing)
}
