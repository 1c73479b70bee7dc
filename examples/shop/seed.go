package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"

	v1 "github.com/fsmgen/fsmgen/examples/shop/order/v1"
	"github.com/fsmgen/fsmgen/store"
)

// seed stores n orders as version 1 of the program did. Some are in the state that is now called
// Transit.
func seed(ctx context.Context, db *sql.DB, d store.Dialect, n int) error {
	if n == 0 {
		return nil
	}
	old, err := store.Open(ctx, db, d, v1.Kind{})
	if err != nil {
		return err
	}
	defer old.Close()
	way := []v1.Input{v1.PayInput{}, v1.ChargedInput{}, v1.ReservedInput{}, v1.DispatchedInput{Tracking: "V1"}, v1.DeliveredInput{}}
	for i := range n {
		p := v1.DefaultParams()
		p.Item, p.Price = "teapot", 1999
		id := "old-" + rand.Text()
		if _, err := old.Create(ctx, id, p); err != nil {
			return fmt.Errorf("store an order of version 1: %w", err)
		}
		for _, in := range way[:i%(len(way)+1)] {
			if _, err := old.Do(ctx, id, in); err != nil {
				return fmt.Errorf("store an order of version 1: %w", err)
			}
		}
	}
	return nil
}
