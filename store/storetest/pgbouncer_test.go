package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// bouncer starts PgBouncer in transaction mode before a new database, on a socket, and returns the address of the database.
// Where it is not installed, it skips the test; with CI set, the test fails.
func bouncer(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer"
		if _, err := os.Stat(program); err != nil && os.Getenv("CI") == "" {
			t.Skip("PgBouncer is not installed (Debian package pgbouncer)")
		}
	}
	address, err := url.Parse(server.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("/tmp", "fsm") // The path of a socket is short.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	ini := fmt.Sprintf("[databases]\n* = host=%s user=%s\n[pgbouncer]\npool_mode = transaction\ndefault_pool_size = 3\nauth_type = any\nunix_socket_dir = %s\nlisten_port = 6432\nlogfile = %s/log\n",
		address.Query().Get("host"), address.User.Username(), dir, dir)
	file := filepath.Join(dir, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(ini), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	args := []string{file}
	if os.Getuid() == 0 {
		args = []string{"-u", "postgres", file}
	}
	cmd := exec.Command(program, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	query := url.Values{"host": {dir}, "port": {"6432"}}
	address.RawQuery = query.Encode()
	return address.String()
}

// TestPgBouncer does all that a store does through PgBouncer in transaction mode, whose connections change with each
// transaction, with the modes of pgx that prepare nothing.
func TestPgBouncer(t *testing.T) {
	for _, mode := range []string{"exec", "simple_protocol"} {
		t.Run(mode, func(t *testing.T) {
			plain, err := sql.Open("pgx", bouncer(t)+"&default_query_exec_mode="+mode)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { plain.Close() })
			for end := time.Now().Add(10 * time.Second); plain.Ping() != nil && time.Now().Before(end); {
				time.Sleep(10 * time.Millisecond)
			}
			db := database{plain, store.PostgreSQL}
			ctx := t.Context()
			c := newClock()
			s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now), store.WithEnds())
			deliver := func(ctx context.Context, d delivery) error {
				if d.Attempt < 2 {
					return errors.New("not yet")
				}
				if _, ok := d.Output.(order.ChargeOutput); ok {
					_, err := s.Answer(ctx, d, order.ChargedInput{Receipt: "r"})
					return err
				}
				return nil
			}
			for i := range 10 {
				pay(t, s, fmt.Sprint(i))
			}
			if _, err := s.Create(ctx, "draft", order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			work(t, s, deliver, func() bool { return count(t, db, "fsm_outbox") == 0 }, store.WithDeliveries(1000))
			for i := range 10 {
				tx, err := db.BeginTx(ctx, nil)
				if err != nil {
					t.Fatal(err)
				}
				if rec, err := s.DoTx(ctx, tx, fmt.Sprint(i), order.PackInput{}, store.WithKey("k")); err != nil || rec.Revision != 4 {
					t.Errorf("%+v, %v", rec, err)
				}
				if err := tx.Commit(); err != nil {
					t.Fatal(err)
				}
				if rec, err := s.Do(ctx, fmt.Sprint(i), order.PackInput{}, store.WithKey("k")); err != nil || !rec.Repeated {
					t.Errorf("%+v, %v", rec, err)
				}
			}
			c.now = c.now.Add(25 * time.Hour)
			work(t, s, deliver, func() bool { return count(t, db, "fsm_timer")+count(t, db, "fsm_outbox") == 0 })
			for want, selections := range map[int][]store.Selection{
				11: nil, 10: {store.In(order.StatePacking)}, 1: {store.Ended(), store.In(order.StateCancelled, order.StateDraft)},
			} {
				if all, err := store.Collect(s.List(ctx, selections...)); err != nil || len(all) != want {
					t.Errorf("%d machines, want %d, %v", len(all), want, err)
				}
			}
			if all, err := store.Collect(s.History(ctx, "0", 0)); err != nil || len(all) != 5 {
				t.Errorf("%+v, %v", all, err)
			}
			if n, err := s.Refresh(ctx); n != 0 || err != nil {
				t.Errorf("%d, %v", n, err)
			}
			paying(t, db, s, "dead")
			letters, err := store.Collect(s.Admin().DeadLetters(ctx, store.Letters{}))
			if err != nil || len(letters) != 1 {
				t.Fatalf("%+v, %v", letters, err)
			}
			if err := s.Admin().Redeliver(ctx, letters[0].Key); err != nil {
				t.Error(err)
			}
			work(t, s, deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
		})
	}
}
