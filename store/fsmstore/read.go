package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/fsmgen/fsmgen/store"
)

// kinds prints the kinds of machines.
func kinds(ctx context.Context, c *call) error {
	if _, err := c.parse(0); err != nil {
		return err
	}
	db, dialect, err := c.open()
	if err != nil {
		return err
	}
	defer db.Close()
	all, err := store.Kinds(ctx, db, dialect, store.WithPrefix(c.prefix))
	if err != nil {
		return err
	}
	for _, kind := range all {
		if err := c.lines.Encode(map[string]string{"kind": kind}); err != nil {
			return err
		}
	}
	if len(all) == 0 {
		return &store.EmptyError{}
	}
	return nil
}

// counts prints counts.
func counts(ctx context.Context, c *call) error {
	var ages []time.Duration
	c.flags.Func("age", "", func(text string) error {
		before, err := ago(text)
		ages = append(ages, time.Since(before))
		return err
	})
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	return c.admin(ctx, args[0], func(a *store.Admin) error {
		all, err := a.Counts(ctx, ages...)
		if err != nil {
			return err
		}
		return c.lines.Encode(all)
	})
}

// list prints machines without their snapshots.
func list(ctx context.Context, c *call) error {
	var r store.Rows
	var unchanged string
	c.flags.StringVar(&r.State, "state", "", "")
	c.flags.BoolVar(&r.Running, "running", false, "")
	c.flags.BoolVar(&r.Ended, "ended", false, "")
	c.flags.StringVar(&unchanged, "unchanged", "", "")
	c.flags.StringVar(&r.After, "after", "", "")
	c.flags.IntVar(&r.Limit, "limit", 0, "")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	if r.Before, err = ago(unchanged); err != nil {
		return err
	}
	return c.admin(ctx, args[0], func(a *store.Admin) error {
		n := 0
		for row, err := range a.Rows(ctx, r) {
			if err != nil {
				return err
			}
			n++
			row.Snapshot = nil
			if err := c.lines.Encode(row); err != nil {
				return err
			}
		}
		c.count(n, "machines")
		return nil
	})
}

// show prints one machine.
func show(ctx context.Context, c *call) error {
	args, err := c.parse(2)
	if err != nil {
		return err
	}
	return c.admin(ctx, args[0], func(a *store.Admin) error {
		m, err := a.Machine(ctx, args[1])
		if err != nil {
			return err
		}
		return c.lines.Encode(m)
	})
}

// history prints the history of one machine.
func history(ctx context.Context, c *call) error {
	after := c.flags.Int64("after", 0, "")
	args, err := c.parse(2)
	if err != nil {
		return err
	}
	return c.admin(ctx, args[0], func(a *store.Admin) error {
		for e, err := range a.History(ctx, args[1], *after) {
			if err != nil {
				return err
			}
			line := struct {
				ID string `json:"id"`
				store.Entry
			}{args[1], e}
			if err := c.lines.Encode(line); err != nil {
				return err
			}
		}
		return nil
	})
}

// ago returns the time before a duration such as 24h, or 90d for days. It is zero for the empty text.
func ago(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if n := len(text) - 1; text[n] == 'd' {
		if days, err := strconv.Atoi(text[:n]); err == nil && days > 0 {
			return time.Now().AddDate(0, 0, -days), nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return time.Time{}, fmt.Errorf("%w: %q is no duration, such as 24h or 90d", errUsage, text)
	}
	return time.Now().Add(-d), nil
}
