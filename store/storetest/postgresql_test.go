package storetest

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"github.com/fsmgen/fsmgen/store"
)

// TestMain stops the server that tests have started, and runs child processes.
func TestMain(m *testing.M) {
	if text := os.Getenv(childVariable); text != "" {
		var c child
		err := json.Unmarshal([]byte(text), &c)
		if err == nil {
			err = c.run()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	if err := server.stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// server is the PostgreSQL server of the tests, with its data in a temporary folder.
var server postgres

type postgres struct {
	once      sync.Once
	err       error
	dir, bin  string
	who       *syscall.Credential // the user that runs the server: it refuses to run as root
	databases atomic.Int64
}

// errNoPostgreSQL means that the server is not installed.
var errNoPostgreSQL = errors.New("PostgreSQL is not installed (Debian package postgresql)")

// openPostgreSQL opens a new database of the server, which the first call starts.
func openPostgreSQL(t testing.TB) database {
	t.Helper()
	dsn := newPostgreSQL(t)
	return openDSN(t, dsn)
}

// newPostgreSQL creates a database, and returns how to connect to it.
func newPostgreSQL(t testing.TB) string {
	t.Helper()
	server.once.Do(func() { server.err = server.start() })
	if errors.Is(server.err, errNoPostgreSQL) && os.Getenv("CI") == "" {
		t.Skip(server.err)
	}
	if server.err != nil {
		t.Fatal(server.err)
	}
	admin := openDSN(t, server.dsn("postgres"))
	name := fmt.Sprintf("test%d", server.databases.Add(1))
	if _, err := admin.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	return server.dsn(name)
}

func openDSN(t testing.TB, dsn string) database {
	t.Helper()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return database{db, store.PostgreSQL}
}

func (p *postgres) dsn(name string) string {
	return fmt.Sprintf("host=%s user=test dbname=%s", p.dir, name)
}

// start creates a cluster and starts its server on a socket in the same folder.
func (p *postgres) start() (err error) {
	if p.bin, err = findPostgreSQL(); err != nil {
		return err
	}
	// The path of a socket is short, so the folder is not one of the test's.
	if p.dir, err = os.MkdirTemp("/tmp", "fsm"); err != nil {
		return err
	}
	if os.Getuid() == 0 {
		other, err := user.Lookup("postgres")
		if err != nil {
			return err
		}
		uid, err1 := strconv.Atoi(other.Uid)
		gid, err2 := strconv.Atoi(other.Gid)
		if err := errors.Join(err1, err2, os.Chown(p.dir, uid, gid)); err != nil {
			return err
		}
		p.who = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	data := filepath.Join(p.dir, "data")
	if err := p.run("initdb", "-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"); err != nil {
		return err
	}
	return p.run("pg_ctl", "-D", data, "-l", filepath.Join(p.dir, "log"), "-w", "-t", "60",
		"-o", fmt.Sprintf("-k %s -c listen_addresses='' -c fsync=%v -c max_connections=200", p.dir, benchmarks()), "start")
}

// benchmarks reports whether benchmarks run: they need the durability of production.
func benchmarks() bool { return flag.Lookup("test.bench").Value.String() != "" }

// stop stops the server at once, and removes its data.
func (p *postgres) stop() error {
	if p.dir == "" {
		return nil
	}
	err := p.run("pg_ctl", "-D", filepath.Join(p.dir, "data"), "-m", "immediate", "-w", "stop")
	return errors.Join(err, os.RemoveAll(p.dir))
}

func (p *postgres) run(tool string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join(p.bin, tool), args...)
	cmd.Dir = p.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.who}
	// The server inherits the output, so it must be a file.
	out, err := os.CreateTemp(p.dir, tool)
	if err != nil {
		return err
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(out.Name())
		log, _ := os.ReadFile(filepath.Join(p.dir, "log"))
		return fmt.Errorf("%s: %w\n%s%s", tool, err, text, log)
	}
	return nil
}

// findPostgreSQL returns the folder of the programs of the newest version.
func findPostgreSQL() (string, error) {
	if found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); err == nil && len(found) > 0 {
		slices.Sort(found)
		return filepath.Dir(found[len(found)-1]), nil
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	return "", errNoPostgreSQL
}
