package storetest

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// childVariable tells a process of this test that it is a child.
const childVariable = "FSM_STORE_CHILD"

// child says what a child process does, which works until it is killed.
type child struct {
	Dialect  store.Dialect
	DSN      string
	Journal  string
	Machines int
	Seed     uint64
	// Ahead is by how much its clock is ahead; it may be negative.
	Ahead time.Duration
	// At is the statement at which it kills itself, in its execution Nth, before or After its effect;
	// empty: another process kills it.
	At    string
	Nth   int
	After bool
	// Drain: it sends nothing, and ends when all outputs are delivered and no timer is due.
	Drain bool
}

// killSelf ends the process without any cleanup.
func killSelf() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// run is the child process. It writes a line to standard output when it begins to work.
func (c child) run() error {
	ctx := context.Background()
	f := &faults{}
	f.set(nil)
	name := "sqlite"
	if c.Dialect == store.PostgreSQL {
		name = "pgx"
	}
	plain, err := sql.Open(name, c.DSN)
	if err != nil {
		return err
	}
	db := sql.OpenDB(&connector{plain.Driver(), c.DSN, f})
	defer db.Close()
	clock := func() time.Time { return time.Now().Add(c.Ahead) }
	s, err := store.Open(ctx, db, c.Dialect, order.Kind{Questions: stock(scarce)}, store.WithClock(clock), store.WithAttempts(100))
	if err != nil {
		return err
	}
	j, err := openJournal(c.Journal)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(c.Seed, 2))
	cl := &client{orders: s, journal: j, random: random}
	if c.At != "" {
		trap := &trap{statement: c.At, nth: c.Nth, effect: before, act: killSelf}
		if c.After {
			trap.effect = after
		}
		f.set(trap)
	}
	stop, cancel := context.WithCancel(ctx)
	var worker sync.WaitGroup
	worker.Go(func() {
		w := s.Worker(cl.deliver, store.WithPoll(2*time.Millisecond), store.WithBackoff(time.Millisecond, 10*time.Millisecond), store.WithDeliveries(100000), store.WithTimeout(time.Second))
		err = w.Run(stop)
	})
	defer worker.Wait()
	defer cancel()
	fmt.Println("ready")
	if c.Drain {
		return c.drained(ctx, plain, clock)
	}
	var old []note
	for i := range 100000 {
		if i%20 == 0 {
			if old, err = earlier(c.Journal); err != nil {
				return err
			}
		}
		cl.act(ctx, c.Machines, fmt.Sprintf("%d/%d", c.Seed, i), old)
	}
	return nil
}

// earlier returns events that this process or another one has sent.
func earlier(file string) (old []note, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if end, err := f.Seek(0, io.SeekEnd); err != nil {
		return nil, err
	} else if _, err := f.Seek(max(0, end-20000), io.SeekStart); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	for _, line := range splitLines(text) {
		var n note
		if json.Unmarshal(line, &n) == nil && n.Do == "send" {
			old = append(old, n)
		}
	}
	return old, nil
}

// splitLines returns the lines without the first and the last, which may be cut.
func splitLines(text []byte) (lines [][]byte) {
	start := 0
	for i, b := range text {
		if b == '\n' {
			lines = append(lines, text[start:i])
			start = i + 1
		}
	}
	if len(lines) > 0 {
		lines = lines[1:]
	}
	return lines
}

// drained waits until all outputs are delivered, and all timers that are due have fired.
func (c child) drained(ctx context.Context, db *sql.DB, clock func() time.Time) error {
	left := ""
	for end := time.Now().Add(40 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		const text = `SELECT COUNT(*), COALESCE(MIN(what), '') FROM (
			SELECT 'output ' || id || ' ' || rev || ' ' || at || ' ' || attempts || ' ' || error AS what FROM fsm_outbox
			UNION ALL SELECT 'timer ' || id || ' ' || timer || ' ' || next || ' ' || attempts || ' ' || error FROM fsm_timer WHERE due <= $1) t`
		n, now := 0, any(clock())
		if c.Dialect == store.SQLite {
			now = clock().UTC().Format("2006-01-02T15:04:05.000000Z")
		}
		if err := db.QueryRowContext(ctx, text, now).Scan(&n, &left); err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
	}
	return fmt.Errorf("outputs or timers remain, at %v: %s", clock(), left)
}

