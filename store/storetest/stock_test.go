package storetest

// stock answers the guard of an order.
type stock func(amount int) bool

func (s stock) InStock(amount int) bool { return s(amount) }

// always is a warehouse that has everything.
func always(int) bool { return true }
