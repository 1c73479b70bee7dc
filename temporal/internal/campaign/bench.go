package main

import "context"

func (c *campaign) bench(context.Context, int) error { return nil }