// start starts a child, and returns when it begins to work.
func (c child) start(t *testing.T) *exec.Cmd {
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+string(text))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = out.Read(make([]byte, 1)) // It may die before.
	return cmd
}

// TestKill kills processes, two at a time, which send events to the same machines, repeat them, fire timers
// by clocks that differ by days, and deliver outputs: at each statement, and at any moment.
func TestKill(t *testing.T) {
	for _, d := range []store.Dialect{store.SQLite, store.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			dsn := "file:" + filepath.Join(t.TempDir(), "test.db") + sqliteSettings
			if d == store.PostgreSQL {
				dsn = server.Database(t)
			}
			file := filepath.Join(t.TempDir(), "journal")
			f := &faults{}
			db := openFaulty(t, d, dsn, f)
			if _, err := openJournal(file); err != nil {
				t.Fatal(err)
			}
			at := statementsOf(t, db, f, filepath.Join(t.TempDir(), "first"))
			kills := sample.Size(4, 12, 1000)
			seed := sample.Seed(t)
			next := make(chan int)
			var pair sync.WaitGroup
			for range 2 {
				pair.Go(func() {
					for i := range next {
						random := rand.New(rand.NewPCG(seed, uint64(i)))
						c := child{Dialect: d, DSN: dsn, Journal: file, Machines: 8 + i, Seed: seed + uint64(i)}
						c.Ahead = []time.Duration{0, 0, -time.Hour, 2 * time.Hour, 26 * time.Hour}[random.IntN(5)]
						wait := time.Duration(random.IntN(200)) * time.Millisecond
						if random.IntN(2) == 0 {
							c.At, c.Nth, c.After = at[i/2%len(at)], 1+random.IntN(3), random.IntN(2) == 0
							wait = 2 * time.Second
						}
						cmd := c.start(t)
						ended := make(chan error, 1)
						go func() { ended <- cmd.Wait() }()
						select {
						case <-time.After(wait):
							if err := cmd.Process.Kill(); err != nil && err != os.ErrProcessDone {
								t.Error(err)
							}
							<-ended
						case err := <-ended:
							if state := cmd.ProcessState.Sys().(syscall.WaitStatus); !state.Signaled() {
								t.Errorf("a child ended with %v before it was killed", err)
							}
						}
					}
				})
			}
			for i := range kills {
				next <- i
			}
			close(next)
			pair.Wait()
			quiet(t, database{db.DB, d})
			checkUntil(t, database{db.DB, d}, file, false)
			for ahead := range time.Duration(3) { // Timers start timers.
				drain := child{Dialect: d, DSN: dsn, Journal: file, Seed: seed, Ahead: (ahead + 4) * 1000 * time.Hour, Drain: true}
				if err := drain.start(t).Wait(); err != nil {
					t.Fatalf("a process that is not killed: %v", err)
				}
			}
			if got := count(t, db, "fsm_timer"); got != 0 {
				t.Errorf("%d timers run at the end", got)
			}
			c := check(t, database{db.DB, d}, file)
			t.Logf("%d processes killed; %d events, of which %d by timers, of %d machines are in the history; %d outputs, delivered %d times",
				kills, c.events, c.fired, count(t, db, "fsm_machine"), c.outputs, c.deliveries)
		})
	}
}

// quiet waits until the server has noticed that its clients are dead.
func quiet(t *testing.T, db database) {
	if db.dialect == store.SQLite {
		return
	}
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if count(t, db, "pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'") == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the server is still working for dead clients")
		}
	}
}

// statementsOf returns the statements that a client and a worker execute.
func statementsOf(t *testing.T, db database, f *faults, file string) []string {
	s := open(t, db, order.Kind{Questions: stock(scarce)})
	f.set(nil)
	j, err := openJournal(file)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{orders: s, journal: j}
	ctx := t.Context()
	c.send(ctx, "first", "", nil)
	c.send(ctx, "first", "pay", order.PayInput{Amount: 20})
	work(t, s, c.deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
	c.send(ctx, "first", "cancel", order.CancelInput{})
	if _, err := db.Exec("DELETE FROM fsm_machine"); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"fsm_history", "fsm_timer", "fsm_outbox"} {
		if _, err := db.Exec("DELETE FROM " + table); err != nil {
			t.Fatal(err)
		}
	}
	var out []string
	for _, text := range f.statements() {
		if len(text) < 6 || text[:6] != "DELETE" || len(text) > len("DELETE FROM fsm_machine") {
			out = append(out, text)
		}
	}
	return out
}
