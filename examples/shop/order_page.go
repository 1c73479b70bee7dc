package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"html/template"
	"maps"
	"net/http"
	"slices"

	"github.com/fsmgen/fsmgen/examples/shop/order"
	"github.com/fsmgen/fsmgen/store"
)

// orderView is the page of an order.
type orderView struct {
	ID, What, State, Doc, Outcome, Problem string
	Key                                    string // of the next event
	Left, Node                             int
	Timers                                 []timerView
	Next                                   []nextView
	History                                []historyView
	Diagram                                template.HTML
}

type timerView struct{ Name, Due string }

type nextView struct {
	Event, Doc, To string
	Fields         []string
}

type historyView struct{ At, Event, Payload, From, To string }

func (p pages) show(w http.ResponseWriter, r *http.Request) {
	p.order(w, r, http.StatusOK, nil)
}

// send sends an event from a form of the page, and shows the order again.
func (p pages) send(w http.ResponseWriter, r *http.Request) {
	var e order.Event
	if err := e.UnmarshalText([]byte(r.PathValue("event"))); err != nil {
		p.fail(w, http.StatusNotFound, err)
		return
	}
	form, err := readForm(r, append(fields(e), "key")...)
	if err != nil {
		p.order(w, r, formStatus(err), err)
		return
	}
	key := form["key"]
	delete(form, "key")
	text, err := json.Marshal(form)
	var in order.Input
	if err == nil {
		in, err = order.ReadInput(e, text)
	}
	if err != nil {
		p.order(w, r, http.StatusBadRequest, err)
		return
	}
	if _, err := p.orders.Do(r.Context(), r.PathValue("id"), in, store.WithKey(key)); err != nil {
		p.order(w, r, store.Status(err), err)
		return
	}
	p.see(w, r, r.PathValue("id"))
}

// order shows an order, and what was wrong with the last event, with a status.
func (p pages) order(w http.ResponseWriter, r *http.Request, code int, problem error) {
	rec, err := p.orders.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		p.fail(w, store.Status(err), err)
		return
	}
	m := rec.Machine
	view := orderView{
		ID: rec.ID, What: what(m), State: rec.State, Doc: m.State().Doc(), Outcome: rec.Outcome,
		Key: rand.Text(), Left: m.Progress(), Node: node(m.State()), Diagram: diagram(),
	}
	if problem != nil {
		view.Problem = public(p.log, code, problem)
	}
	due := order.Kind{}.Due(m)
	for _, name := range slices.Sorted(maps.Keys(due)) {
		view.Timers = append(view.Timers, timerView{name, date(due[name])})
	}
	if view.Next, err = next(m); err != nil {
		p.fail(w, http.StatusInternalServerError, err)
		return
	}
	for e, err := range p.orders.History(r.Context(), rec.ID, 0) {
		if err != nil {
			p.fail(w, store.Status(err), err)
			return
		}
		h := historyView{date(e.At), e.Event, string(e.Payload), e.From, e.To}
		if e.Event == "" {
			h.Event, h.Payload = "(created)", ""
		}
		view.History = append(view.History, h)
	}
	p.write(w, code, "order", view)
}

// next lists the events that the order accepts, and where they lead. A dry run answers for the
// parameters and variables of this order.
func next(m *order.Machine) ([]nextView, error) {
	var list []nextView
	for _, e := range order.Events() {
		if !m.Can(e) {
			continue
		}
		payload := map[string]string{}
		for _, f := range fields(e) {
			payload[f] = ""
		}
		text, err := json.Marshal(payload)
		if err != nil {
			return nil, err
		}
		in, err := order.ReadInput(e, text)
		if err != nil {
			return nil, err
		}
		after, _, err := m.DryRun(in)
		var rejected *order.IllegalTransitionError
		if errors.As(err, &rejected) {
			continue
		} else if err != nil {
			return nil, err
		}
		list = append(list, nextView{e.String(), e.Doc(), after.State().String(), fields(e)})
	}
	return list, nil
}

// fields are the fields of an event's payload, all of which are texts.
func fields(e order.Event) []string {
	switch e {
	case order.EventDeclined:
		return []string{"reason"}
	case order.EventDispatched:
		return []string{"tracking"}
	default:
		return nil
	}
}
