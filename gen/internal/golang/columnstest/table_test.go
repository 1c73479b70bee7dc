package columnstest

import (
	"context"
	"database/sql"

	"github.com/fsmgen/fsmgen/gen/internal/golang/columnstest/parcel"
)

const table = `CREATE TABLE parcels (
	id       TEXT PRIMARY KEY,
	tries    INTEGER NOT NULL,
	state    TEXT NOT NULL,
	failures INTEGER NOT NULL,
	receiver TEXT NOT NULL,
	reason   TEXT NOT NULL
)`

// insert stores a new parcel.
func insert(ctx context.Context, db *sql.DB, id string, m *parcel.Machine) error {
	v := m.Values()
	_, err := db.ExecContext(ctx, "INSERT INTO parcels (id, tries, state, failures, receiver, reason) VALUES ($1, $2, $3, $4, $5, $6)",
		id, v.Params.Tries, v.State, v.Failures, v.Receiver, v.Reason)
	return err
}

// update reads a parcel, lets send send it an event, and stores it, in one transaction. If another transaction changes
// the parcel meanwhile, the database returns an error, and the program starts over.
func update(ctx context.Context, db *sql.DB, id string, send func(*parcel.Machine) error) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var v parcel.Values
	row := tx.QueryRowContext(ctx, "SELECT tries, state, failures, receiver, reason FROM parcels WHERE id = $1", id)
	if err := row.Scan(&v.Params.Tries, &v.State, &v.Failures, &v.Receiver, &v.Reason); err != nil {
		return err
	}
	m, err := parcel.FromValues(v)
	if err != nil {
		return err
	}
	if err := send(m); err != nil {
		return err
	}
	v = m.Values()
	if _, err := tx.ExecContext(ctx, "UPDATE parcels SET state = $1, failures = $2, receiver = $3, reason = $4 WHERE id = $5",
		v.State, v.Failures, v.Receiver, v.Reason, id); err != nil {
		return err
	}
	return tx.Commit()
}
