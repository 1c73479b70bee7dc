package fsmpgx

import (
	"database/sql/driver"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// rows are those of a statement, as drivers return them.
type rows struct {
	found pgx.Rows
	types *pgtype.Map
	more  bool // There is a row that was not returned yet.
}

func (r *rows) Columns() []string {
	var names []string
	for _, f := range r.found.FieldDescriptions() {
		names = append(names, f.Name)
	}
	return names
}

func (r *rows) Close() error {
	r.found.Close()
	return r.found.Err()
}

func (r *rows) Next(dest []driver.Value) (err error) {
	if !r.more {
		if err := r.found.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	fields := r.found.FieldDescriptions()
	for i, raw := range r.found.RawValues() {
		if dest[i], err = r.value(fields[i].DataTypeOID, fields[i].Format, raw); err != nil {
			return fmt.Errorf("fsmpgx: the column %s: %w", fields[i].Name, err)
		}
	}
	r.more = r.found.Next()
	return nil
}

// value returns a value as database/sql takes it. Types that this does not have are texts.
func (r *rows) value(oid uint32, format int16, raw []byte) (driver.Value, error) {
	if raw == nil {
		return nil, nil
	}
	switch oid {
	case pgtype.BoolOID:
		return scan[bool](r.types, oid, format, raw)
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
		return scan[int64](r.types, oid, format, raw)
	case pgtype.Float4OID, pgtype.Float8OID:
		return scan[float64](r.types, oid, format, raw)
	case pgtype.TimestamptzOID, pgtype.TimestampOID, pgtype.DateOID:
		return scan[time.Time](r.types, oid, format, raw)
	case pgtype.ByteaOID, pgtype.JSONOID, pgtype.JSONBOID:
		return scan[[]byte](r.types, oid, format, raw)
	}
	return scan[string](r.types, oid, format, raw)
}

// scan reads a value of a type.
func scan[T any](types *pgtype.Map, oid uint32, format int16, raw []byte) (driver.Value, error) {
	var v T
	err := types.Scan(oid, format, raw, &v)
	return v, err
}
