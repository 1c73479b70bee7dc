package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/store"
)

// dead prints dead letters.
func dead(ctx context.Context, c *call) error {
	var l store.Letters
	c.flags.StringVar(&l.ID, "id", "", "")
	c.flags.StringVar(&l.Output, "output", "", "")
	since := c.flags.String("since", "", "")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	if l.From, err = ago(*since); err != nil {
		return err
	}
	return c.admin(ctx, args[0], func(a *store.Admin) error {
		n := 0
		for letter, err := range a.DeadLetters(ctx, l) {
			if err != nil {
				return err
			}
			n++
			if err := c.lines.Encode(letter); err != nil {
				return err
			}
		}
		c.count(n, "dead letters")
		return nil
	})
}

// redeliver makes dead letters outputs again.
func redeliver(ctx context.Context, c *call) error {
	return c.letters(ctx, (*store.Admin).Redeliver)
}

// discard removes dead letters.
func discard(ctx context.Context, c *call) error { return c.letters(ctx, (*store.Admin).Discard) }

// letters changes dead letters, and goes on after one that is missing.
func (c *call) letters(ctx context.Context, change func(*store.Admin, context.Context, string) error) error {
	keys, err := c.parse(-1)
	if err != nil {
		return err
	}
	var failed []error
	for _, key := range keys {
		kind, _, ok := strings.Cut(key, "/")
		if !ok {
			return fmt.Errorf("%w: %q is not a key, such as Order/1017/2/0", errUsage, key)
		}
		err := c.admin(ctx, kind, func(a *store.Admin) error { return change(a, ctx, key) })
		switch {
		case errors.Is(err, store.ErrNotFound):
			failed = append(failed, err)
		case err != nil:
			return err
		default:
			if err := c.lines.Encode(map[string]string{"key": key}); err != nil {
				return err
			}
		}
	}
	return errors.Join(failed...)
}

// retain removes what is old.
func retain(ctx context.Context, c *call) error {
	var r store.Retention
	ended, history := c.flags.String("ended", "", ""), c.flags.String("history", "", "")
	c.flags.IntVar(&r.Batch, "batch", 0, "")
	yes := c.flags.Bool("yes", false, "")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	if r.Ended, err = ago(*ended); err != nil {
		return err
	}
	if r.History, err = ago(*history); err != nil {
		return err
	}
	r.DryRun = !*yes
	return c.admin(ctx, args[0], func(a *store.Admin) error {
		done, err := a.Retain(ctx, r)
		if done.Seen > 0 { // also after an error that comes later
			err = errors.Join(err, c.lines.Encode(done))
		}
		if err == nil && r.DryRun {
			fmt.Fprintln(c.note, "nothing is removed without -yes")
		}
		return err
	})
}
