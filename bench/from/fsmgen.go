package from

import "github.com/fsmgen/fsmgen/bench/from/order"

// mailer is the host of an order.
type mailer func(text string)

// Mail implements order.Host.
func (m mailer) Mail(text string) { m(text) }

// newOrder returns an order that sends its mail with a function.
func newOrder(total int, mail func(text string)) (*order.Machine, error) {
	return order.New(order.Params{Total: total}, mailer(mail))
}

// stored changes an order whose status is in a column, and returns the new status.
func stored(status string, total int, mail func(text string), event func(*order.Machine) error) (string, error) {
	v := order.Values{Params: order.Params{Total: total}}
	if err := v.State.Scan(status); err != nil {
		return status, err
	}
	m, err := order.FromValues(v, mailer(mail))
	if err != nil {
		return status, err
	}
	err = event(m)
	text, _ := m.State().MarshalText()
	return string(text), err
}
