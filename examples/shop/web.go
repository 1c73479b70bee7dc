package main

import (
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/fsmgen/fsmgen/examples/shop/order"
	"github.com/fsmgen/fsmgen/store"
)

//go:embed page/*.html page/style.css
var files embed.FS

// pages are the HTML pages.
type pages struct {
	orders *orders
	html   *template.Template
	log    *slog.Logger
}

// handler serves the pages and the API of a shop that listens at addr.
func handler(o *orders, addr string, log *slog.Logger) http.Handler {
	p := pages{o, template.Must(template.ParseFS(files, "page/*.html")), log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.list)
	mux.HandleFunc("POST /orders", p.create)
	mux.HandleFunc("GET /orders/{id}", p.show)
	mux.HandleFunc("POST /orders/{id}/{event}", p.send)
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, files, "page/style.css")
	})
	api{o, log}.handle(mux)
	return guarded(mux, addr)
}

// list shows the orders in a state, or all.
func (p pages) list(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		p.fail(w, http.StatusBadRequest, err)
		return
	}
	type entry struct{ ID, State, What, Changed string }
	const most = 50
	view := struct {
		State, NewID, Next string
		States             []string
		Orders             []entry
	}{State: r.FormValue("state"), NewID: rand.Text()}
	for _, s := range order.States() {
		text, err := s.MarshalText()
		if err != nil {
			p.fail(w, http.StatusInternalServerError, err)
			return
		}
		view.States = append(view.States, string(text))
	}
	chosen := []store.Selection{store.After(r.FormValue("after")), store.Limit(most)}
	if view.State != "" {
		if err := new(order.State).UnmarshalText([]byte(view.State)); err != nil {
			p.fail(w, http.StatusBadRequest, err)
			return
		}
		chosen = append(chosen, store.In(view.State))
	}
	for rec, err := range p.orders.List(r.Context(), chosen...) {
		var load *store.LoadError
		switch {
		case errors.As(err, &load):
			p.log.Error("an order that cannot be read", "error", err)
			view.Orders = append(view.Orders, entry{rec.ID, rec.State, "cannot be loaded", ""})
			continue
		case err != nil:
			p.fail(w, store.Status(err), err)
			return
		}
		view.Orders = append(view.Orders, entry{rec.ID, rec.State, what(rec.Machine), date(rec.Updated)})
	}
	if len(view.Orders) == most {
		view.Next = view.Orders[most-1].ID
	}
	p.write(w, http.StatusOK, "list", view)
}

// create makes an order. The page has chosen its ID, so sending the form again makes no second one.
func (p pages) create(w http.ResponseWriter, r *http.Request) {
	params := order.DefaultParams()
	form, err := readForm(r, "id", "item", "quantity", "price")
	if err == nil {
		params.Item = form["item"]
		params.Quantity, err = number(form, "quantity")
	}
	if err == nil {
		params.Price, err = number(form, "price")
	}
	if err == nil {
		err = params.Validate()
	}
	if err != nil {
		p.fail(w, formStatus(err), err)
		return
	}
	_, err = p.orders.Create(r.Context(), form["id"], params)
	var exists *store.ExistsError
	if err != nil && !errors.As(err, &exists) {
		p.fail(w, store.Status(err), err)
		return
	}
	p.see(w, r, form["id"])
}

// see shows an order. Its ID is one part of the path, whatever characters it has.
func (pages) see(w http.ResponseWriter, r *http.Request, id string) {
	http.Redirect(w, r, "/orders/"+url.PathEscape(id), http.StatusSeeOther)
}

// what describes an order.
func what(m *order.Machine) string {
	p := m.Params()
	return fmt.Sprintf("%d × %s for %d.%02d", p.Quantity, p.Item, p.Quantity*p.Price/100, p.Quantity*p.Price%100)
}

func date(t time.Time) string { return t.UTC().Format(time.DateTime) }

// fail reports an error.
func (p pages) fail(w http.ResponseWriter, code int, err error) {
	http.Error(w, public(p.log, code, err), code)
}

// write writes a page.
func (p pages) write(w http.ResponseWriter, status int, name string, view any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	if err := p.html.ExecuteTemplate(w, name, view); err != nil {
		p.log.Warn("a page is incomplete", "page", name, "error", err)
		fmt.Fprintln(w, "The page is incomplete.")
	}
}
