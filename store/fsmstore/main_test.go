package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/conform"
	"github.com/fsmgen/fsmgen/internal/postgres"
	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/store"
)

// server is the PostgreSQL server of the tests.
var server postgres.Server

func TestMain(m *testing.M) { os.Exit(server.Main(m)) }

// each runs a test with an empty database of each kind.
func each(t *testing.T, test func(t *testing.T, db string)) {
	t.Run("SQLite", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "a b?%.db")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		test(t, file)
	})
	t.Run("PostgreSQL", func(t *testing.T) { test(t, server.Database(t)) })
}

// fill makes three machines: one runs, one has a dead letter, and one has ended 100 days ago.
func fill(t *testing.T, db string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pool, dialect, err := (&call{db: db}).open()
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	now := time.Now().AddDate(0, 0, -100)
	s, err := store.Open(ctx, pool, dialect, orchestration.Kind{Questions: day{}}, store.WithClock(func() time.Time { return now }))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	send := func(id string, events ...orchestration.Input) {
		t.Helper()
		if _, err := s.Create(ctx, id, orchestration.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		for _, in := range events {
			if _, err := s.Do(ctx, id, in, store.WithKey("k")); err != nil {
				t.Fatal(err)
			}
		}
	}
	send("ended", orchestration.CancelledInput{Cause: errors.New("no")})
	now = time.Now()
	send("runs")
	send("dead", orchestration.InitializedInput{Preferred: true})
	err = s.Worker(func(_ context.Context, d store.Delivery[orchestration.Output]) error {
		if d.N == 0 {
			return errors.New("nobody answers\x1b[2J")
		}
		cancel() // The next one comes after the death of the first.
		return nil
	}, store.WithDeliveries(1), store.WithPoll(5*time.Millisecond)).Run(ctx)
	if err != nil {
		t.Fatal(err)
	}
}

// TestCommands runs each command.
func TestCommands(t *testing.T) {
	each(t, func(t *testing.T, db string) {
		fill(t, db)
		do := func(code int, line string) (out string) {
			t.Helper()
			var stdout, stderr bytes.Buffer
			if got := run(t.Context(), strings.Fields(line), db, &stdout, &stderr); got != code {
				t.Errorf("%s: status %d, want %d: %s%s", line, got, code, stdout.String(), stderr.String())
			}
			if strings.Contains(stderr.String()+stdout.String(), "\x1b") {
				t.Errorf("%s prints control characters", line)
			}
			return stdout.String() + stderr.String()
		}
		has := func(out string, all ...string) {
			t.Helper()
			for _, text := range all {
				if !strings.Contains(out, text) {
					t.Errorf("%s is not in %s", text, out)
				}
			}
		}
		has(do(0, "kinds"), `{"kind":"Orchestration"}`)
		has(do(0, "counts Orchestration -age 7d"), `"state":"Init","machines":1`, `"older":[1]`, `"dead":1`)
		has(do(0, "list Orchestration"), `"id":"dead"`, `"id":"ended"`, `"id":"runs"`, "3 machines")
		has(do(0, "list -running Orchestration -limit 1"), `"id":"dead"`, "1 machines")
		has(do(0, "list Orchestration -ended -unchanged 90d"), `"id":"ended"`, "1 machines")
		has(do(0, "list Orchestration -state Init -after a"), `"id":"runs"`, "1 machines")
		has(do(0, "list Orchestration -state Nowhere"), "0 machines")
		has(do(0, "show Orchestration dead"), `"snapshot":{`, `"dead":true`, `"key":"Orchestration/dead/2/`)
		has(do(0, "history Orchestration dead"), `{"id":"dead","revision":1,`, `"event":"Initialized","key":"k"`)
		if out := do(0, "history Orchestration dead -after 1"); strings.Contains(out, `"revision":1,`) {
			t.Errorf("after 1: %s", out)
		}
		letters := do(0, "dead Orchestration -since 1h -id dead")
		has(letters, `"error":"nobody answers`, "1 dead letters")
		_, key, _ := strings.Cut(letters, `"key":"`)
		key, _, _ = strings.Cut(key, `"`)
		has(do(0, "dead Orchestration -output Nothing"), "0 dead letters")
		has(do(1, "redeliver Orchestration/dead/9/9 "+key), `{"key":"`+key+`"}`, "there is no dead letter")
		has(do(1, "discard "+key), "there is no dead letter")
		has(do(0, "dead Orchestration"), "0 dead letters")
		has(do(0, "retain Orchestration -ended 90d"), `"machines":1`, "nothing is removed without -yes")
		has(do(0, "list Orchestration"), "3 machines")
		has(do(0, "retain Orchestration -ended 90d -yes"), `"machines":1`)
		has(do(0, "list Orchestration"), "2 machines")
		has(do(1, "history Orchestration ended"), `there is no Orchestration "ended"`)
	})
}

// TestMistakes wants an error where there is no data, and where the program is called in a wrong way.
func TestMistakes(t *testing.T) {
	each(t, func(t *testing.T, db string) {
		do := func(code int, db, line, want string) {
			t.Helper()
			var stdout, stderr bytes.Buffer
			if got := run(t.Context(), strings.Fields(line), db, &stdout, &stderr); got != code || !strings.Contains(stderr.String(), want) || stdout.Len() > 0 {
				t.Errorf("%s: status %d, want %d: %s%s, want %s", line, got, code, stdout.String(), stderr.String(), want)
			}
		}
		do(1, db, "counts Orchestration", "the database has no tables")
		do(1, db, "kinds", "the database has no tables")
		fill(t, db)
		do(1, db, "counts Order", "there is no machine of the kind \"Order\"; there are: Orchestration")
		do(1, db, "list Order", "there is no machine of the kind")
		do(1, db, "dead Order", "there is no machine of the kind")
		do(1, db, "retain Orchestration", "the retention removes nothing")
		do(1, db, "show Orchestration nobody", `there is no Orchestration "nobody"`)
		do(1, "", "kinds", "there is no database")
		do(2, db, "", "usage: fsmstore")
		do(2, db, "delete Orchestration", "usage: fsmstore")
		do(2, db, "list", "usage: fsmstore list KIND")
		do(2, db, "list Orchestration 7", "usage: fsmstore list KIND")
		do(2, db, "list Orchestration -unchanged soon", `"soon" is no duration`)
		do(2, db, "list Orchestration -nothing", "-nothing")
		do(2, db, "redeliver", "usage: fsmstore redeliver KEY")
		do(2, db, "redeliver key", `"key" is not a key`)
		missing := filepath.Join(t.TempDir(), "missing.db")
		do(1, missing, "kinds", "fsmstore: ")
		if _, err := os.Stat(missing); err == nil {
			t.Error("a database was made")
		}
	})
}

// TestPrefix reads the tables of a tenant.
func TestPrefix(t *testing.T) {
	each(t, func(t *testing.T, db string) {
		pool, dialect, err := (&call{db: db}).open()
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		s, err := store.Open(t.Context(), pool, dialect, orchestration.Kind{Questions: day{}}, store.WithPrefix("a_"))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, err := s.Create(t.Context(), "1", orchestration.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		for line, want := range map[string]string{
			"-prefix a_ kinds":              `0 {"kind":"Orchestration"}`,
			"list Orchestration -prefix a_": `0 {"id":"1",`,
			"show Orchestration 1":          "1 fsmstore: store: the database has no tables",
			"-prefix b_ kinds":              "1 fsmstore: store: the database has no tables",
			"-prefix a_; kinds":             `1 fsmstore: store: the prefix is "a_;"`,
		} {
			var out bytes.Buffer
			code := run(t.Context(), strings.Fields(line), db, &out, &out)
			if got := fmt.Sprint(code, " ", out.String()); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s, want %s", line, got, want)
			}
		}
	})
}

// TestConform checks a history as it is printed.
func TestConform(t *testing.T) {
	each(t, func(t *testing.T, db string) {
		fill(t, db)
		var out, errs bytes.Buffer
		for _, id := range []string{"dead", "runs", "ended"} {
			if code := run(t.Context(), []string{"-db", db, "history", "Orchestration", id}, "", &out, &errs); code != 0 {
				t.Fatal(errs.String())
			}
		}
		text, err := os.ReadFile("../../machines/orchestration/orchestration.fsm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		s, diags := spec.LoadWith("../../machines/orchestration/orchestration.fsm.yaml", text, spec.OpenFile)
		if s.Machine == nil {
			t.Fatal(diags)
		}
		records, err := conform.Read(&out)
		if err != nil {
			t.Fatal(err)
		}
		report, err := conform.Check(s.Machine, records)
		if err != nil || len(report.Refused) > 0 || report.Runs != 3 || report.Steps != 2 {
			t.Errorf("%+v, %v", report, err)
		}
	})
}

// day gives the machines a day.
type day struct{}

func (day) Deadline() time.Duration { return 24 * time.Hour }
