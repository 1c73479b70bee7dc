package queues

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// stored is the outbox of package store: a job is the output of an order that has just been paid.
type stored struct {
	db     *sql.DB
	orders *orders
	added  int
}

type (
	orders   = store.Store[*order.Machine, order.Params, order.Input, order.Output]
	delivery = store.Delivery[order.Output]
)

// shelf answers what orders ask.
type shelf struct{}

func (shelf) InStock(int) bool { return true }

// openStore stores two orders beside those that the benchmark delivers, with a prefix. All others are copies of their rows.
func openStore(t testing.TB, _ string, db *sql.DB) (queue, error) {
	ctx := t.Context()
	kind := order.Kind{Questions: shelf{}}
	models, err := store.Open(ctx, db, store.PostgreSQL, kind, store.WithPrefix("model_"))
	if err != nil {
		return nil, err
	}
	t.Cleanup(models.Close)
	if err := pay(ctx, models, "blocked"); err != nil {
		return nil, err
	}
	working, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	const wait = 1000 * time.Hour
	err = models.Worker(func(context.Context, delivery) error {
		cancel()
		return errors.New("the receiver is down")
	}, store.WithBackoff(wait, wait)).Run(working)
	if err != nil {
		return nil, err
	}
	if err := pay(ctx, models, "waiting"); err != nil {
		return nil, err
	}
	s, err := store.Open(ctx, db, store.PostgreSQL, kind)
	if err != nil {
		return nil, err
	}
	t.Cleanup(s.Close)
	return &stored{db: db, orders: s}, nil
}

// pay makes an order with one output.
func pay(ctx context.Context, s *orders, id string) error {
	if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
		return err
	}
	_, err := s.Do(ctx, id, order.PayInput{Amount: 7})
	return err
}

func (s *stored) add(ctx context.Context, n int) error {
	return s.copy(ctx, "waiting", n, `, 'next', clock_timestamp()`)
}

func (s *stored) block(ctx context.Context, n int) error { return s.copy(ctx, "blocked", n, "") }

// copy copies the rows of an order. In the queue, it changes what change says.
func (s *stored) copy(ctx context.Context, model string, n int, change string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after the commit
	for _, table := range []string{"fsm_machine", "fsm_history", "fsm_timer", "fsm_outbox", "fsm_queue"} {
		in := ""
		if table == "fsm_queue" {
			in = change
		}
		text := fmt.Sprintf(`INSERT INTO %[1]s SELECT r.* FROM generate_series(CAST($2 AS integer), CAST($3 AS integer)) i
CROSS JOIN model_%[1]s m CROSS JOIN LATERAL jsonb_populate_record(NULL::%[1]s, to_jsonb(m) || jsonb_build_object('id', m.id || '-' || i%[2]s)) r
WHERE m.id = $1 ORDER BY i`, table, in)
		if _, err := tx.ExecContext(ctx, text, model, s.added+1, s.added+n); err != nil {
			return fmt.Errorf("copy %s: %w", table, err)
		}
	}
	s.added += n
	return tx.Commit()
}

func (s *stored) work(ctx context.Context, workers int, begin, done func()) error {
	return s.orders.Worker(func(context.Context, delivery) error { begin(); done(); return nil }, store.WithParallel(workers)).Run(ctx)
}

func (s *stored) left(ctx context.Context) (n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM fsm_outbox").Scan(&n)
	return n, err
}
