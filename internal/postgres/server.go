// Package postgres runs a PostgreSQL server for the tests of a package. Only tests import it. It
// knows no driver: tests bring theirs.
package postgres

import (
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// Server is a server with its data in a temporary folder, on a socket in the same folder. The
// first call of Database starts it, and the end of Main stops it. Its zero value is ready.
type Server struct {
	once      sync.Once
	err       error
	dir, bin  string
	who       account
	databases atomic.Int64
}

// errMissing means that the server is not installed.
var errMissing = errors.New("PostgreSQL is not installed (Debian package postgresql)")

// Main runs the tests of a package, stops the server, and returns the exit status.
func (s *Server) Main(m *testing.M) int {
	code := m.Run()
	if err := s.stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	return code
}

// Database creates an empty database, and returns its address, postgres://... Where PostgreSQL is
// not installed, it skips the test; with CI set, the test fails.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	s.once.Do(func() { s.err = s.start() })
	if errors.Is(s.err, errMissing) && os.Getenv("CI") == "" {
		t.Skip(s.err)
	}
	if s.err != nil {
		t.Fatal(s.err)
	}
	name := fmt.Sprintf("test%d", s.databases.Add(1))
	if err := s.run("createdb", "-h", s.dir, "-U", role, name); err != nil {
		t.Fatal(err)
	}
	address := url.URL{Scheme: "postgres", User: url.User(role), Path: "/" + name, RawQuery: url.Values{"host": {s.dir}}.Encode()}
	return address.String()
}

// role owns the databases.
const role = "test"

// start creates a cluster and starts its server.
func (s *Server) start() (err error) {
	if s.bin, err = find(); err != nil {
		return err
	}
	// The path of a socket is short, so the folder is not one of the test's.
	if s.dir, err = os.MkdirTemp("/tmp", "fsm"); err != nil {
		return err
	}
	if s.who, err = owner(s.dir); err != nil {
		return err
	}
	data := filepath.Join(s.dir, "data")
	if err := s.run("initdb", "-D", data, "-U", role, "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"); err != nil {
		return err
	}
	// Benchmarks need the durability of production.
	durable := flag.Lookup("test.bench").Value.String() != ""
	return s.run("pg_ctl", "-D", data, "-l", filepath.Join(s.dir, "log"), "-w", "-t", "60",
		"-o", fmt.Sprintf("-k %s -c listen_addresses='' -c fsync=%v -c max_connections=200", s.dir, durable), "start")
}

// stop stops the server at once, and removes its data.
func (s *Server) stop() error {
	if s.dir == "" {
		return nil
	}
	err := s.run("pg_ctl", "-D", filepath.Join(s.dir, "data"), "-m", "immediate", "-w", "stop")
	return errors.Join(err, os.RemoveAll(s.dir))
}
