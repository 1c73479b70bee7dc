package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/http"
	"os/signal"
	"slices"
	"syscall"
	"time"

	_ "modernc.org/sqlite"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/service/order"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	if err := run(ctx, stop, "localhost:8080", "orders.db"); err != nil {
		log.Fatal(err)
	}
}

// run works until ctx ends, and then finishes the deliveries and requests that have begun.
func run(ctx context.Context, stop func(), addr, file string) error {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_txlock=immediate")
	if err != nil {
		return err
	}
	defer db.Close()
	orders, err := store.Open(ctx, db, store.SQLite, order.Kind{}, store.WithLogger(slog.Default()))
	if err != nil {
		return err
	}
	defer orders.Close()
	s := &service{orders: orders, charge: func(context.Context, string, int) error { return nil }, mail: log.Println}
	server := &http.Server{Addr: addr, Handler: s.handler(), ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute}
	served := make(chan error, 1)
	go func() { served <- server.ListenAndServe(); stop() }() // A server that fails stops the worker, too.
	err = orders.Worker(s.deliver, store.WithTimeout(10*time.Second)).Run(ctx)
	grace, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	err = errors.Join(err, server.Shutdown(grace))
	if end := <-served; end != http.ErrServerClosed {
		err = errors.Join(err, end)
	}
	return err
}

type service struct {
	orders *store.Store[*order.Machine, order.Params, order.Input, order.Output]
	charge func(ctx context.Context, key string, cents int) error // charges once for each key
	mail   func(...any)
}

func (s *service) handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, handle := range map[string]func(*http.Request) (any, error){
		"PUT /orders/{id}": s.create, "GET /orders/{id}": s.get, "POST /orders/{id}/{event}": s.send, "GET /orders": s.list, "GET /orders/{id}/history": s.history,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			answer, err := handle(r)
			switch code := store.Status(err); {
			case err == nil:
				w.Header().Set("Content-Type", "application/json")
				_ = json.NewEncoder(w).Encode(answer)
			case code < 500:
				http.Error(w, err.Error(), code)
			default:
				log.Print(err)
				http.Error(w, "please try again later", code)
			}
		})
	}
	return http.NewCrossOriginProtection().Handler(http.MaxBytesHandler(mux, 1<<16)) // Pages of other sites send no events.
}

// create takes the parameters from the request. Those that are missing have their defaults.
func (s *service) create(r *http.Request) (any, error) {
	p, body := order.DefaultParams(), json.NewDecoder(r.Body)
	body.DisallowUnknownFields()
	fields := &struct{ Cents, Attempts *int }{&p.Cents, &p.Attempts}
	err := body.Decode(&fields)
	if _, end := body.Token(); err == nil && (end != io.EOF || fields == nil || fields.Cents == nil || fields.Attempts == nil) {
		err = errors.New("want one JSON object without null")
	}
	if err != nil && err != io.EOF {
		return nil, &store.InvalidError{Kind: "Order", ID: r.PathValue("id"), Reason: "the body", Err: err}
	}
	return view(s.orders.Create(r.Context(), r.PathValue("id"), p))
}

func (s *service) get(r *http.Request) (any, error) {
	return view(s.orders.Get(r.Context(), r.PathValue("id")))
}

// customers can send these events.
var customers = []order.Event{order.EventPay, order.EventCancel}

// send sends an event of the customer, with its payload as JSON.
func (s *service) send(r *http.Request) (any, error) {
	event, in := r.PathValue("event"), order.Input(nil)
	payload, err := io.ReadAll(r.Body)
	if !slices.ContainsFunc(customers, func(e order.Event) bool { return e.String() == event }) {
		err = fmt.Errorf("%.40q is not one of %v", event, customers)
	} else if err == nil {
		in, err = order.Kind{}.ReadInput(event, payload)
	}
	if err != nil {
		return nil, &store.InvalidError{Kind: "Order", ID: r.PathValue("id"), Reason: "the event", Err: err}
	}
	return view(s.orders.Do(r.Context(), r.PathValue("id"), in, store.WithKey(r.Header.Get("Idempotency-Key"))))
}

// view is an order with the events that the customer can send next.
func view(rec store.Record[*order.Machine], err error) (any, error) {
	if err != nil {
		return nil, err
	}
	next := slices.DeleteFunc(slices.Clone(customers), func(e order.Event) bool { return !rec.Machine.Can(e) })
	return map[string]any{"order": rec, "next": next}, nil
}

// list returns orders, as in /orders?state=Open&after=1017.
func (s *service) list(r *http.Request) (any, error) {
	selected := []store.Selection{store.After(r.FormValue("after")), store.Limit(100), store.SkipUnreadable(func(err *store.LoadError) { log.Print(err) })}
	if text := r.FormValue("state"); text != "" {
		var state order.State
		if err := state.UnmarshalText([]byte(text)); err != nil {
			return nil, &store.InvalidError{Kind: "Order", Reason: "the state", Err: err}
		}
		selected = append(selected, store.In(state))
	}
	return store.Collect(s.orders.List(r.Context(), selected...))
}

func (s *service) history(r *http.Request) (any, error) {
	return store.Collect(s.orders.History(r.Context(), r.PathValue("id"), 0))
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
		return nil
	}
	return fmt.Errorf("nothing to do for %T", d.Output) // a dead letter, in the end
}
