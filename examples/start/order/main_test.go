package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/fsmgen/fsmgen/store"
)

func TestSell(t *testing.T) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "orders.db")+"?_pragma=busy_timeout(10000)&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var keys, mails []string
	ctx, stop := context.WithCancel(t.Context())
	s := &shop{charge: func(_ context.Context, key string, _ int) (string, error) {
		if keys = append(keys, key); len(keys) == 1 {
			return "", errors.New("no answer") // the worker tries again
		}
		return "receipt", nil
	}, mail: func(id, text string) { mails = append(mails, id+" "+text); stop() }}
	if err := s.sell(ctx, db, "1017"); err != nil {
		t.Fatal(err)
	}
	var state string
	err = db.QueryRow("SELECT state FROM fsm_machine WHERE id = '1017'").Scan(&state)
	if got := fmt.Sprint(state, " ", keys, mails, err); got != "Paid [1017/1 1017/1] [1017 Thank you.] <nil>" {
		t.Error(got)
	}
	if err := s.sell(t.Context(), db, "1017"); !errors.As(err, new(*store.ExistsError)) {
		t.Errorf("the same order again: %v", err)
	}
}
