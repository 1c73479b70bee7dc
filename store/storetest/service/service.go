package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"log"
	"log/slog"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	_ "modernc.org/sqlite"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/service/order"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	db, err := sql.Open("sqlite", "file:orders.db?_pragma=journal_mode(WAL)&_pragma=busy_timeout(10000)")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	orders, err := store.Open(ctx, db, store.SQLite, order.Kind{}, store.WithLogger(slog.Default()))
	if err != nil {
		log.Fatal(err)
	}
	s := &service{orders: orders, charge: func(context.Context, string, int) error { return nil }, mail: log.Println}
	server := &http.Server{Addr: "localhost:8080", Handler: s.handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	go func() { log.Print(server.ListenAndServe()) }()
	if err := orders.Worker(s.deliver).Run(ctx); err != nil { // until ctx ends
		log.Print(err)
	}
}

type service struct {
	orders *store.Store[*order.Machine, order.Params, order.Input, order.Output]
	charge func(ctx context.Context, key string, cents int) error // charges once for each key
	mail   func(...any)
}

func (s *service) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		rec, err := s.orders.Create(r.Context(), r.PathValue("id"), order.DefaultParams())
		answer(w, rec, err)
	})
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		rec, err := s.orders.Get(r.Context(), r.PathValue("id"))
		answer(w, rec, err)
	})
	mux.HandleFunc("POST /orders/{id}/{event}", s.send)
	return mux
}

// send sends an event of the customer, with its payload as JSON.
func (s *service) send(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	in, err := order.Kind{}.ReadInput(r.PathValue("event"), payload)
	switch in.(type) {
	case order.PayInput, order.CancelInput:
		rec, err := s.orders.Do(r.Context(), r.PathValue("id"), r.Header.Get("Idempotency-Key"), in)
		answer(w, rec, err)
	default: // an event that customers cannot send, or none: err says which
		http.Error(w, errors.Join(errors.New("want Pay or Cancel"), err).Error(), http.StatusBadRequest)
	}
}

func answer(w http.ResponseWriter, rec store.Record[*order.Machine], err error) {
	switch {
	case err == nil:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"id": rec.ID, "revision": rec.Revision, "state": rec.State, "outcome": rec.Outcome})
	case errors.As(err, new(*store.NotFoundError)):
		http.Error(w, err.Error(), http.StatusNotFound)
	case errors.As(err, new(*order.IllegalTransitionError)), errors.As(err, new(*store.ExistsError)), errors.As(err, new(*store.KeyReusedError)):
		http.Error(w, err.Error(), http.StatusConflict)
	case errors.As(err, new(*store.InvalidError)):
		http.Error(w, err.Error(), http.StatusBadRequest)
	default:
		log.Print(err)
		http.Error(w, "please try again", http.StatusServiceUnavailable)
	}
}

var errNoMoney = errors.New("the bank refuses")

// deliver acts. After an error, it is called again, with the same key.
func (s *service) deliver(ctx context.Context, d store.Delivery[order.Output]) error {
	switch out := d.Output.(type) {
	case order.ChargeOutput:
		var in order.Input = order.ChargedInput{}
		if err := s.charge(ctx, d.Key, out.Cents); errors.Is(err, errNoMoney) {
			in = order.DeclinedInput{}
		} else if err != nil {
			return err
		}
		_, err := s.orders.Answer(ctx, d, in) // the first answer counts
		return err
	case order.MailOutput:
		s.mail(d.ID, out.Text)
	}
	return nil
}
