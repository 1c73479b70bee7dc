package from

import "fmt"

// row is an order as a table has it.
type row struct {
	status string
	total  int
}

func (r *row) pay(cents int) error {
	if r.status != "open" || cents != r.total {
		return fmt.Errorf("cannot pay %d cents of %d, status %s", cents, r.total, r.status)
	}
	r.status = "paid"
	return nil
}

func (r *row) ship(mail func(text string)) error {
	if r.status != "paid" {
		return fmt.Errorf("cannot ship, status %s", r.status)
	}
	r.status = "shipped"
	mail("Your order is on its way.")
	return nil
}

func (r *row) cancel() error {
	if r.status != "open" && r.status != "paid" {
		return fmt.Errorf("cannot cancel, status %s", r.status)
	}
	r.status = "cancelled"
	return nil
}
