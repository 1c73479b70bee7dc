package main

import (
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
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
}

// handler serves the pages and the API.
func handler(o *orders) http.Handler {
	p := pages{o, template.Must(template.ParseFS(files, "page/*.html"))}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", p.list)
	mux.HandleFunc("POST /orders", p.create)
	mux.HandleFunc("GET /orders/{id}", p.show)
	mux.HandleFunc("POST /orders/{id}/{event}", p.send)
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, files, "page/style.css")
	})
	api{o}.handle(mux)
	return http.NewCrossOriginProtection().Handler(mux)
}

// list shows the orders in a state, or all.
func (p pages) list(w http.ResponseWriter, r *http.Request) {
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
			p.fail(w, err)
			return
		}
		view.States = append(view.States, string(text))
	}
	chosen := []store.Selection{store.After(r.FormValue("after")), store.Limit(most)}
	if view.State != "" {
		chosen = append(chosen, store.In(view.State))
	}
	for rec, err := range p.orders.List(r.Context(), chosen...) {
		var load *store.LoadError
		switch {
		case errors.As(err, &load):
			view.Orders = append(view.Orders, entry{rec.ID, rec.State, "cannot be loaded", ""})
			continue
		case err != nil:
			p.fail(w, err)
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
	params.Item = r.PostFormValue("item")
	var bad error
	for field, into := range map[string]*int{"quantity": &params.Quantity, "price": &params.Price} {
		n, err := strconv.Atoi(r.PostFormValue(field))
		if err != nil {
			bad = fmt.Errorf("%s is not a number", field)
		}
		*into = n
	}
	if bad == nil {
		bad = params.Validate()
	}
	if bad != nil {
		http.Error(w, bad.Error(), http.StatusBadRequest)
		return
	}
	id := r.PostFormValue("id")
	_, err := p.orders.Create(r.Context(), id, params)
	var exists *store.ExistsError
	if err != nil && !errors.As(err, &exists) {
		p.fail(w, err)
		return
	}
	http.Redirect(w, r, "/orders/"+id, http.StatusSeeOther)
}

// what describes an order.
func what(m *order.Machine) string {
	p := m.Params()
	return fmt.Sprintf("%d × %s for %d.%02d", p.Quantity, p.Item, p.Quantity*p.Price/100, p.Quantity*p.Price%100)
}

func date(t time.Time) string { return t.UTC().Format(time.DateTime) }

// fail reports an error.
func (p pages) fail(w http.ResponseWriter, err error) { http.Error(w, err.Error(), store.Status(err)) }

// write writes a page.
func (p pages) write(w http.ResponseWriter, status int, name string, view any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self' 'unsafe-inline'; form-action 'self'")
	w.WriteHeader(status)
	if err := p.html.ExecuteTemplate(w, name, view); err != nil {
		fmt.Fprintln(w, "The page is incomplete.")
	}
}
