package storetest

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// listener is the connection string of a server, which it listens to.
type listener string

// Listen implements store.Listener.
func (l listener) Listen(ctx context.Context, channel string, hear func(payload string)) error {
	conn, err := pgx.Connect(ctx, string(l))
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{channel}.Sanitize()); err != nil {
		return err
	}
	hear("")
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		hear(n.Payload)
	}
}
