// Package fsmpgx has package store take part in transactions of pgx, and so of sqlc and other programs that have a pgx.Tx and no *sql.Tx:
//
//	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
//		err := fsmpgx.In(ctx, tx, func(tx *sql.Tx) error {
//			_, err := orders.DoTx(ctx, tx, "1017", order.PayInput{}, store.WithKey(key))
//			return err
//		})
//		if err != nil {
//			return err
//		}
//		return queries.WithTx(tx).InsertPayment(ctx, payment)
//	})
//
// The store itself has a *sql.DB, such as that of stdlib.OpenDBFromPool.
package fsmpgx

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
)

// In calls f with a transaction of database/sql whose statements run in tx, and returns its error. Pass it to the methods of a store that take
// part in a transaction: DoTx, CreateTx, and AnswerTx. Who has begun tx commits it or rolls it back; what f does to its argument in
// this respect has no effect. The argument cannot be used after f.
//
// Statements run one after the other, as in any transaction of pgx.
func In(ctx context.Context, tx pgx.Tx, f func(tx *sql.Tx) error) error {
	db := sql.OpenDB(connector{tx})
	defer db.Close()
	// The end of ctx ends the statements, which have it, too. The transaction is not ours.
	inner, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer inner.Rollback() // It has no effect, but gives the connection back.
	return f(inner)
}
