package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"

	_ "modernc.org/sqlite"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/service/order"
)

type service struct {
	orders *store.Store[*order.Machine, order.Params, order.Input, order.Output]
	charge func(ctx context.Context, key string, cents int) error // charges once for each key
	mail   func(...any)
}

func main() {
	db, err := sql.Open("sqlite", "file:orders.db?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_txlock=immediate")
	if err != nil {
		log.Fatal(err)
	}
	s := &service{charge: func(context.Context, string, int) error { return nil }, mail: log.Println}
	if s.orders, err = store.Open(context.Background(), db, store.SQLite, order.Kind{}); err != nil {
		log.Fatal(err)
	}
	go func() { log.Fatal(s.orders.Worker(s.deliver).Run(context.Background())) }()
	log.Fatal(http.ListenAndServe("localhost:8080", s.handler()))
}

func (s *service) handler() http.Handler {
	mux := http.NewServeMux()
	on := func(pattern string, handle func(r *http.Request, id string) (answer any, revision int64, err error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			answer, revision, err := handle(r, r.PathValue("id"))
			if err != nil {
				http.Error(w, err.Error(), store.Status(err))
				return
			}
			w.Header().Set("ETag", strconv.Quote(fmt.Sprint(revision)))
			_ = json.NewEncoder(w).Encode(answer)
		})
	}
	record := func(rec store.Record[*order.Machine], err error) (any, int64, error) { return rec, rec.Revision, err }
	on("PUT /orders/{id}", func(r *http.Request, id string) (any, int64, error) {
		return record(s.orders.Create(r.Context(), id, order.DefaultParams()))
	})
	on("GET /orders/{id}", func(r *http.Request, id string) (any, int64, error) { return record(s.orders.Get(r.Context(), id)) })
	on("GET /orders/{id}/history", func(r *http.Request, id string) (any, int64, error) {
		all, err := store.Collect(s.orders.History(r.Context(), id, 0))
		return all, int64(len(all)), err
	})
	on("POST /orders/{id}/{event}", func(r *http.Request, id string) (any, int64, error) {
		options := []store.SendOption{store.WithKey(r.Header.Get("Idempotency-Key"))}
		payload, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, 1<<16))
		if seen := strings.Trim(r.Header.Get("If-Match"), `"`); seen != "" && err == nil {
			var revision int64
			revision, err = strconv.ParseInt(seen, 10, 64)
			options = append(options, store.AtRevision(revision))
		}
		var in order.Input
		if err == nil {
			in, err = order.Kind{}.ReadInput(r.PathValue("event"), payload)
		}
		if err != nil {
			return nil, 0, &store.InvalidError{Kind: "Order", ID: id, Reason: "the request", Err: err}
		}
		return record(s.orders.Do(r.Context(), id, in, options...))
	})
	return mux
}

// deliver acts on what an order emits. After an error, the worker calls it again with the same key.
func (s *service) deliver(ctx context.Context, d store.Delivery[order.Output]) error {
	switch out := d.Output.(type) {
	case order.ChargeOutput:
		if err := s.charge(ctx, d.Key, out.Cents); err != nil {
			return err
		}
		_, err := s.orders.Answer(ctx, d, order.ChargedInput{})
		return err
	case order.MailOutput:
		s.mail(d.ID, out.Text)
	}
	return nil
}
