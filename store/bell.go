package store

import "sync"

// bell wakes all workers of a store. The zero value has none. All methods allow concurrent use.
type bell struct {
	mu   sync.Mutex
	ears map[chan struct{}]bool
}

// hear returns a channel that receives when the bell rings, and a function that ends this. Several rings can be one.
func (b *bell) hear() (<-chan struct{}, func()) {
	ear := make(chan struct{}, 1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ears == nil {
		b.ears = map[chan struct{}]bool{}
	}
	b.ears[ear] = true
	return ear, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.ears, ear)
	}
}

// ring wakes those that hear.
func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ear := range b.ears {
		select {
		case ear <- struct{}{}:
		default:
		}
	}
}
