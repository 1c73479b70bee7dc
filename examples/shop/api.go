package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/fsmgen/fsmgen/examples/shop/order"
	"github.com/fsmgen/fsmgen/store"
)

// api serves orders as JSON.
type api struct {
	orders *orders
	log    *slog.Logger
}

func (a api) handle(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/orders", a.list)
	mux.HandleFunc("PUT /api/orders/{id}", a.create)
	mux.HandleFunc("GET /api/orders/{id}", a.get)
	mux.HandleFunc("GET /api/orders/{id}/history", a.history)
	mux.HandleFunc("POST /api/orders/{id}/events", a.send)
}

// view is an order as JSON.
type view struct {
	ID       string         `json:"id"`
	Revision int64          `json:"revision"`
	State    string         `json:"state"`
	Outcome  string         `json:"outcome,omitempty"`
	Updated  time.Time      `json:"updated"`
	Repeated bool           `json:"repeated,omitempty"`
	Next     []string       `json:"next"`
	Machine  *order.Machine `json:"machine"`
}

func render(rec store.Record[*order.Machine]) (view, error) {
	v := view{rec.ID, rec.Revision, rec.State, rec.Outcome, rec.Updated, rec.Repeated, []string{}, rec.Machine}
	list, err := next(rec.Machine)
	for _, n := range list {
		v.Next = append(v.Next, n.Event)
	}
	return v, err
}

// list returns at most 100 orders: ?state=paying&after=ID.
func (a api) list(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		a.fail(w, http.StatusBadRequest, err)
		return
	}
	chosen := []store.Selection{store.After(r.FormValue("after")), store.Limit(100), store.SkipUnreadable(func(err *store.LoadError) { a.log.Error("an order that cannot be read", "error", err) })}
	if text := r.FormValue("state"); text != "" {
		var state order.State
		if err := state.UnmarshalText([]byte(text)); err != nil {
			a.fail(w, http.StatusBadRequest, err)
			return
		}
		chosen = append(chosen, store.In(state))
	}
	all := []view{}
	for rec, err := range a.orders.List(r.Context(), chosen...) {
		var v view
		if err == nil {
			v, err = render(rec)
		}
		if err != nil {
			a.fail(w, store.Status(err), err)
			return
		}
		all = append(all, v)
	}
	a.write(w, http.StatusOK, all)
}

// create makes an order with an ID that the client has chosen, from {"item": ..., "quantity": ..., "price": ...}. The
// quantity can be missing.
func (a api) create(w http.ResponseWriter, r *http.Request) {
	p := order.DefaultParams()
	var body struct {
		Item            *string
		Quantity, Price *int
	}
	body.Quantity = &p.Quantity
	err := a.read(r, &body)
	switch {
	case err != nil:
	case body.Item == nil || body.Price == nil:
		err = errors.New("want the members item and price, which are not null")
	case body.Quantity == nil:
		err = errors.New("quantity is null")
	default:
		p.Item, p.Price = *body.Item, *body.Price
		err = p.Validate()
	}
	if err != nil {
		a.fail(w, formStatus(err), err)
		return
	}
	rec, err := a.orders.Create(r.Context(), r.PathValue("id"), p)
	a.answer(w, http.StatusCreated, rec, err)
}

func (a api) get(w http.ResponseWriter, r *http.Request) {
	rec, err := a.orders.Get(r.Context(), r.PathValue("id"))
	a.answer(w, http.StatusOK, rec, err)
}

// send sends {"event": ..., "payload": {...}}. The header Idempotency-Key makes it safe to repeat.
func (a api) send(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Event   *order.Event // without a pointer, an event that is missing or null would be the first one
		Payload json.RawMessage
	}
	err := a.read(r, &body)
	var in order.Input
	switch {
	case err != nil:
	case body.Event == nil:
		err = errors.New("want the member event, with the name of an event")
	default:
		in, err = order.ReadInput(*body.Event, body.Payload)
	}
	if err != nil {
		a.fail(w, formStatus(err), err)
		return
	}
	rec, err := a.orders.Do(r.Context(), r.PathValue("id"), in, store.WithKey(r.Header.Get("Idempotency-Key")))
	a.answer(w, http.StatusOK, rec, err)
}

func (a api) history(w http.ResponseWriter, r *http.Request) {
	all := []store.Entry{}
	for e, err := range a.orders.History(r.Context(), r.PathValue("id"), 0) {
		if err != nil {
			a.fail(w, store.Status(err), err)
			return
		}
		all = append(all, e)
	}
	a.write(w, http.StatusOK, all)
}

// read reads a JSON object without unknown members.
func (api) read(r *http.Request, into any) error {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) { // null would change nothing
		return errors.New("want one JSON object")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err == nil {
		return errors.New("want one JSON object")
	} else if err != io.EOF {
		return err
	}
	return nil
}

// answer writes an order, or the error of the call that returned it.
func (a api) answer(w http.ResponseWriter, code int, rec store.Record[*order.Machine], err error) {
	var v view
	if err == nil {
		v, err = render(rec)
	}
	if err != nil {
		a.fail(w, store.Status(err), err)
		return
	}
	a.write(w, code, v)
}

func (a api) fail(w http.ResponseWriter, code int, err error) {
	a.write(w, code, map[string]string{"error": public(a.log, code, err)})
}

func (a api) write(w http.ResponseWriter, code int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		a.fail(w, http.StatusInternalServerError, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	w.Write(text) // the client has gone if this fails
}
